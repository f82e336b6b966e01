"""Encryption at rest: face-down cards and secrets on their way between memory and the journal.

In memory an event has its cards; in the journal they are encrypted (AES-SIV, RFC 5297) with a key
derived from the round's secret. The secret is stored when the round is concluded: from then on
anybody with the journal can read them, and until then only the holder of the vault key can.
"""

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha512
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from pitboss.kernel.cards import Card, known_of
from pitboss.table import events as e
from pitboss.table.commands import SetHand
from pitboss.table.shuffle.deck import number_of, promise
from pitboss.table.shuffle.events import UNREADABLE
from pitboss.table.state import TableState

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

Opener = Callable[[str, str, int], bytes | None]
"""Returns the secret of a round, given its table, the name of its chain and its number; None if
unknown.
"""

_TAG_BYTES = 16


@lru_cache(128)
def _cipher(secret: bytes) -> "AESSIV":
    # Imported on first use: most CLI commands deal no cards.
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

    return AESSIV(sha512(b"pitboss-seal/1\0" + secret).digest())


@lru_cache(256)
def _places(table: str, number: int) -> dict[type[e.TableEvent], list[bytes]]:
    """The associated data to which the sealed texts of a round are bound, by kind of event."""
    return {kind: [f"{kind.__struct_config__.tag}/{number}/{table}".encode()] for kind in _HIDDEN}


def _burnt(event: e.CardBurnt) -> bytes | None:
    return None if event.card is None else bytes((event.card,))


def _set(event: e.HandSet) -> bytes | None:
    return None if event.three is None else bytes(event.three)


_HIDDEN: dict[type[e.TableEvent], Callable[[Any], bytes | None]] = {
    e.CardsDealt: lambda event: bytes(known_of(event.cards)),
    e.CardBurnt: _burnt,
    e.HandSet: _set,
}
"""The cards of an event that nobody may read yet, one byte each."""


def sealed(events: tuple[e.AnyEvent, ...], state: TableState) -> tuple[e.AnyEvent, ...]:
    """The events of a round as they are to be stored: with a shuffle of version 2, their cards are
    sealed.
    """
    round = state.round
    assert round is not None, "there is a round whose cards are sealed"
    if round.chain is None or round.secret is None:
        return events
    stored: list[Any] = []
    for event in events:
        hidden = _HIDDEN.get(type(event))
        cards = None if hidden is None else hidden(event)
        if cards is None:
            stored.append(event)
            continue
        number = number_of(round.id)
        place = _places(state.id, number)[type(event)]
        text = _cipher(round.secret).encrypt(cards, place)
        stored.append(replace(event, sealed=e.Sealed(round.chain.name, number, text)))
    return tuple(stored)


def is_kept_back(event: Any) -> bool:
    """Whether part of an event is withheld from storage."""
    if type(event) is e.BettingOpened:
        return event.chain is not UNSET
    return event.sealed is not UNSET


def stripped(event: Any) -> Any:
    """An event without what must stay in memory."""
    if isinstance(event, e.BettingOpened):
        return event if event.chain is UNSET else replace(event, secret=None)
    if event.sealed is UNSET:
        return event
    return _with_cards(event, ())


def _with_cards(event: Any, cards: tuple[Card, ...]) -> Any:
    match event:
        case e.CardsDealt():
            return replace(event, cards=cards)
        case e.CardBurnt():
            return replace(event, card=cards[0] if cards else None)
        case _:
            return replace(event, three=cards or None)


def opened(event: Any, table: str, opener: Opener | None) -> Any:
    """An event as it is in memory, with its cards and its secret if they are known."""
    if isinstance(event, e.BettingOpened):
        if event.chain is UNSET or opener is None:
            return event
        number = number_of(event.round)
        secret = opener(table, event.chain.name, number)
        if secret is None or promise(table, number, secret).hex() != event.commitment:
            return event
        return replace(event, secret=secret)
    if event.sealed is UNSET:
        return event
    seal = event.sealed
    secret = None if opener is None else opener(table, seal.chain, seal.round)
    return _with_cards(event, _read(event, table, secret))


def _read(event: Any, table: str, secret: bytes | None) -> tuple[Card, ...]:
    seal = event.sealed
    unknown = (UNREADABLE,) * (len(seal.text) - _TAG_BYTES)
    if secret is None:
        return unknown
    from cryptography.exceptions import InvalidTag

    try:
        cards = _cipher(secret).decrypt(seal.text, _places(table, seal.round)[type(event)])
    except InvalidTag:
        return unknown
    return tuple(map(Card, cards))


def without_cards(command: Any) -> Any:
    """A command without cards that may be face down, so that a refusal can be stored."""
    return replace(command, three=None) if isinstance(command, SetHand) else command


KEPT_BACK = (e.BettingOpened, e.CardsDealt, e.CardBurnt, e.HandSet)
"""Events of which part may be withheld from storage."""
