"""A technical interruption that nobody at the table reported: RWS 5.7 applies if it affects the
continuation of the round, and that is for the pit to say.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pitboss.rulebook.authority import Authority
from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import Fact, Incident
from pitboss.table.rulings import Ruling

AFFECTS = "affects_continuation"
UNKNOWN = "unknown"
"""What is shown if only the pit can say whether the round is affected."""

GO_ON = "continue"
"""The decision that it is not."""


def pit_is_asked(ruling: Ruling, facts: Mapping[str, Fact]) -> bool:
    """Whether somebody must first say if the interruption affects the round. A round that goes on
    in any case goes on.
    """
    asked = ruling.incident is Incident.TECHNICAL_INTERRUPTION and facts.get(AFFECTS) == UNKNOWN
    return asked and ruling.effects != (Effect.CONTINUE,)


def asked(ruling: Ruling) -> Ruling:
    """The ruling that applies if the round is affected, waiting for the pit."""
    return replace(ruling, authority=Authority.PIT_SUPERVISOR)


def unaffected(ruling: Ruling) -> Ruling:
    """The ruling if the interruption does not affect the continuation of the round."""
    clause = ruling.clauses[0].rpartition(".")[0]
    because = "The interruption does not affect the continuation of the round, so it goes on."
    return replace(ruling, effects=(Effect.CONTINUE,), clauses=(clause,), because=because)


def by_its_effect(ruling: Ruling, facts: Mapping[str, Fact]) -> Ruling:
    """The ruling as it is, or that the round goes on if the interruption does not affect it."""
    return unaffected(ruling) if is_unaffected(ruling, facts) else ruling


def is_unaffected(ruling: Ruling, facts: Mapping[str, Fact], decision: str | None = None) -> bool:
    """Whether the round goes on as if nothing had happened."""
    if ruling.incident is not Incident.TECHNICAL_INTERRUPTION:
        return False
    return facts.get(AFFECTS) is False or (facts.get(AFFECTS) == UNKNOWN and decision == GO_ON)
