"""A script of commands, line by line."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pitboss.games.faults import Fault, FaultCode, shown
from pitboss.lines import decode
from pitboss.table.command_json import CommandLine, read_line

MAX_REPEAT = 1_000

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class ScriptLine(msgspec.Struct, frozen=True):
    """A line of a script: a comment, a command (to be given ``times`` times), or a line that can't
    be parsed.
    """

    number: int
    found: str | CommandLine | Fault
    times: int = 1


def read_script(lines: Iterable[bytes]) -> Iterator[ScriptLine]:
    """The lines of a script, without blank ones."""
    for number, text in enumerate(lines, 1):
        stripped = (text.removeprefix(_BYTE_ORDER_MARK) if number == 1 else text).strip()
        if not stripped:
            continue
        if stripped.startswith(b"#"):
            yield ScriptLine(number, stripped.decode(errors="replace"))
            continue
        try:
            raw = decode(stripped)
            times = _times(raw)
            yield ScriptLine(number, read_line(raw), times)
        except Fault as fault:
            yield ScriptLine(number, fault)


def _times(raw: Any) -> int:
    """How often a command is to be given: ``repeat`` belongs to scripts, so it is removed here."""
    times = raw.pop("repeat", 1) if isinstance(raw, dict) else 1
    if not isinstance(times, int) or isinstance(times, bool) or not 1 <= times <= MAX_REPEAT:
        raise Fault(
            FaultCode.BAD_FIELD, f"repeat must be 1 to {MAX_REPEAT}, not {shown(times)}", "repeat"
        )
    return times
