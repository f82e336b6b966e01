"""Events as JSON, in the notation of the contracts."""

from typing import Any

import msgspec

from pitboss.cli.render.wording import post_name
from pitboss.games.record import Jackpot
from pitboss.kernel.cards import NAMES
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import Actor
from pitboss.table import events as e
from pitboss.table.commands import OpenTable
from pitboss.table.rulings import Ruling, written_ruling
from pitboss.table.shuffle.events import UNREADABLE

_CARDS = ("cards", "deck", "three")


def event_as_json(event: e.AnyEvent) -> dict[str, object]:
    """An event in the notation of the contracts: cards by name, amounts in dollars, people as
    commands name them.
    """
    fields: dict[str, object] = {"event": str(event.__struct_config__.tag)}
    for name, written in zip(event.__struct_fields__, event.__struct_encode_fields__, strict=True):
        value = getattr(event, name)
        # Fields that a journal omits are omitted here too.
        if value is not msgspec.UNSET:
            fields[written] = _as_json(name, value)
    return fields


def _as_json(name: str, value: Any) -> Any:
    match value:
        case None:
            return None
        case Actor():
            return f"{post_name(value.post)}:{value.name}"
        case Ruling():
            return msgspec.to_builtins(written_ruling(value))
        case Jackpot():
            return {"displayed": format_cents(value.displayed), "reset": format_cents(value.reset)}
        case OpenTable():
            return _settings(value)
        case bytes():
            return value.hex()
        case _:
            pass
    if name in _CARDS:
        return [_card(card) for card in value]
    if name == "card":
        return _card(value)
    if name == "amount":
        return format_cents(value)
    if name == "paid":
        return {player: format_cents(amount) for player, amount in value.items()}
    return msgspec.to_builtins(value)


def _card(card: Any) -> Any:
    """A card by its name; anything else is shown as it is stored."""
    if card in (None, UNREADABLE):
        return None
    return NAMES[card] if card in range(len(NAMES)) else card


def _settings(settings: OpenTable) -> dict[str, object]:
    written: Any = {"do": settings.__struct_config__.tag} | {
        field.encode_name: msgspec.to_builtins(getattr(settings, field.name))
        for field in msgspec.structs.fields(settings)
    }
    for limit in written["limits"].values():
        limit |= {end: format_cents(amount) for end, amount in limit.items() if amount is not None}
    if written["progressive-bet"] is not None:
        written["progressive-bet"] = format_cents(written["progressive-bet"])
    return dict(written)
