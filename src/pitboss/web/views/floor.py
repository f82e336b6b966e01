"""The floor at a glance."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, TypeVar

import msgspec

from pitboss.casino.approvals import ApprovalAsked
from pitboss.kernel.json_types import AmountText, Outgoing
from pitboss.kernel.money import format_cents
from pitboss.kernel.names import natural
from pitboss.table.queries import opening
from pitboss.table.state import Phase, TableState
from pitboss.table.views.names import Names
from pitboss.table.views.table import LimitView, limits_view
from pitboss.web.floor_state import FloorState
from pitboss.web.views.approvals import WaitingApproval, waiting_view
from pitboss.web.views.links import ClaimView, claim_view

_T = TypeVar("_T")


def in_order(things: Mapping[str, _T]) -> list[tuple[str, _T]]:
    """Tables or links with their names, in the order used by every page and every list."""
    return sorted(things.items(), key=lambda thing: natural(thing[0]))


class Seat(Outgoing, frozen=True):
    """A box in play; whose it is, is shown to staff, and to the player when asking for the
    floor.
    """

    box: int
    player: str | None


class PendingRow(Outgoing, frozen=True):
    """A ruling that is waiting for an authority."""

    because: str
    authority: str | None
    clauses: tuple[str, ...]


class FloorTable(Outgoing, frozen=True, kw_only=True):
    table: str
    title: str
    rulebook: str
    operator: str
    open: bool
    phase: Phase | None
    since_ms: Annotated[
        int | None, msgspec.Meta(description="When the table entered its current phase.")
    ]
    round: str | None
    rounds: int
    boxes: int
    opening: Annotated[
        str, msgspec.Meta(description="The label of the wager that puts a box into the round.")
    ]
    limit: Annotated[LimitView, msgspec.Meta(description="The least and the most that it may be.")]
    cards: str
    playing: Annotated[int, msgspec.Meta(description="How many players are in the round.")]
    players: Annotated[
        list[str], msgspec.Meta(description="Their names, as far as the caller may know them.")
    ]
    seats: list[Seat]
    staff: list[str]
    link: str | None
    notice: str | None
    operation_awaited: bool
    pending: PendingRow | None
    claimed: list[int]


class FloorLink(Outgoing, frozen=True):
    link: str
    operator: str
    displayed: AmountText
    locked: bool
    down: bool
    notice: str | None
    claims: list[ClaimView]


class FloorView(Outgoing, frozen=True):
    """The floor at a glance."""

    tables: list[FloorTable]
    links: list[FloorLink]
    position: int
    approvals: list[WaitingApproval]
    draining: bool


def floor_view(
    known: FloorState,
    position: int,
    names: Names,
    staff: Mapping[str, Sequence[str]],
    approvals: Iterable[ApprovalAsked] = (),
    draining: bool = False,
) -> FloorView:
    """``names`` are the names it may show, ``staff`` those at each table's console, and
    ``approvals`` what waits for a second person, if the caller may know.
    """
    return FloorView(
        [
            _row(state, names, staff.get(name, ()), known.since.get(name))
            for name, state in in_order(known.tables)
        ],
        [
            FloorLink(
                state.id,
                state.operator,
                format_cents(shown),
                state.locked,
                state.down,
                state.notice,
                [claim_view(claim, names) for claim in state.waiting_claims],
            )
            for _, (state, shown) in in_order(known.links)
        ],
        position,
        [waiting_view(asked) for asked in approvals],
        draining,
    )


def _row(state: TableState, names: Names, staff: Sequence[str], since_ms: int | None) -> FloorTable:
    round = state.round
    boxes = () if round is None else tuple(round.boxes.values())
    first = opening(state)
    playing = {box.player for box in boxes}
    pending = None if round is None or round.pending is None else round.pending.ruling
    return FloorTable(
        table=state.id,
        title=state.book.title,
        rulebook=state.book.id,
        operator=state.book.operator,
        open=state.open,
        phase=None if round is None else round.phase,
        since_ms=since_ms,
        round=None if round is None else round.id,
        rounds=state.rounds,
        boxes=state.settings.boxes,
        opening=state.book.wagers.spot(first).label,
        limit=limits_view(state.limits).get(first, LimitView()),
        cards=state.settings.cards,
        playing=len(playing),
        players=sorted(name for name in map(names.of, playing) if name is not None),
        seats=[Seat(box.number, names.of(box.player)) for box in boxes],
        staff=list(staff),
        link=state.settings.link,
        notice=state.notice,
        operation_awaited=state.operation_awaited,
        pending=None
        if pending is None
        else PendingRow(pending.because, pending.authority, pending.clauses),
        claimed=[] if round is None else [hand.box for hand in round.claimed],
    )
