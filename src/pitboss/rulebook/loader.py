"""Reads a rulebook file, and rejects a bad one with the file, the key and what is allowed there."""

import tomllib
from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from functools import lru_cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin
from weakref import WeakKeyDictionary

import msgspec

from pitboss.rulebook.checks import BadValue, ClauseSource, check, listed, shown
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.pay import Pay, parse_pay
from pitboss.rulebook.shape import FaultyGame, added_folders, shape_named, shape_names

DATA = Path(__file__).parent / "data"

TomlTable: TypeAlias = dict[str, Any]
"""A table of a file, as TOML returns it."""

FAMILY = "family"
"""The key that says which game a file describes."""


class RulebookError(ValueError):
    """An invalid rulebook file. Says which file, which key, and what to write there."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key}: {problem}" if key else f"{file}: {problem}")
        self.file, self.key, self.problem = file, key, problem


def builtin_ids() -> tuple[str, ...]:
    """The ids of the rulebooks that come with Pitboss."""
    return tuple(sorted(path.stem for path in DATA.glob("*-[0-9]*.toml")))


@lru_cache
def added_files() -> Mapping[str, Path]:
    """The rulebooks that come with installed games, by id."""
    folders, _ = added_folders()
    return {path.stem: path for folder in folders for path in folder.glob("*.toml")}


@lru_cache
def faults_of_added() -> Mapping[str, str]:
    """What is wrong with installed games: by the id of a rulebook that can't be read, or by the
    sentence itself where the package can't be used at all.
    """
    _, games = added_folders()
    faults = {str(game): str(game) for game in games}
    for rulebook_id, path in added_files().items():
        try:
            _loaded(path)
        except Exception as error:  # noqa: BLE001 - a package of somebody else may fail in any way
            known = isinstance(error, RulebookError)
            faults[rulebook_id] = (
                str(error) if known else f"{path}: {type(error).__name__}: {error}"
            )
    return faults


def installed_ids() -> tuple[str, ...]:
    """The ids of the rulebooks that need no path: ours, and those of installed games that can be
    read.
    """
    return tuple(sorted({*builtin_ids(), *added_files()} - {*faults_of_added()}))


def installed_file(rulebook_id: str) -> Path | None:
    """The file of a rulebook that needs no path, or None."""
    if rulebook_id in builtin_ids():
        return DATA / f"{rulebook_id}.toml"
    return added_files().get(rulebook_id)


@lru_cache
def installed(rulebook_id: str) -> Rulebook | None:
    """A rulebook that needs no path, or None."""
    path = installed_file(rulebook_id)
    return None if path is None else _loaded(path)


@lru_cache
def _loaded(path: Path) -> Rulebook:
    # Loaded once and for all: states are compared, and a rulebook equals nothing but itself.
    return load_rulebook(path)


_sources: WeakKeyDictionary[Rulebook, ClauseSource] = WeakKeyDictionary()
_texts: WeakKeyDictionary[Rulebook, str] = WeakKeyDictionary()


def source_of(book: Rulebook) -> ClauseSource:
    """Where the clauses of a rulebook are."""
    return _sources[book]


def toml_of(book: Rulebook) -> str | None:
    """The text that a rulebook was read from; None if it was created without one."""
    return _texts.get(book)


def load_rulebook(path: Path) -> Rulebook:
    """Reads and checks one file; raises RulebookError."""
    try:
        # Some editors put a byte-order mark in front, which is not part of the text.
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise RulebookError(str(path), "", f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RulebookError(str(path), "", "is not UTF-8 text") from None
    except ValueError:
        raise RulebookError(str(path), "", "can't be the name of a file") from None
    return parse_rulebook(text, path.parent, str(path))


def parse_rulebook(text: str, source: ClauseSource, name: str) -> Rulebook:
    """Reads and checks the text of a file; ``name`` is its name in messages. Raises
    RulebookError.
    """
    book = build(read_toml(text, name), source, name)
    _texts[book] = text
    return book


def read_toml(text: str, name: str) -> TomlTable:
    """The parsed text of a file, not checked any further; raises RulebookError if it is not
    TOML.
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulebookError(
            name, "", "is not TOML: lists or tables inside each other without end"
        ) from None
    except ValueError as error:
        # TOMLDecodeError is one; a number with thousands of digits causes another.
        raise RulebookError(name, "", f"is not TOML: {error}") from None


def build(raw: TomlTable, source: ClauseSource, name: str) -> Rulebook:
    """A rulebook from what a file would say, checked like a file; raises RulebookError."""
    try:
        return _build(raw, source)
    except BadValue as bad:
        raise RulebookError(name, bad.key, bad.problem) from None


