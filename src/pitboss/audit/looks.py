"""Looks at cards, as the events have them: a round notes the first that is certain, and people tell
of others where cards are real.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pitboss.audit.books.round_book import RoundBook

if TYPE_CHECKING:
    from pitboss.audit.books.table_book import TableBook


def is_real(table: "TableBook") -> bool:
    """Whether the system did not shuffle the cards, so that players may look at them unnoticed."""
    return table.settings is not None and table.settings.cards != "virtual"


def note_look(
    table: "TableBook", round: RoundBook, incident: str, facts: Mapping[str, Any]
) -> None:
    """Notes what a report tells of a look at real cards that are out."""
    if is_real(table) and _dealt(round):
        round.seen = round.seen or _tells_of_a_look(incident, facts)


def _tells_of_a_look(incident: str, facts: Mapping[str, Any]) -> bool:
    seen = facts.get("players_have_seen") is True or bool(facts.get("hands_viewed"))
    return seen or incident in ("extra-hand-examined", "hand-not-confidential")


def _dealt(round: RoundBook) -> bool:
    return any(box.cards for box in round.boxes.values())


def players_have_seen(table: "TableBook", round: RoundBook, confirming: bool) -> bool | None:
    """Whether a look at a hand is certain, or certain not to have been; None if people tell."""
    if round.seen or round.revealed:
        return True
    if not is_real(table) or not _dealt(round):
        return False
    waiting = None if confirming else round.waits
    if waiting is None:
        return None
    return _tells_of_a_look(str(waiting.ruling.incident), waiting.facts) or None


def hands_viewed(
    table: "TableBook", round: RoundBook, player: str, told: Mapping[str, Any]
) -> int | None:
    """How many of their hands a player has viewed; None if people tell, who can't tell of fewer
    than are certain. Whoever has decided on real cards has viewed one.
    """
    mine = [box for box in round.boxes.values() if box.player == player]
    entered, dealt = sum(box.examined for box in mine), sum(bool(box.cards) for box in mine)
    least = max(entered, int(is_real(table) and any(box.answered for box in mine)))
    number = told.get("hands_viewed")
    told_of = isinstance(number, int)
    if not is_real(table) or least >= dealt:
        return least
    return None if (told_of and number > entered) or not (told_of or entered) else least
