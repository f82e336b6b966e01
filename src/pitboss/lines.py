"""One JSON object per line in, one answer per line out, in the same order: the frame of ``settle``
and ``rule``.

Input is bytes, so that a line that is not UTF-8 costs only its own answer.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

import msgspec

from pitboss.games.faults import Fault, FaultCode
from pitboss.games.record_reader import record_id

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode

# Python refuses to read numbers of more than 4,300 digits.
_MOST_DIGITS = 4_000

Answer = Callable[[Any], object]
"""Answers a JSON value with anything that msgspec encodes; raises Fault."""

Quickly = Callable[[bytes], object | None]
"""Answers a line without decoding it first, or returns None to leave it to the slower way."""

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
    """msgspec rejects some numbers that JSON allows, such as 1e999; the standard library has the
    last word.
    """
    try:
        return json.loads(line.decode(), parse_constant=_refuse_constant, parse_int=_parse_int)
    except UnicodeDecodeError as error:
        message = (
            f"this is not UTF-8 text (byte {error.start + 1} of the line), so it can't be JSON"
        )
    except RecursionError:
        message = "this is nested too deeply to be read as JSON"
    except ValueError as error:
        message = f"this is not JSON: {error}"
    raise Fault(FaultCode.NOT_JSON, message)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON value")


def _parse_int(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(digits):,} digits is more than can be read")
    return int(digits)


def encode(answer: object) -> bytes:
    """An answer as JSON on one line."""
    try:
        return _encode(answer)
    except UnicodeEncodeError:
        # Half of a surrogate pair, which JSON can spell and UTF-8 can't: it is written back as it
        # came.
        return json.dumps(msgspec.to_builtins(answer), separators=(",", ":")).encode()


def answer_line(line: bytes, answer: Answer, quickly: Quickly | None = None) -> tuple[bytes, bool]:
    """The answer to one line, and whether it is an answer as opposed to an error.

    If ``quickly`` is given, it is tried first.
    """
    quick = None if quickly is None else quickly(line)
    if quick is not None:
        return encode(quick), True
    value: Any = None
    try:
        value = decode(line)
        return encode(answer(value)), True
    except Fault as fault:
        error = {"code": fault.code, "message": fault.message, "at": fault.at}
        return encode({"id": record_id(value), "error": error}), False


def answer_lines(
    lines: Iterable[bytes],
    answer: Answer,
    quickly: Quickly | None = None,
) -> Iterator[tuple[bytes, bool]]:
    """The answers to all lines except blank ones."""
    for number, line in enumerate(lines):
        text = line.removeprefix(_BYTE_ORDER_MARK) if number == 0 else line
        if text.strip():
            yield answer_line(text, answer, quickly)
