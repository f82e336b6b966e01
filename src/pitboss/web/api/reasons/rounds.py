"""Why a round came out as it did: one answer for anybody who was given the link to it."""

from starlette.responses import Response

from pitboss.casino.history import FoundRound
from pitboss.casino.journal_errors import OutOfPlace
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf
from pitboss.table import events as te
from pitboss.table.state import RoundState, TableState
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.problems import Problem
from pitboss.web.api.records import checked, found_round, proved, states_of
from pitboss.web.views.reasons import RoundReasons, RulingTold
from pitboss.web.views.tables import table_view


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/rounds/{round}/why",
        why,
        summary="Why a round came out as it did: cards, sums, clauses and proof",
        problems=(404, 409),
        answer=RoundReasons,
        tag="records",
    )


async def why(call: Call) -> Response:
    """A finished round is open to everybody, without any names but the caller's own; cards that lay
    face down stay hidden. While it is in progress, a caller sees what they may see at the table.
    """
    played = await found_round(call)
    if not played.concluded and call.caller.role is None:
        detail = f"Round {played.id} is still in progress. Its outcome can be seen when it is over."
        raise Problem(409, "not-concluded", detail)
    return json(await call.read(_reasons, call, played))


def _reasons(call: Call, played: FoundRound) -> RoundReasons:
    seen: tuple[TableState, RoundState, int] | None = None
    last: TableState | None = None
    for last, group in states_of(call, played):
        if last.round is not None:
            seen = last, last.round, group[-1].position
    if last is None:
        raise OutOfPlace
    shelf = call.service.casino.shelf
    rulings = [
        _told(stored.position, stored.at_ms, stored.event)
        for stored in played.events
        if isinstance(stored.event, te.IncidentReported)
    ]
    view = None if seen is None else table_view(seen[0], call.caller, seen[2])
    cited = {clause for ruling in rulings for clause in ruling.clauses}
    return RoundReasons(
        round=played.id,
        table=played.table,
        at_ms=played.events[-1].at_ms,
        concluded=played.concluded,
        view=view,
        rulings=rulings,
        clauses=_words(shelf, last.book, cited | (set() if seen is None else _cited(seen[1]))),
        records=proved(call.service.casino.journal, played),
        shuffle=checked(last) if played.concluded else None,
    )


def _told(position: int, at_ms: int, event: te.IncidentReported) -> RulingTold:
    ruling = event.ruling
    return RulingTold(
        at_ms=at_ms,
        position=position,
        incident=ruling.incident,
        box=event.box,
        because=ruling.because,
        effects=tuple(ruling.effects),
        clauses=ruling.clauses,
    )


def _cited(round: RoundState) -> set[str]:
    """The clauses of a settlement, or of what made the round void."""
    cited = set(round.void_clauses)
    if round.settlement is not None:
        for box in round.settlement.boxes:
            for line in box.lines:
                cited.update(line.clauses)
    return cited


def _words(shelf: Shelf, book: Rulebook, cited: set[str]) -> dict[str, str]:
    said = shelf.clauses(book)
    return {number: said[number].gist for number in sorted(cited) if number in said}