def _build(raw: TomlTable, source: ClauseSource) -> Rulebook:
    if FAMILY not in raw:
        raise BadValue(FAMILY, f"is missing; write one of {listed(shape_names())}")
    named = raw[FAMILY]
    try:
        shape = shape_named(named) if isinstance(named, str) else None
    except FaultyGame as fault:
        raise BadValue(FAMILY, str(fault)) from None
    if shape is None:
        raise BadValue(FAMILY, f"is {shown(named)}; write one of {listed(shape_names())}")
    try:
        book = msgspec.convert(raw, shape.book, dec_hook=_decode)
    except msgspec.ValidationError as error:
        raise _explained(error, raw, shape.book) from None
    check(book, shape, source)
    _sources[book] = source
    return book


def _decode(kind: type, value: object) -> object:
    assert kind is Pay, "the only type in a rulebook that msgspec does not know"
    return parse_pay(value)


# ── errors in the words of the file ───────────────────────────────────────────────────────────────


def _explained(
    error: msgspec.ValidationError, raw: Mapping[str, Any], family: type[msgspec.Struct]
) -> BadValue:
    """Where a file does not have the right shape, and what is allowed there.

    msgspec names the place but leaves out the keys of tables with free names, so the path is
    searched for again, from the outside in.
    """
    kind: object = family
    value: object = raw
    key = ""
    while (inner := _failing_part(kind, value)) is not None:
        name, kind, value, error = inner
        key = f"{key}{name}" if name.startswith("[") else _joined(key, name)
    kind = _without_none(kind)
    if isinstance(value, Mapping) and _is_struct(kind):
        return _bad_table(error, key, kind, value)
    if kind is Pay:
        return BadValue(key, _told(error))
    return BadValue(key, f"is {shown(value)}; write {_wanted(kind)}")


def _bad_table(
    error: msgspec.ValidationError, key: str, kind: object, table: Mapping[str, Any]
) -> BadValue:
    fields = msgspec.structs.fields(kind)  # type: ignore[arg-type]  # a struct, or a generic one made concrete
    keys = [field.encode_name for field in fields]
    if not key:
        keys.append(FAMILY)
    for name in table:
        if name not in keys:
            return BadValue(_joined(key, name), f"is not a key here; the keys are {listed(keys)}")
    for field in fields:
        if field.required and field.encode_name not in table:
            return BadValue(_joined(key, field.encode_name), "is missing")
    return BadValue(key, _told(error))


def _failing_part(
    kind: object, value: object
) -> tuple[str, object, object, msgspec.ValidationError] | None:
    """The first part of ``value`` that does not match ``kind``, with its name, kind and error."""
    for name, part_kind, part in _parts(kind, value):
        try:
            msgspec.convert(part, part_kind, dec_hook=_decode)
        except msgspec.ValidationError as error:
            return name, part_kind, part, error
    return None


def _parts(kind: object, value: object) -> list[tuple[str, object, object]]:
    """The parts of a table or a list: name, kind and value of each."""
    kind = _without_none(kind)
    origin = get_origin(kind)
    if isinstance(value, Mapping) and _is_struct(kind):
        fields = msgspec.structs.fields(kind)  # type: ignore[arg-type]  # as in _bad_table
        present = [field for field in fields if field.encode_name in value]
        return [(field.encode_name, field.type, value[field.encode_name]) for field in present]
    if isinstance(value, Mapping) and origin is dict:
        return [(name, get_args(kind)[1], part) for name, part in value.items()]
    if isinstance(value, list) and origin is tuple:
        return [(f"[{index}]", get_args(kind)[0], part) for index, part in enumerate(value)]
    return []


def _is_struct(kind: object) -> bool:
    return hasattr(get_origin(kind) or kind, "__struct_fields__")


def _without_none(kind: object) -> object:
    """``X`` for ``X | None``: a file omits what it does not say."""
    if get_origin(kind) in (Union, UnionType):
        rest = [part for part in get_args(kind) if part is not NoneType]
        if len(rest) == 1:
            return rest[0]
    return kind


_WORDS: Mapping[object, str] = {
    str: "text in quotes",
    bool: "true or false",
    int: "a whole number",
    datetime: "a time such as 2020-12-08T08:00:00+08:00",
    tuple: "a list in [ ]",
    dict: "a table of its own",
}


def _wanted(kind: object) -> str:
    """What belongs in a place of this kind."""
    origin = get_origin(kind)
    if origin is Literal:
        return _one_of(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _one_of(tuple(member.value for member in kind))
    if origin in (Union, UnionType):
        return " or ".join(_WORDS[part] for part in get_args(kind))
    if _is_struct(kind):
        return _WORDS[dict]
    if origin is tuple and ... not in get_args(kind):
        return f"a list of {len(get_args(kind))}"
    return _WORDS[origin or kind]


def _one_of(words: tuple[object, ...]) -> str:
    return f"one of {listed(words)}" if len(words) > 1 else str(words[0])


def _told(error: msgspec.ValidationError) -> str:
    """The message of one of our own checks, without msgspec's way of naming the place."""
    problem, _, _ = str(error).partition(" - at `")
    return problem


def _joined(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name
