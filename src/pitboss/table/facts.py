"""What a table itself knows about an irregularity: nobody needs to tell it."""

from collections.abc import Mapping

from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import FACTS, Fact, Incident
from pitboss.rulebook.model import Rulebook
from pitboss.table.betting import had_once
from pitboss.table.cards.felt import reads_nothing
from pitboss.table.occasions import noticed_later
from pitboss.table.queries import boxes_of, decision_outstanding, opening, outcome_established
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
        return {"noticed": "later", "players_have_seen": False}
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
    # With real cards, somebody may have looked without the table knowing, so a report is believed;
    # and what one report has said holds for the next.
    dealt = any(other.cards for other in round.boxes.values())
    looked = round.looked or reported.get("players_have_seen") is True
    seen = dealt and state.settings.cards != "virtual" and looked
    # Once a round has been settled, or a hand shown, hands have been turned up.
    turned_up = round.settlement is not None or any(box.shown for box in round.boxes.values())
    facts: dict[str, Fact] = {
        "noticed": when,
        "players_have_seen": round.anyone_examined or seen or turned_up,
        "outcome_established": outcome_established(state),
    }
    if reads_nothing(state) and dealt and not facts["players_have_seen"]:
        # Nobody enters who looks at ordinary cards; the dealer is asked if it matters.
        del facts["players_have_seen"]
    count = _all_exposed(state.book, round, reported, confirming)
    if incident is Incident.CARDS_EXPOSED and count is not None:
        facts["count"] = count
    if incident is Incident.BURN_MISSED and _beyond_repair(state, round, reported):
        facts = {"players_have_seen": False} | facts | {"can_reconstruct": False}
    if box is not None:
        facts["decision_outstanding"] = decision_outstanding(round, box)
        facts["settled_before"] = had_once(state, box, bet or opening(state))
        viewed = sum(other.examined for other in boxes_of(round, box.player))
        known = viewed or not reads_nothing(state) or not dealt
        if known and not _looked_besides(state, reported, viewed):
            facts["hands_viewed"] = viewed
    return facts


def _beyond_repair(state: TableState, round: RoundState, reported: Mapping[str, Fact]) -> bool:
    """Whether a missed burn can't be made up for, so that it does not matter who has looked: cards
    that lie open can't go back to where they should have come from (RWS 5.9).
    """
    return round.revealed or opened_since(round, missed_at(state, round, reported))


def _looked_besides(state: TableState, reported: Mapping[str, Fact], entered: int) -> bool:
    """Whether a player has looked at more real cards than anybody has entered."""
    viewed = reported.get("hands_viewed")
    return state.settings.cards != "virtual" and isinstance(viewed, int) and viewed > entered


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
