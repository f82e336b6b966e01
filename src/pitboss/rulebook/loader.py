"""Reads a rulebook file, and refuses a bad one with the file, the key and what is allowed there."""

import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from pitboss.rulebook.effects import RulingRow
from pitboss.rulebook.incidents import AT_LEAST, FACTS, Incident, all_facts, holds
from pitboss.rulebook.model import BullseyeBook, HoldemBook, Rulebook, StudBook, StudHiding
from pitboss.rulebook.parts import SameTable
from pitboss.rulebook.pay import Pay, Share, parse_pay

DATA = Path(__file__).parent / "data"

FAMILIES: Mapping[str, type[msgspec.Struct]] = {
    "stud": StudBook,
    "holdem": HoldemBook,
    "bullseye": BullseyeBook,
}


class RulebookError(ValueError):
    """A rulebook file that can't be used. Says which file, which key, and what to write there."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key}: {problem}" if key else f"{file}: {problem}")
        self.file, self.key, self.problem = file, key, problem


class _BadValue(Exception):
    """A problem at a key, before the file's name is put to it."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key, self.problem = key, problem


def builtin_ids() -> tuple[str, ...]:
    """The ids of the rulebooks that come with Pitboss."""
    return tuple(sorted(path.stem for path in DATA.glob("*-[0-9]*.toml")))


@lru_cache
def builtin(rulebook_id: str) -> Rulebook | None:
    """A rulebook that comes with Pitboss, or None."""
    return load_rulebook(DATA / f"{rulebook_id}.toml") if rulebook_id in builtin_ids() else None


