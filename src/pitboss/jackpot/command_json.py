"""Commands for a link as JSON gives them: ``{"do": "verify-claim", "claim": "T1-7/3"}``; amounts
are strings of dollars.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.games.faults import Fault, FaultCode, shown
from pitboss.jackpot.commands import FROM_PEOPLE, AnyLinkCommand, LinkCommand
from pitboss.kernel.money import Cents, parse_cents

LINK_COMMANDS: dict[str, type[LinkCommand]] = {
    str(kind.__struct_config__.tag): kind for kind in FROM_PEOPLE
}
# Built here and not on first use: msgspec crashes when two threads make it build the same type at
# once.
msgspec.json.Decoder(AnyLinkCommand)


def read_link_command(raw: object, verifiers: int = 1) -> AnyLinkCommand:
    """A typed command; raises Fault. ``verifiers`` is the default for parameters that do not say
    how many.
    """
    if not isinstance(raw, Mapping):
        raise Fault(FaultCode.BAD_FIELD, f"a command is a JSON object, not {shown(raw)}")
    do = raw.get("do")
    if do is None:
        raise Fault(
            FaultCode.MISSING_FIELD, f"do is missing; commands are {', '.join(LINK_COMMANDS)}", "do"
        )
    kind = LINK_COMMANDS.get(do) if isinstance(do, str) else None
    if kind is None:
        message = (
            f"{shown(do)} is not a command for a link; write one of {', '.join(LINK_COMMANDS)}"
        )
        raise Fault(FaultCode.BAD_FIELD, message, "do")
    try:
        command = msgspec.convert(_converted(raw, verifiers), kind)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$.")
        names = ", ".join(field.encode_name for field in msgspec.structs.fields(kind))
        message = f"{do}: {problem[0].lower()}{problem[1:]}; its fields are {names or 'none'}"
        raise Fault(FaultCode.BAD_FIELD, message, place.rstrip("`")) from None
    return command  # type: ignore[return-value]  # one of the union's members, found by its name


def _converted(raw: Mapping[str, Any], verifiers: int) -> dict[str, object]:
    fields: dict[str, object] = dict(raw)
    if "amount" in fields:
        fields["amount"] = _amount(fields["amount"], "amount", signed=True)
    parameters = fields.get("parameters")
    if isinstance(parameters, Mapping):
        fields["parameters"] = {"verifiers": verifiers} | {
            name: _amount(value, f"parameters.{name}")
            if name in ("reset", "cap") and value is not None
            else value
            for name, value in parameters.items()
        }
    return fields


def _amount(value: object, at: str, signed: bool = False) -> Cents:
    """An amount; one that is taken away has a minus sign."""
    text = value if isinstance(value, str) else ""
    taken = signed and text.startswith("-")
    amount = parse_cents(text.removeprefix("-") if taken else text)
    if amount is None:
        message = f'{shown(value)} is not an amount; write a string of dollars such as "25.00"'
        raise Fault(FaultCode.BAD_AMOUNT, message, at)
    return Cents(-amount) if taken else amount
