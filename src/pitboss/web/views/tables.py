"""A table as clients see it. Cards come only from ``table.views``, which keeps hidden ones back."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.demo.clock import Countdown
from pitboss.games.deal_plan import Ask, Do
from pitboss.games.family import family_of
from pitboss.kernel.json_types import AmountText, Outgoing
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import Post
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import WagerKind
from pitboss.table.queries import raise_name, raise_size, to_ask
from pitboss.table.state import RoundState, TableState
from pitboss.table.views.table import TableView, view_as
from pitboss.web.auth.callers import Caller


class WagerView(Outgoing, frozen=True):
    """A spot of the layout."""

    bet: str
    label: str
    kind: WagerKind
    times_opening: int | None


class StepView(Outgoing, frozen=True):
    """What the current step requires: cards for a place, or an answer and its price."""

    do: Do
    place: str
    cards: int
    asks: Ask | None
    bet: str | None
    amount: AmountText | None


class ClaimedBox(Outgoing, frozen=True):
    box: int
    hand: str


class Announcements(Outgoing, frozen=True):
    open: str
    close: str


class InterruptionView(Outgoing, frozen=True):
    """Pitboss stopped in this round; when it came back, and what the rules say about it. ``asked``:
    the pit first decides whether the round is affected.
    """

    at_ms: int
    because: str | None
    clauses: tuple[str, ...]
    asked: bool = False


class TablePage(TableView, frozen=True, kw_only=True):
    """A table with everything that a page needs to show it."""

    link: str | None
    operator: str
    powers: Annotated[
        tuple[str, ...],
        msgspec.Meta(description="What the rulebook reserves to a post that the caller has."),
    ]
    claimed: list[ClaimedBox]
    wagers: tuple[WagerView, ...]
    shares_cards: Annotated[
        bool, msgspec.Meta(description="Whether there are community cards in this game.")
    ]
    step: StepView | None
    interrupted: InterruptionView | None
    announce: Announcements
    clock: Countdown | None
    position: int


def table_view(
    state: TableState,
    caller: Caller,
    position: int,
    interrupted: Mapping[str, InterruptionView] | None = None,
    clock: Countdown | None = None,
) -> TablePage:
    """A table as the caller may see it. ``interrupted`` are rounds in which Pitboss stopped, by
    their ids; ``clock`` says what robots wait for in a demonstration, and until when.
    """
    round = state.round
    book = _of_the_book(state.book, None if caller.actor is None else caller.actor.post)
    return view_as(
        TablePage,
        state,
        caller.actor,
        caller.names,
        link=state.settings.link,
        operator=state.book.operator,
        powers=book.powers,
        claimed=[] if round is None else [ClaimedBox(one.box, one.hand) for one in round.claimed],
        wagers=book.wagers,
        shares_cards=family_of(state.book).community_cards > 0,
        step=None if round is None else _step(state, round),
        interrupted=None if round is None or not interrupted else _interruption(round, interrupted),
        announce=book.announce,
        clock=clock,
        position=position,
    )


PIT_DECIDES = "Whether that affects the round is for the pit to decide."


def _interruption(
    round: RoundState, interrupted: Mapping[str, InterruptionView]
) -> InterruptionView | None:
    """What an interruption means by now: what the rules order for an affected round holds only once
    the pit has said that it is affected.
    """
    ruled = interrupted.get(round.id)
    if ruled is None or not ruled.asked or round.void_because is not None or round.offered:
        return ruled
    pending = round.pending
    if pending is not None and pending.ruling.incident is Incident.TECHNICAL_INTERRUPTION:
        return replace(ruled, because=PIT_DECIDES)
    return replace(ruled, because=None, clauses=())


class _OfTheBook(msgspec.Struct, frozen=True):
    """The part of a view that depends only on the rulebook. It is computed once, because the answer
    to every command contains it.
    """

    powers: tuple[str, ...]
    wagers: tuple[WagerView, ...]
    announce: Announcements


@lru_cache(maxsize=256)
def _of_the_book(book: Rulebook, post: Post | None) -> _OfTheBook:
    return _OfTheBook(
        tuple(
            name for name, power in book.powers.items() if post is not None and power.held_by(post)
        ),
        tuple(
            WagerView(bet, spot.label, spot.kind, spot.times_opening)
            for bet, spot in book.wagers.spots()
        ),
        Announcements(book.conduct.announce_open, book.conduct.announce_close),
    )


def _step(state: TableState, round: RoundState) -> StepView | None:
    step = round.step
    if step is None or not round.closed:
        return None
    waiting = to_ask(round)
    bet = None if step.asks is None else raise_name(state, step.asks)
    return StepView(
        step.do,
        step.place,
        step.cards,
        step.asks,
        bet,
        None
        if bet is None or not waiting
        else format_cents(raise_size(state, round.boxes[waiting[0]], bet)),
    )
