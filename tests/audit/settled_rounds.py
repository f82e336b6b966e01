"""Rounds, what the engine makes of them, and ways to spoil that."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pitboss
from pitboss.games.settlement import as_json
from tests.properties.rounds import collected

DATA = Path(__file__).parents[1] / "data"

Json = dict[str, Any]

WORDS = {
    "result": ("win", "lose", "push", "void"),
    "hand": (
        "one-pair",
        "royal-flush",
        "straight-flush",
        "five-odd-cards",
        "none",
        "pair-k",
        "point-1",
    ),
    "bet": ("ante", "bet", "main", "progressive"),
}
"""What may stand at a field instead of what is there."""


def settled_by_engine(record: Json, shelf: pitboss.Shelf | None = None) -> Json:
    """What the engine makes of a record, as a journal stores it."""
    return stored(pitboss.settle(record, shelf))


def stored(settlement: pitboss.Settlement) -> Json:
    """A settlement as a journal gives it back: lists, not tuples."""
    found: Json = json.loads(json.dumps(as_json(settlement)))
    return found


def vectors() -> Iterator[tuple[Json, Json]]:
    """The contract's records that can be settled, each with what the contract expects."""
    records = (DATA / "records.jsonl").read_text(encoding="utf-8").splitlines()
    expected = (DATA / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    for line, answer_line in zip(records, expected, strict=True):
        answer = json.loads(answer_line)
        if "error" not in answer:
            yield json.loads(line), answer


def leaves(
    value: Any, way: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value that is neither object nor list, and where it stands."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*way, key))
    else:
        yield way, value


def changed(whole: Json, way: tuple[str | int, ...], value: Any) -> Json:
    """A copy with another value at one place."""
    found = copy.deepcopy(whole)
    holder(found, way)[way[-1]] = value
    return found


def holder(whole: Json, way: tuple[str | int, ...]) -> Any:
    """The object or list in which a place is."""
    inner: Any = whole
    for key in way[:-1]:
        inner = inner[key]
    return inner


def places(whole: Json) -> list[tuple[str | int, ...]]:
    """Every place in an object, at all depths."""
    found = {way[:end] for way, _ in leaves(whole) for end in range(1, len(way) + 1)}
    return sorted(found, key=str)


@cache
def random_rounds() -> list[Json]:
    """Three thousand rounds of all rulebooks, the same in every run; none may be changed."""
    return collected(3_000)


def _a_cent_aside(amount: str) -> list[str]:
    cents = int(amount.replace(".", ""))
    aside = []
    for other in (cents - 1, cents + 1):
        sign = "-" if other < 0 else ""
        aside.append(f"{sign}{abs(other) // 100}.{abs(other) % 100:02d}")
    return aside


def other_values(way: tuple[str | int, ...], value: Any) -> list[Any]:
    """What a field could be changed to, such that it is wrong."""
    field = way[-1] if isinstance(way[-1], str) else way[-2]
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, int):
        return [value - 1, value + 1, None]
    if value is None:
        return ["one-pair", True]
    if field in WORDS:
        return [word for word in WORDS[str(field)] if word != value]
    if field == "clauses":
        return ["99.9", value + "9.9", None]
    if str(value).removeprefix("-").replace(".", "").isdigit() and field != "id":
        return _a_cent_aside(value)
    return [value + "x", None]
