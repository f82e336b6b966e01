"""What a client may see: all of it, and nothing more.

Players see their own examined hand; everybody sees what lies face up; staff see a hand that claims
a jackpot, because they verify it, and know players by name; nobody else sees an undealt or
face-down card, or the secret of a shuffle before the round is concluded. Every answer to a client
is built here.
"""

from collections.abc import Mapping
from typing import Annotated, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.games.settlement import WrittenSettlement
from pitboss.kernel.cards import NAMES, Card, Lying
from pitboss.kernel.json_types import AmountText, CardText, Outgoing
from pitboss.kernel.memo import Memo
from pitboss.kernel.money import NOTHING, Cents, format_cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.betting import shares
from pitboss.table.cards.felt import to_establish, to_show
from pitboss.table.cards.views import TwiceView, told_twice
from pitboss.table.commands import CardSource
from pitboss.table.corrections.views import (
    CorrectionMade,
    CorrectionOnHold,
    EntryView,
    correction_made,
    last_entry,
    waiting_correction,
)
from pitboss.table.next_steps import NextStep, next_steps
from pitboss.table.queries import (
    PROGRESSIVE,
    dealer_in_words,
    first_hand,
    hand_in_words,
    shown_at_settlement,
    to_ask,
)
from pitboss.table.shuffle import views as shuffle
from pitboss.table.shuffle.events import UNREADABLE
from pitboss.table.state import (
    BoxState,
    Phase,
    RoundState,
    Standing,
    TableState,
)
from pitboss.table.views.irregularities import (
    OptionsBecause,
    RulingOnHold,
    options_because,
    ruling_on_hold,
)
from pitboss.table.views.names import Names, is_staff, names_for

HIDDEN = "??"
"""A card that lies face down."""


class LimitView(Outgoing, frozen=True):
    """The least and the most that a wager may be, where there is such a limit."""

    min: AmountText | UnsetType = UNSET
    max: AmountText | UnsetType = UNSET


class BoxView(Outgoing, frozen=True):
    box: int
    player: Annotated[
        str | None,
        msgspec.Meta(description="For staff and the player; null for everybody else."),
    ]
    bets: dict[str, AmountText]
    standing: Standing
    examined: bool
    cards: list[CardText]
    three: Annotated[
        list[CardText] | None,
        msgspec.Meta(
            description="Where hands are set: the three that the player has set; once settled, "
            "those that count."
        ),
    ]
    hand: Annotated[
        str | None,
        msgspec.Meta(description="What the hand is called, once settled and turned up."),
    ]


class VoidView(Outgoing, frozen=True):
    because: str
    clauses: tuple[str, ...]


class RoundView(Outgoing, frozen=True):
    id: str
    phase: Phase
    commitment: str | None
    seeds: dict[str, str]
    chain: Annotated[
        shuffle.ChainView | None, msgspec.Meta(description="Of a virtual shuffle of version 2.")
    ]
    committed: list[shuffle.SeedView]
    burnt: int
    dealer: list[CardText]
    dealer_hand: Annotated[
        str | None, msgspec.Meta(description="What the dealer's hand is called, once settled.")
    ]
    dealer_three: Annotated[
        list[CardText] | None,
        msgspec.Meta(description="Where hands are set: the dealer's three, once settled."),
    ]
    community: list[CardText]
    boxes: list[BoxView]
    step: str | None
    to_decide: list[int]
    to_show: Annotated[
        list[int],
        msgspec.Meta(
            description="Boxes whose hands have still to be shown, or marked as not shown."
        ),
    ]
    to_establish: Annotated[
        list[int],
        msgspec.Meta(
            description="Boxes whose hands were not shown, and may be proved to a supervisor."
        ),
    ]
    twice: list[TwiceView]
    ruling: RulingOnHold | None
    options: dict[str, tuple[str, ...]]
    options_because: OptionsBecause | None
    void: VoidView | None
    settlement: WrittenSettlement | None


