"""One JSON object a line in, one answer a line out, in the same order: the frame of ``settle`` and ``rule``.

Input is bytes, so that a line which is not UTF-8 costs that line its answer and nothing else.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

import msgspec

from pitboss.games.faults import Fault, FaultCode
from pitboss.games.record import record_id

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def decode(line: bytes) -> Any:
    """The JSON value of a line; raises Fault."""
    try:
        return _decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError):
        return _decode_again(line)
    except RecursionError:
        raise Fault(FaultCode.NOT_JSON, "this is nested too deeply to be read as JSON") from None


def _decode_again(line: bytes) -> Any:
    """msgspec refuses some numbers that JSON allows, such as 1e999; the standard library has the last word."""
    try:
        return json.loads(line.decode(), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        message = f"this is not UTF-8 text (byte {error.start + 1} of the line), so it can't be JSON"
    except RecursionError:
        message = "this is nested too deeply to be read as JSON"
    except ValueError as error:
        message = f"this is not JSON: {error}"
    raise Fault(FaultCode.NOT_JSON, message)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON value")


def answer_line(line: bytes, answer: Callable[[Any], dict[str, Any]]) -> tuple[bytes, bool]:
    """The answer to one line, and whether it is an answer and not an error."""
    value: Any = None
    try:
        value = decode(line)
        return _encode(answer(value)), True
    except Fault as fault:
        error = {"code": fault.code, "message": fault.message, "at": fault.at}
        return _encode({"id": record_id(value), "error": error}), False


def answer_lines(
    lines: Iterable[bytes], answer: Callable[[Any], dict[str, Any]]
) -> Iterator[tuple[bytes, bool]]:
    """The answers to all lines but blank ones."""
    for number, line in enumerate(lines):
        text = line.removeprefix(_BYTE_ORDER_MARK) if number == 0 else line
        if text.strip():
            yield answer_line(text, answer)
