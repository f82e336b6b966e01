"""Checks of a command before anything is stored: its numbers, its texts, its names."""

from collections.abc import Collection, Iterator, Mapping
from types import NoneType
from typing import Any

import msgspec

from pitboss.casino.texts import command_fault
from pitboss.games.faults import Fault, FaultCode
from pitboss.jackpot.commands import AnyLinkCommand
from pitboss.kernel.lookalikes import skeleton
from pitboss.kernel.texts import name_fault
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.incidents import Incident
from pitboss.table.command_json import AROUND, MOST_DESCRIPTION, read_actor
from pitboss.table.commands import AnyCommand, Report
from pitboss.web.api.problems import Problem

MOST_CENTS = 10**15


def check_numbers(command: AnyCommand | AnyLinkCommand) -> None:
    """Numbers, and the sums of them, are stored in 64 bits; no casino comes near that."""
    values = msgspec.structs.astuple(command)
    if all(type(value) in _PLAIN for value in values):
        # True of nearly every command; looking deeper would take longer than reading it did.
        largest = max((abs(value) for value in values if type(value) is int), default=0)
    else:
        largest = max(map(abs, _numbers(values)), default=0)
    if largest > MOST_CENTS:
        raise Fault(FaultCode.BAD_AMOUNT, f"{command.__struct_config__.tag}: a number is too large")


def check_described(command: AnyCommand) -> None:
    """An incident that the rules do not name is ruled on by its description alone."""
    if (
        isinstance(command, Report)
        and command.incident == Incident.UNLISTED
        and command.description is None
    ):
        message = f"say in description what happened, in 1 to {MOST_DESCRIPTION} characters"
        raise Fault(FaultCode.MISSING_FIELD, message, "description")


def check_texts(command: AnyCommand | AnyLinkCommand) -> None:
    """Runs before anything is stored: accepted and refused commands alike are kept for good."""
    if (fault := command_fault(command)) is not None:
        where, sentence = fault
        raise Fault(FaultCode.BAD_FIELD, sentence, where)


def beside(raw: Mapping[str, object]) -> dict[str, object]:
    """What a body says besides the command, as a line of a script does: who acts, at which table,
    at what time. A note is for readers and has no effect.
    """
    around = {name: raw[name] for name in AROUND if name in raw and name != "note"}
    inner = raw.get("should-be")
    if isinstance(inner, Mapping):
        around |= {f"should-be.{name}": inner[name] for name in AROUND if name in inner}
    return around


def check_beside(said: Mapping[str, object], actor: Actor, table: str) -> None:
    """A script says who acts, where and when; here the session, the address and the server
    determine that. A body that agrees is accepted; one that does not is refused rather than
    reinterpreted.
    """
    for name, value in said.items():
        if name == "by":
            if read_actor(value) == actor:
                continue
            message = "by is not who is signed in, and nobody acts for somebody else; leave it out"
        elif name == "table":
            if value == table:
                continue
            message = f"table differs from the one in the address, {table}; leave it out"
        else:
            message = f"{name} is only for pitboss play scripts; leave it out"
        raise Fault(FaultCode.BAD_FIELD, message, name)


def check_new_name(name: str, what: str, others: Collection[str]) -> None:
    """A table or link is addressed by its name once it is open, so the name must not look like one
    of the ``others``. Those opened long ago keep theirs.
    """
    if (fault := name_fault(name, parted_by="/,")) is not None:
        raise Problem(422, "bad-name", fault, where=what)
    if name in others:
        return
    read = skeleton(name)
    if (other := next((other for other in others if skeleton(other) == read), None)) is not None:
        raise Problem(
            409, "name-taken", f"{name} reads like {other}; choose another name.", where=what
        )


_PLAIN = frozenset((int, str, bool, NoneType))


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from _numbers(msgspec.structs.astuple(value))
    elif isinstance(value, dict):
        for one in value.values():
            yield from _numbers(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _numbers(one)