class TableView(Outgoing, frozen=True, kw_only=True):
    """A table as one person may see it."""

    table: str
    rulebook: str
    title: str
    open: bool
    layout: str
    boxes: int
    dealing: str
    cards: CardSource
    limits: dict[str, LimitView]
    progressive_bet: AmountText | None
    one_hand_notice: str | None
    notice: str | None
    barred_boxes: list[int]
    barred_players: Annotated[
        dict[str, tuple[str, ...]],
        msgspec.Meta(description="Who may not bet here, and under which clauses; staff only."),
    ]
    one_position: Annotated[
        list[str], msgspec.Meta(description="Who is held to one position; staff only.")
    ]
    operation_awaited: bool
    rounds: int
    chips: dict[str, AmountText]
    in_play: Annotated[
        dict[str, AmountText],
        msgspec.Meta(description="What of that lies on the felt, in the round that is on."),
    ]
    round: RoundView | None
    published: shuffle.Shuffle | None
    last: Annotated[
        EntryView | None,
        msgspec.Meta(
            description="The last entry of the round, if it may be taken back; staff only."
        ),
    ]
    correction: Annotated[
        CorrectionOnHold | None,
        msgspec.Meta(description="A correction waiting for a second person; staff only."),
    ]
    corrected: Annotated[
        CorrectionMade | None,
        msgspec.Meta(description="The last correction of the round in progress; staff only."),
    ]
    next: tuple[NextStep, ...]


_View = TypeVar("_View", bound=TableView)


class ClaimedHandView(Outgoing, frozen=True):
    """The hand that claims a jackpot, as far as the viewer may see it, and the wager it was claimed
    with.
    """

    cards: list[CardText]
    community: list[CardText]
    bet: str
    stake: AmountText


def view(state: TableState, viewer: Actor | None, names: Names | None = None) -> TableView:
    """The table as one person sees it; None is a sign or a passer-by. ``names`` are those known to
    a viewer who does not act at tables.
    """
    return view_as(TableView, state, viewer, names)


def view_as(
    kind: type[_View], state: TableState, viewer: Actor | None, names: Names | None, **more: object
) -> _View:
    """The same as a type of view with ``more`` fields."""
    settings, names = state.settings, names or names_for(viewer)
    staff = viewer if is_staff(viewer) else None
    prescribed = settings.progressive_bet
    return kind(
        table=state.id,
        rulebook=state.book.id,
        title=state.book.title,
        open=state.open,
        layout=settings.layout,
        boxes=settings.boxes,
        dealing=settings.dealing,
        cards=settings.cards,
        limits=limits_view(state.limits),
        progressive_bet=None if prescribed is None else format_cents(prescribed),
        one_hand_notice=state.book.conduct.one_hand_notice,
        notice=state.notice,
        barred_boxes=sorted(state.barred_boxes),
        barred_players={} if staff is None else dict(state.barred_players),
        one_position=[] if staff is None else sorted(state.one_position),
        operation_awaited=state.operation_awaited,
        rounds=state.rounds,
        chips=_seen(state.chips, viewer),
        in_play=_seen(_in_play(state), viewer),
        round=None if state.round is None else _round(state, state.round, viewer, names),
        published=None if state.published is None else _published(state.published),
        last=None if staff is None else last_entry(state, staff),
        correction=None if staff is None else waiting_correction(state),
        corrected=None if staff is None else correction_made(state),
        next=() if viewer is None else next_steps(state, viewer.post, viewer.name),
        **more,
    )


# A table is viewed after every command, and most of it has not changed.


@Memo
def limits_view(limits: Mapping[str, tuple[Cents | None, Cents | None]]) -> dict[str, LimitView]:
    return {
        bet: LimitView(
            UNSET if least is None else format_cents(least),
            UNSET if most is None else format_cents(most),
        )
        for bet, (least, most) in limits.items()
    }


_published = Memo(shuffle.shuffle_of)


def _seen(chips: Mapping[str, int], viewer: Actor | None) -> dict[str, str]:
    """A player's own figure; staff see everybody's."""
    if viewer is None:
        return {}
    mine = chips if viewer.post > Post.PLAYER else {viewer.name: chips.get(viewer.name, 0)}
    return {player: format_cents(Cents(amount)) for player, amount in mine.items()}


def _in_play(state: TableState) -> dict[str, int]:
    """Whose chips lie on the felt, neither won nor lost."""
    found: dict[str, int] = {}
    for box in () if state.round is None else state.round.boxes.values():
        for bet in box.bets:
            for player, part in shares(box, bet).items():
                found[player] = found.get(player, 0) + part
    return found


