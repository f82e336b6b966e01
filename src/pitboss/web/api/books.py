"""Endpoints for rulebooks: what each document says, clause by clause, and how two differ."""

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.maths.json_types.exact import WrittenAnalysis
from pitboss.rulebook.difference import compare, entries
from pitboss.rulebook.difference_json import WrittenDifference, written_difference
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import WagerKind
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.openapi import Parameter
from pitboss.web.api.problems import Problem
from pitboss.web.views.rulebooks import (
    AllMaths,
    ClauseView,
    MathsProgress,
    OpeningChoices,
    RulebookEntry,
    RulebookLine,
    Rulebooks,
    RulebookView,
    clause_view,
)

_BOOK = Parameter(required=True)


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    _declare_rulebooks(add)
    _declare_details(add)


def _declare_rulebooks(add: Endpoints) -> None:
    add.add(
        "GET",
        "/api/rulebooks",
        rulebooks,
        summary="All rulebooks",
        answer=Rulebooks,
        tag="rulebooks",
    )
    add.add(
        "GET",
        "/api/rulebooks/diff",
        difference,
        summary="How two rulebooks differ",
        query={"a": _BOOK, "b": _BOOK},
        problems=(404,),
        answer=WrittenDifference,
        tag="rulebooks",
    )
    add.add(
        "GET",
        "/api/rulebooks/{rulebook}",
        rulebook,
        summary="A rulebook",
        problems=(404,),
        answer=RulebookView,
        tag="rulebooks",
    )


def _declare_details(add: Endpoints) -> None:
    add.add(
        "GET",
        "/api/rulebooks/{rulebook}/clauses/{clause}",
        clause,
        summary="A clause in our own words",
        problems=(404,),
        answer=ClauseView,
        tag="rulebooks",
    )
    add.add(
        "GET",
        "/api/rulebooks/{rulebook}/opening",
        opening,
        summary="What a table of this rulebook can be opened with",
        problems=(404,),
        answer=OpeningChoices,
        tag="rulebooks",
    )
    add.add(
        "GET",
        "/api/rulebooks/{rulebook}/maths",
        maths,
        summary="The exact mathematics of a rulebook",
        problems=(404,),
        answer=WrittenAnalysis,
        tag="rulebooks",
    )
    add.add(
        "GET",
        "/api/maths",
        all_maths,
        summary="How far the mathematics of each rulebook has been worked out",
        answer=AllMaths,
        tag="rulebooks",
    )


def _book(call: Call, name: str) -> Rulebook:
    shelf = call.service.casino.shelf
    if name not in shelf.ids():
        detail = f"There is no rulebook {name}; there are {', '.join(shelf.ids())}."
        raise Problem(404, "unknown-rulebook", detail)
    return call.service.casino.book(name, call.service.clock_ms())


async def rulebooks(call: Call) -> Response:
    casino, now_ms = call.service.casino, call.service.clock_ms()
    shelf, house = casino.shelf, casino.house()
    books = [casino.book(name, now_ms) for name in shelf.ids()]
    return json(
        Rulebooks(
            [
                RulebookLine(
                    id=name,
                    title=book.title,
                    operator=book.operator,
                    version=book.version,
                    own=name in shelf.files,
                    in_force=house.in_force(name, now_ms) is not None
                    if house.line(name)
                    else book.effective.holds(now_ms),
                    since=book.effective.since,
                )
                for name, book in zip(shelf.ids(), books, strict=True)
            ]
        )
    )


async def rulebook(call: Call) -> Response:
    book = _book(call, call.path("rulebook"))
    lines = [
        RulebookEntry(
            section=entry.section, name=entry.key, value=entry.value, clauses=entry.clauses
        )
        for entry in entries(book)
    ]
    words = call.service.casino.shelf.clauses(book)
    return json(
        RulebookView(
            id=book.id,
            title=book.title,
            operator=book.operator,
            maths=call.service.mathematics.file(book.id) is not None,
            entries=lines,
            clauses=[clause_view(one) for one in words.values()],
        )
    )


async def clause(call: Call) -> Response:
    book = _book(call, call.path("rulebook"))
    number = call.path("clause")
    entry = call.service.casino.shelf.clauses(book).get(number)
    if entry is None:
        raise Problem(404, "no-such-clause", f"{book.title} has no clause {number}.")
    return json(clause_view(entry))


async def difference(call: Call) -> Response:
    a, b = _book(call, call.query("a")), _book(call, call.query("b"))
    return json(await run_in_threadpool(lambda: written_difference(compare(a, b, (a.id, b.id)))))


async def opening(call: Call) -> Response:
    book = _book(call, call.path("rulebook"))
    limits = [
        name
        for name, wager in book.wagers.spots()
        if wager.kind in (WagerKind.OPENING, WagerKind.SIDE)
    ]
    return json(
        OpeningChoices(
            rulebook=book.id,
            layouts={name: list(layout.boxes) for name, layout in book.layouts.items()},
            dealing=list(book.dealing),
            cards=["virtual", "entered", "shown"],
            limits=limits,
        )
    )


_FIGURES = msgspec.json.Decoder(WrittenAnalysis)


async def maths(call: Call) -> Response:
    """The figures, if they have been computed."""
    book = _book(call, call.path("rulebook"))
    path = call.service.mathematics.file(book.id)
    if path is None:
        detail = (
            f"Not computed here yet: pitboss maths {book.id} --json > maths/{book.id}.json in the "
            "data folder."
        )
        if call.service.mathematics.progress(book.id).state != "absent":
            detail = "Being worked out; GET /api/maths shows the progress."
        raise Problem(404, "not-computed", detail)
    try:
        figures = _FIGURES.decode(await run_in_threadpool(path.read_bytes))
    except msgspec.DecodeError as error:
        detail = f"The file there was not written by pitboss maths: {error}."
        raise Problem(404, "not-computed", detail) from None
    return json(figures)


async def all_maths(call: Call) -> Response:
    mathematics, shelf = call.service.mathematics, call.service.casino.shelf
    states = [(name, mathematics.progress(name)) for name in shelf.ids()]
    return json(
        AllMaths([MathsProgress(id=name, state=one.state, step=one.step) for name, one in states])
    )
