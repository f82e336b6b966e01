"""What a table itself knows about an irregularity: nobody needs to tell it."""

from collections.abc import Mapping

from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import FACTS, Fact, Incident
from pitboss.rulebook.model import Rulebook
from pitboss.table.betting import had_once
from pitboss.table.looks import SEEN, VIEWED, hands_viewed, players_have_seen
from pitboss.table.occasions import noticed_later
from pitboss.table.queries import decision_outstanding, opening, outcome_established
from pitboss.table.remedies.reconstruction import missed_at, opened_since
from pitboss.table.state import BoxState, RoundState, TableState


def known_facts(
    state: TableState,
    incident: Incident,
    reported: Mapping[str, Fact],
    box: BoxState | None,
    bet: str | None = None,
    *,
    confirming: bool = False,
) -> dict[str, Fact]:
    """What the table itself knows; ``confirming`` the waiting ruling, as opposed to reporting
    something more.
    """
    round = state.round
    if round is None or noticed_later(incident, reported):
        return {"noticed": "later", SEEN: False}
    closing = {
        Incident.OVER_MAXIMUM_BET,
        Incident.UNDER_MINIMUM_BET,
        Incident.PROGRESSIVE_WITHOUT_ANTE,
    }
    when = (
        ("after-close" if round.closed else "before-close")
        if incident in closing
        else ("this-round")
    )
    facts: dict[str, Fact] = {"noticed": when, "outcome_established": outcome_established(state)}
    seen = players_have_seen(state, round, confirming=confirming)
    if seen is not None:
        facts[SEEN] = seen
    count = _all_exposed(state.book, round, reported, confirming)
    if incident is Incident.CARDS_EXPOSED and count is not None:
        facts["count"] = count
    if incident is Incident.BURN_MISSED and _beyond_repair(state, round, reported):
        facts = {SEEN: reported.get(SEEN, False)} | facts | {"can_reconstruct": False}
    if box is not None:
        facts["decision_outstanding"] = decision_outstanding(round, box)
        facts["settled_before"] = had_once(state, box, bet or opening(state))
        viewed = hands_viewed(state, round, box.player, reported.get(VIEWED))
        if viewed is not None:
            facts[VIEWED] = viewed
    return facts


def _beyond_repair(state: TableState, round: RoundState, reported: Mapping[str, Fact]) -> bool:
    """Whether a missed burn can't be made up for, so that it does not matter who has looked: cards
    that lie open can't go back to where they should have come from (RWS 5.9).
    """
    return round.revealed or opened_since(round, missed_at(state, round, reported))


def _all_exposed(
    book: Rulebook, round: RoundState, reported: Mapping[str, Fact], confirming: bool
) -> int | None:
    """How many cards have been exposed in this deal, including those of the report; None if it
    mentions none.
    """
    if not FACTS[Incident.CARDS_EXPOSED]["count"].allows(reported.get("count")):
        return None
    pending = round.pending
    before = round.exposed
    if pending is not None and pending.ruling.incident is Incident.CARDS_EXPOSED and not confirming:
        before = before.and_more(pending.facts)
    exposed = before.and_more(reported)
    if not _spares_a_dealers_card(book) or exposed.dealers > 1:
        return exposed.dealers + exposed.others
    # One card of the dealer's has become the face-up card, which does not count (RWS stud 5.8.2,
    # 5.16).
    return 1 if reported.get("dealers_card") is True else exposed.others


def _spares_a_dealers_card(book: Rulebook) -> bool:
    rows = book.rulings.get(Incident.CARDS_EXPOSED, ())
    return any(Effect.USE_AS_FACE_UP_CARD in row.effects for row in rows)