def load_rulebook(path: Path) -> Rulebook:
    """Reads and checks one file; raises RulebookError."""
    try:
        raw = tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise RulebookError(str(path), "", f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RulebookError(str(path), "", "is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(str(path), "", f"is not TOML: {error}") from None
    try:
        return _build(raw, path.parent)
    except _BadValue as bad:
        raise RulebookError(str(path), bad.key, bad.problem) from None


def _build(raw: dict[str, Any], folder: Path) -> Rulebook:
    named = raw.get("family")
    family = FAMILIES.get(named) if isinstance(named, str) else None
    if family is None:
        raise _BadValue("family", f"is {named!r}; write one of {_listed(FAMILIES)}")
    try:
        book = msgspec.convert(raw, family, dec_hook=_decode)
    except msgspec.ValidationError as error:
        raise _explained(error, raw, family) from None
    assert isinstance(book, StudBook | HoldemBook | BullseyeBook)
    _check_clauses(raw, book.clause_list, folder)
    _check_readings(book)
    _check_money(book)
    _check_rulings(book)
    return book


def _decode(kind: type, value: object) -> object:
    assert kind is Pay, "the only type in a rulebook that msgspec does not know"
    return parse_pay(value)


# ── what a file says must hold together ───────────────────────────────────────────────────────────────────────────


def _check_clauses(raw: Mapping[str, Any], clause_list: str, folder: Path) -> None:
    """Every clause cited must be in the clause list: one of ours by its rulebook id, or an own CSV file by path."""
    from pitboss.rulebook.clauses import ClauseListError, all_clauses, read_clauses

    if clause_list.endswith(".csv"):
        try:
            lists = read_clauses(folder / clause_list)
        except (ClauseListError, OSError) as error:
            raise _BadValue("clause-list", str(error)) from None
        known = {number for numbered in lists.values() for number in numbered}
    elif clause_list in all_clauses():
        known = set(all_clauses()[clause_list])
    else:
        allowed = _listed(all_clauses())
        raise _BadValue(
            "clause-list", f"is {clause_list!r}; write one of {allowed}, or the path of an own .csv file"
        )
    for key, number in _cited(raw, ""):
        if number not in known:
            raise _BadValue(key, f"cites {number!r}, which is not in the clause list {clause_list!r}")


def _cited(value: object, key: str, inside_cites: bool = False) -> Iterator[tuple[str, str]]:
    """All clauses that stand in a raw file, with their keys."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            inner = f"{key}.{name}" if key else name
            if name == "clause" or name.endswith("-clause"):
                yield inner, part
            else:
                cites = inside_cites or name in ("clauses", "cites") or name.endswith("-clauses")
                yield from _cited(part, inner, cites)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _cited(part, f"{key}[{index}]", inside_cites)
    elif inside_cites and isinstance(value, str):
        yield key, value


def _check_readings(book: Rulebook) -> None:
    pooled = book.jackpot.same_table is SameTable.POOLED
    needed = {"several-royal-flushes": pooled, "several-straight-flushes": pooled}
    if isinstance(book, StudBook):
        needed["hidden-hand"] = book.play.hiding is StudHiding.NOT_SAID
        needed["declined-with-no-hand"] = book.play.hiding is StudHiding.RANKS_BELOW_DEALER
    for name, wanted in needed.items():
        present = getattr(book.readings, name.replace("-", "_")) is not None
        if wanted and not present:
            raise _BadValue(f"readings.{name}", "is missing, and this rulebook's rules depend on it")
        if present and not wanted:
            raise _BadValue(
                f"readings.{name}", "answers a question that this rulebook's rules do not raise; remove it"
            )


def _check_money(book: Rulebook) -> None:
    wagers = msgspec.structs.fields(book.wagers)
    names = [field.name for field in wagers]
    for name in book.caps:
        if name not in names:
            raise _BadValue(f"caps.{name}", f"is not a wager of this game; write one of {_listed(names)}")
    for wager in names:
        table = getattr(book.pays, wager)
        for field in msgspec.structs.fields(table):
            line = getattr(table, field.name)
            pays = getattr(line, "pays", None)
            if isinstance(pays, Share) and wager != "progressive":
                key = f"pays.{wager}.{field.encode_name}.pays"
                raise _BadValue(key, "only a progressive wager can be paid a share of the jackpot")


def _check_rulings(book: Rulebook) -> None:
    if Incident.UNLISTED not in book.rulings:
        raise _BadValue("rulings.unlisted", "is missing: say who decides what the rules do not cover")
    for name, rows in book.rulings.items():
        if name not in list(Incident):
            raise _BadValue(f"rulings.{name}", f"is not an incident; write one of {_listed(Incident)}")
        incident = Incident(name)
        for index, row in enumerate(rows):
            _check_when(incident, row, f"rulings.{name}[{index}].when")
        for facts in all_facts(incident):
            if not any(all(holds(wanted, facts[fact]) for fact, wanted in row.when.items()) for row in rows):
                told = ", ".join(f"{fact} = {value}" for fact, value in facts.items())
                raise _BadValue(f"rulings.{name}", f"has no row for {told}")


def _check_when(incident: Incident, row: RulingRow, key: str) -> None:
    kinds = FACTS.get(incident, {})
    for fact, wanted in row.when.items():
        kind = kinds.get(fact)
        if kind is None:
            raise _BadValue(
                f"{key}.{fact}", f"is not a fact of this incident; it has {_listed(kinds) or 'none'}"
            )
        if isinstance(wanted, str) and kind.least is not None:
            number = wanted.removeprefix(AT_LEAST)
            if wanted.startswith(AT_LEAST) and number.isdecimal() and number.isascii():
                continue
        if not kind.allows(wanted):
            more = f', or "{AT_LEAST}2" and the like' if kind.least is not None else ""
            raise _BadValue(f"{key}.{fact}", f"is {wanted!r}; write {kind}{more}")


# ── errors in the words of the file ───────────────────────────────────────────────────────────────────────────────


def _explained(
    error: msgspec.ValidationError, raw: Mapping[str, Any], family: type[msgspec.Struct]
) -> _BadValue:
    """Where a file does not have its shape, and what is allowed there.

    msgspec names the place but leaves out the keys of tables with free names, so the way there is looked for again,
    from the outside in.
    """
    kind: object = family
    value: object = raw
    key = ""
    while True:
        inner = _failing_part(kind, value)
        if inner is None:
            break
        name, kind, value = inner
        key = f"{key}{name}" if name.startswith("[") or not key else f"{key}.{name}"
    try:
        msgspec.convert(value, kind, dec_hook=_decode)
    except msgspec.ValidationError as innermost:
        error = innermost
    problem, _, _ = str(error).partition(" - at `")
    return _BadValue(key, f"{problem[0].lower()}{problem[1:]}{_allowed(kind, value)}")


def _failing_part(kind: object, value: object) -> tuple[str, object, object] | None:
    """The first part of ``value`` that is not what ``kind`` asks for, with its name and kind."""
    for name, part_kind, part in _parts(kind, value):
        try:
            msgspec.convert(part, part_kind, dec_hook=_decode)
        except msgspec.ValidationError:
            return name, part_kind, part
    return None


def _parts(kind: object, value: object) -> Iterator[tuple[str, object, object]]:
    kind = _without_none(kind)
    origin = get_origin(kind)
    struct = origin if origin is not None and hasattr(origin, "__struct_fields__") else kind
    if isinstance(value, Mapping) and hasattr(struct, "__struct_fields__"):
        for field in msgspec.structs.fields(kind):  # type: ignore[arg-type]  # a struct, or a generic one made concrete
            if field.encode_name in value:
                yield field.encode_name, field.type, value[field.encode_name]
    elif isinstance(value, Mapping) and origin is dict:
        for name, part in value.items():
            yield name, get_args(kind)[1], part
    elif isinstance(value, list) and origin is tuple:
        for index, part in enumerate(value):
            yield f"[{index}]", get_args(kind)[0], part


def _without_none(kind: object) -> object:
    """``X`` for ``X | None``."""
    if get_origin(kind) in (Union, UnionType):
        rest = [part for part in get_args(kind) if part is not type(None)]
        if len(rest) == 1:
            return rest[0]
    return kind


def _allowed(kind: object, value: object) -> str:
    kind = _without_none(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"; write one of {_listed(member.value for member in kind)}"
    if get_origin(kind) is Literal:
        return f"; write one of {_listed(get_args(kind))}"
    origin = get_origin(kind)
    struct = origin if origin is not None and hasattr(origin, "__struct_fields__") else kind
    if isinstance(value, Mapping) and hasattr(struct, "__struct_fields__"):
        fields = msgspec.structs.fields(kind)  # type: ignore[arg-type]  # as in _parts
        return f"; the keys here are {_listed(field.encode_name for field in fields)}"
    return ""


def _listed(words: object) -> str:
    assert hasattr(words, "__iter__")
    return ", ".join(str(word) for word in words)
