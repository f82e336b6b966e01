"""A rulebook with some of its values changed, without a file: what a house would like to try."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from pitboss.rulebook.loader import FAMILY, RulebookError, TomlTable, build, source_of
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.pay import Pay


def vary(book: Rulebook, changes: Mapping[str, object], new_id: str) -> Rulebook:
    """The rulebook with other values, by their keys in its file: ``{"pays.bet.flush": "6 to 1"}``.

    A pay line may be given as what it pays alone, and keeps its clause; None takes away what may
    be missing. The result is checked as a file is; raises RulebookError.

    >>> from pitboss.rulebook.shelf import Shelf
    >>> stud = Shelf().get("rws-casino-stud-6")
    >>> vary(stud, {"pays.bet.flush": "6 to 1"}, "house-stud-1").pays.bet.flush.pays
    <6 to 1>
    """
    raw = raw_of(book) | {"id": new_id}
    for key, value in changes.items():
        _set(raw, key, value, new_id)
    return build(raw, source_of(book), new_id)


def raw_of(book: Rulebook) -> TomlTable:
    """What a rulebook's file would say."""
    raw = msgspec.to_builtins(book, builtin_types=(datetime,), enc_hook=_pay)
    # A file omits what a rulebook does not say.
    said: TomlTable = _without_none(raw)
    return said | {FAMILY: book.family}


def _pay(value: object) -> str:
    assert isinstance(value, Pay), "the only type in a rulebook that msgspec does not know"
    return str(value)


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(one) for key, one in value.items() if one is not None}
    return [_without_none(one) for one in value] if isinstance(value, list | tuple) else value


def _set(raw: TomlTable, key: str, value: object, name: str) -> None:
    *way, last = key.split(".")
    table: Any = raw
    for index, part in enumerate(way):
        table = table.get(part)
        if not isinstance(table, dict):
            raise RulebookError(name, ".".join(way[: index + 1]), "is no table of this rulebook")
    if value is None:
        table.pop(last, None)
        return
    before = table.get(last)
    if isinstance(before, dict) and "pays" in before and not isinstance(value, Mapping):
        table[last] = before | {"pays": value}
    else:
        table[last] = value