def _round(state: TableState, round: RoundState, viewer: Actor | None, names: Names) -> RoundView:
    pending, step, void, phase = round.pending, round.step, round.void_because, round.phase
    return RoundView(
        id=round.id,
        phase=phase,
        commitment=round.commitment,
        seeds=shuffle.seeds_of(round),
        chain=None if round.chain is None else shuffle.chain_view(round.chain),
        committed=shuffle.seeds_in(round, names.own),
        burnt=len(round.burnt),
        dealer=[
            _name(card) if at in round.dealer_open else HIDDEN
            for at, card in enumerate(round.dealer)
        ],
        dealer_hand=dealer_in_words(state, round) if phase is Phase.SETTLED else None,
        dealer_three=_dealers_three(state, round),
        community=[
            _name(card) if at < round.community_open else HIDDEN
            for at, card in enumerate(round.community)
        ],
        boxes=[
            _box(state, round, box, viewer, names)
            if box.cards
            else _box_before_the_deal(box, names.of(box.player))
            for box in round.boxes.values()
        ],
        step=None if step is None or not round.closed else step.label,
        to_decide=to_ask(round) if round.closed else [],
        to_show=to_show(state, round) if round.closed else [],
        to_establish=to_establish(state, round) if round.closed else [],
        twice=told_twice(state) if round.closed else [],
        ruling=None if pending is None else ruling_on_hold(round, pending, viewer),
        options={str(number): options for number, options in round.offered.items()},
        options_because=options_because(round, viewer) if round.offered else None,
        void=None if void is None else VoidView(void, round.void_clauses),
        settlement=names.settled(round.settlement),
    )


def _dealers_three(state: TableState, round: RoundState) -> list[str] | None:
    if round.phase is not Phase.SETTLED or round.deal_ended:
        return None
    return [_name(card) for card in first_hand(state, round.dealer)] or None


@Memo
def _box_before_the_deal(box: BoxState, player: str | None) -> BoxView:
    bets = {bet: format_cents(amount) for bet, amount in box.bets.items()}
    return BoxView(box.number, player, bets, box.standing, box.examined, [], None, None)


def _box(
    state: TableState, round: RoundState, box: BoxState, viewer: Actor | None, names: Names
) -> BoxView:
    open_ = _may_see(state, round, box, viewer)
    settled = round.phase is Phase.SETTLED
    three = first_hand(state, box.cards, box.three) if settled and open_ else box.three
    return BoxView(
        box.number,
        names.of(box.player),
        {bet: format_cents(amount) for bet, amount in box.bets.items()},
        box.standing,
        box.examined,
        _cards(box.cards, open_),
        _cards(three, open_) if three else None,
        hand_in_words(state, round, box) if open_ and settled else None,
    )


def _may_see(state: TableState, round: RoundState, box: BoxState, viewer: Actor | None) -> bool:
    # Ordinary cards that were turned over lie open on the felt.
    if box.shown:
        return True
    # Until the round is settled a player may still decline to show.
    if round.phase is Phase.SETTLED and shown_at_settlement(state, box):
        return True
    if viewer is not None and viewer.post >= Post.PIT_SUPERVISOR and box.established:
        return True
    # Nobody can verify a hand that lies face down.
    if is_staff(viewer) and any(hand.box == box.number for hand in round.claimed):
        return True
    return (
        viewer is not None
        and viewer.post is Post.PLAYER
        and viewer.name == box.player
        and box.examined
    )


def claimed_hand(
    state: TableState, round_id: str, box: int, viewer: Actor | None
) -> ClaimedHandView | None:
    """The hand that claims a jackpot; nothing once its round is over."""
    round = state.round
    if round is None or round.id != round_id or box not in round.boxes:
        return None
    claimed = round.boxes[box]
    open_ = round.community[: round.community_open]
    return ClaimedHandView(
        _cards(claimed.cards, _may_see(state, round, claimed, viewer)),
        _cards(open_, visible=True),
        PROGRESSIVE,
        format_cents(claimed.bets.get(PROGRESSIVE, NOTHING)),
    )


def _cards(cards: Lying, visible: bool) -> list[str]:
    return [_name(card) if visible else HIDDEN for card in cards]


def _name(card: Card | None) -> str:
    """The name of a card; unknown if nobody has entered it, or if its key is missing."""
    return HIDDEN if card is None or card == UNREADABLE else NAMES[card]
