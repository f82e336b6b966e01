"""How amounts, cards, clauses and posts are written in the terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pitboss.kernel.cards import NAMES, Card
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import Post
from pitboss.table.queries import wager
from pitboss.table.rulings import Ruling
from pitboss.table.shuffle.events import UNREADABLE
from pitboss.table.state import BoxState, RoundState, TableState

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_name(name: str) -> str:
    """A card as people read it: ``Q♠`` for ``Qs``. Face-down cards stay as they are."""
    return f"{name[0]}{_SUITS[name[1]]}" if name[1:] in _SUITS else name


def money(amount: int | str) -> str:
    """An amount with thousands separators: ``250,000.00``."""
    text = amount if isinstance(amount, str) else format_cents(amount)
    dollars, _, places = text.lstrip("-").partition(".")
    return f"{'-' if text.startswith('-') else ''}{int(dollars):,}.{places}"


def gain(amount: int | str) -> str:
    """An amount that somebody is up or down: ``+75.00``, ``-25.00``, ``0.00``."""
    text = money(amount)
    return text if text.startswith("-") or text == "0.00" else f"+{text}"


def words(name: str) -> str:
    """A name of the contracts in words: ``one pair``."""
    return name.replace("-", " ")


def clauses(numbers: Iterable[str]) -> str:
    """Clauses in brackets with a space before, or nothing."""
    cited = ", ".join(numbers)
    return f" [{cited}]" if cited else ""


def post_name(post: Post) -> str:
    """A post as commands spell it: ``pit-supervisor``."""
    return post.name.lower().replace("_", "-")


def plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={plain(part)}" for key, part in value.items())
    if isinstance(value, tuple):
        return " ".join(plain(part) for part in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def moves_text(moves: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"from box {source} to box {target}" for source, target in moves)


def cards(dealt: Sequence[Card | None]) -> str:
    """Cards as people read them; a card that nobody could make out is ``??``."""
    return " ".join(
        "??" if card is None or card == UNREADABLE else card_name(NAMES[card]) for card in dealt
    )


def round_of(state: TableState) -> RoundState:
    assert state.round is not None, "this event belongs to a round"
    return state.round


def box_of(state: TableState, number: int) -> BoxState:
    return round_of(state).boxes[number]


def player_of(state: TableState, number: int) -> str:
    return f"Box {number} ({box_of(state, number).player})"


def bet_label(state: TableState, bet: str) -> str:
    kind = wager(state, bet)
    return bet if kind is None else kind.label


def ruling_text(ruling: Ruling) -> str:
    return f"Ruling: {', '.join(ruling.effects)}{clauses(ruling.clauses)}. {ruling.because}"
