"""The auditor's own reading of the tables of rulings agrees with the engine's on every incident,
also where some facts have not been told.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from pitboss.audit.report import Misfit
from pitboss.audit.rulebook_file import open_book
from pitboss.audit.ruling_tables import AuditedRuling
from pitboss.audit.ruling_tables import ruled as audited
from pitboss.games.faults import Fault, FaultCode
from pitboss.rulebook.incidents import FACTS, Incident
from pitboss.rulebook.model import possible
from pitboss.rulebook.shelf import Shelf
from pitboss.table.rulings import Ruling, rule
from tests.support import BE, MH, MS, RULEBOOKS, SS


def partial_facts(incident: Incident) -> Iterator[dict[str, Any]]:
    """Every choice of facts that may have been told, with every value."""
    kinds = FACTS.get(incident, {})
    for values in product(*((None, *kind.samples()) for kind in kinds.values())):
        yield {name: value for name, value in zip(kinds, values, strict=True) if value is not None}


def engine(rulebook: str, incident: Incident, facts: dict[str, Any]) -> Ruling | None:
    """What the engine rules; None if a fact is missing."""
    try:
        return rule(Shelf().get(rulebook), incident, facts)
    except Fault as fault:
        if fault.code is not FaultCode.MISSING_FIELD:
            raise
        return None


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_both_rule_alike_and_miss_the_same_facts(rulebook: str) -> None:
    book = Shelf().get(rulebook)
    for incident in (one for one in Incident if possible(book, one)):
        for facts in partial_facts(incident):
            ruling = engine(rulebook, incident, facts)
            if ruling is None:
                with pytest.raises(Misfit, match="depends on"):
                    audited(open_book(rulebook), incident, facts)
            else:
                expected = AuditedRuling.stored(ruling)
                assert audited(open_book(rulebook), incident, facts) == expected, (incident, facts)


@pytest.mark.parametrize(
    ("rulebook", "incident", "facts"),
    [
        (MH, Incident.BURN_MISSED, {"players_have_seen": "perhaps", "can_reconstruct": False}),
        (MS, Incident.BURN_MISSED, {"players_have_seen": True, "can_reconstruct": 7}),
        (MS, Incident.CARDS_EXPOSED, {"players_have_seen": True, "count": "two"}),
        (SS, Incident.CARDS_EXPOSED, {"players_have_seen": 0, "count": 5}),
        (BE, Incident.SEVERAL_POSITIONS_IN_ERROR, {"hands_viewed": 9, "count": True}),
    ],
)
def test_what_is_no_value_of_a_fact_has_not_been_told(
    rulebook: str, incident: Incident, facts: dict[str, Any]
) -> None:
    ruling = engine(rulebook, incident, facts)
    assert ruling is not None
    assert audited(open_book(rulebook), incident, facts) == AuditedRuling.stored(ruling)
