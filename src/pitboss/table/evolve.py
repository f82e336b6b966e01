"""The state after an event. Total: an event has happened, so it is never refused here."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from pitboss.games.family import family_of
from pitboss.kernel.money import Cents
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf
from pitboss.table import events as e
from pitboss.table.actors import ACTS, with_actor
from pitboss.table.cards.steps import CARD_STEPS
from pitboss.table.changes import change_box, change_round, move_chips, on_its_day, with_entry
from pitboss.table.corrections.events import EntryTakenBack, RoundCorrected
from pitboss.table.corrections.evolve import BESIDE_STEPS
from pitboss.table.evolve_incidents import INCIDENT_STEPS
from pitboss.table.queries import has_opening
from pitboss.table.shuffle.steps import SHUFFLE_STEPS, published_of, still_betting
from pitboss.table.state import BoxState, RoundState, Standing, TableState

_shelf = Shelf()


def evolve(state: TableState | None, event: e.AnyEvent, shelf: Shelf = _shelf) -> TableState:
    """The state after one event. The first event of a table is that it was opened."""
    kind = type(event)
    step = _EVOLVE.get(kind)
    if step is None:
        return _by_its_rules(state, event, shelf)
    assert state is not None, "the first event of a table opens it"
    after = step(state, event)
    if kind in ACTS:
        after = with_actor(after, event)
    if after.round is None or kind in _BESIDE_THE_ROUND:
        return after
    return replace(after, log=(state.log, event))


def fold(
    events: Iterable[e.AnyEvent], state: TableState | None = None, shelf: Shelf = _shelf
) -> TableState | None:
    """The state after many events."""
    for event in events:
        state = evolve(state, event, shelf)
    return state


# ── the table ─────────────────────────────────────────────────────────────────────────────────────


def _by_its_rules(state: TableState | None, event: e.AnyEvent, shelf: Shelf) -> TableState:
    """A table is opened, or switches to other rules: they are taken from the shelf."""
    if isinstance(event, e.TableOpened):
        return _opened(state, event, shelf)
    assert isinstance(event, e.RulesTaken), "every other event has its step"
    assert state is not None, "the first event of a table opens it"
    return _by_book(state, event.rulebook, shelf.get(event.rulebook))


def _opened(state: TableState | None, event: e.TableOpened, shelf: Shelf) -> TableState:
    settings = event.settings
    limits = {bet: (limit.min, limit.max) for bet, limit in settings.limits.items()}
    book = shelf.get(settings.rulebook)
    if state is None:
        return TableState(id=event.table, settings=settings, book=book, limits=limits)
    # A table that reopens keeps its players' chips, what is remembered of them, and the house's
    # orders.
    return replace(_by_book(state, None, book), settings=settings, limits=limits, open=True)


def _by_book(state: TableState, rules: str | None, book: Rulebook) -> TableState:
    """A player barred under another document stays barred, but its clauses are not part of this
    one.
    """
    barred = (
        state.barred_players
        if book.id == state.book.id
        else dict.fromkeys(state.barred_players, ())
    )
    return replace(state, rules=rules, book=book, barred_players=barred)


def _closed(state: TableState, event: e.TableClosed) -> TableState:
    return replace(state, open=False, closed_clauses=event.clauses)


def _operation_chosen(state: TableState, event: e.OperationChosen) -> TableState:
    state = replace(state, operation_awaited=False)
    if event.box is not None:
        return replace(state, barred_boxes=state.barred_boxes | {event.box})
    if event.notice is not None:
        return replace(state, notice=event.notice)
    return replace(
        state, open=False, closed_clauses=(state.book.operations[event.operation].clause,)
    )


def _restored(state: TableState, event: e.ProgressiveRestored) -> TableState:
    return replace(state, notice=None, barred_boxes=frozenset(), operation_awaited=False)


def _barred(state: TableState, event: e.PlayerBarred) -> TableState:
    return replace(
        state, barred_players=with_entry(state.barred_players, event.player, event.clauses)
    )


def _held(state: TableState, event: e.PlayerHeldToOnePosition) -> TableState:
    return replace(state, one_position=state.one_position | {event.player})


def _released(state: TableState, event: e.OnePositionLifted) -> TableState:
    return replace(state, one_position=state.one_position - {event.player})


def _bar_lifted(state: TableState, event: e.BarLifted) -> TableState:
    barred = {
        player: clauses
        for player, clauses in state.barred_players.items()
        if player != event.player
    }
    return replace(state, barred_players=barred)


# ── betting ───────────────────────────────────────────────────────────────────────────────────────


def _betting_opened(state: TableState, event: e.BettingOpened) -> TableState:
    opened = RoundState(
        id=event.round,
        commitment=event.commitment,
        secret=event.secret,
        chain=event.chain or None,
    )
    return replace(state, round=opened, rounds=state.rounds + 1, start=state)


def _seed(state: TableState, event: e.SeedGiven) -> TableState:
    assert state.round is not None
    return change_round(state, seeds=with_entry(state.round.seeds, event.player, event.seed))


def _bet_placed(state: TableState, event: e.BetPlaced) -> TableState:
    assert state.round is not None
    boxes = state.round.boxes
    box = boxes.get(event.box)
    if box is None:
        # Boxes are in the order of dealing: clockwise from the dealer's left, as they are numbered.
        with_box = {
            **boxes,
            event.box: BoxState(event.box, event.player, {event.bet: event.amount}),
        }
        state = change_round(state, boxes=dict(sorted(with_box.items())))
    else:
        total = Cents(box.bets.get(event.bet, 0) + event.amount)
        changes: dict[str, object] = {"bets": with_entry(box.bets, event.bet, total)}
        if event.player != box.player:
            theirs = box.others.get(event.bet, {})
            more = with_entry(
                theirs, event.player, Cents(theirs.get(event.player, 0) + event.amount)
            )
            changes["others"] = with_entry(box.others, event.bet, more)
        state = change_box(state, event.box, **changes)
    return move_chips(state, event.player, event.amount)


def _told(state: TableState, event: e.OneHandTold) -> TableState:
    assert state.round is not None
    return change_round(state, told=(*state.round.told, event.player))


def _bet_withdrawn(state: TableState, event: e.BetWithdrawn) -> TableState:
    assert state.round is not None
    boxes = state.round.boxes
    box = boxes[event.box]
    rest = Cents(box.bets[event.bet] - event.amount)
    bets = {bet: rest if bet == event.bet else amount for bet, amount in box.bets.items()}
    others = {
        bet: {
            player: n for player, n in theirs.items() if (bet, player) != (event.bet, event.player)
        }
        for bet, theirs in box.others.items()
    }
    if event.bet in family_of(state.book).raises:
        # The player seated there now has not decided yet.
        box = replace(box, standing=Standing.UNDECIDED, answered=())
    kept = _with_a_player(
        replace(
            box,
            bets={bet: amount for bet, amount in bets.items() if amount},
            others={bet: theirs for bet, theirs in others.items() if theirs},
        )
    )
    if kept.bets:
        after = change_round(state, boxes=with_entry(boxes, event.box, kept))
    else:
        after = change_round(
            state, boxes={number: left for number, left in boxes.items() if number != event.box}
        )
    return move_chips(after, event.player, -event.amount)


def _with_a_player(box: BoxState) -> BoxState:
    """If the seated player has taken all chips off, the box becomes that of the first of the
    others, who decides for it from now on.
    """
    beside = sum(sum(theirs.values()) for theirs in box.others.values())
    if not beside or box.laid > beside:
        return box
    # The opening wager was the first on the box.
    player = next(iter(box.others.get(next(iter(box.bets))) or next(iter(box.others.values()))))
    others = {
        bet: rest
        for bet, theirs in box.others.items()
        if (rest := {name: amount for name, amount in theirs.items() if name != player})
    }
    return replace(box, player=player, others=others)


def _betting_closed(state: TableState, event: e.BettingClosed) -> TableState:
    assert state.round is not None
    book = state.book
    boxes = state.round.boxes.items()
    dealt_to = tuple(number for number, box in boxes if has_opening(state, box))
    steps = family_of(book).deal_plan(book.dealing[state.settings.dealing], dealt_to)
    return change_round(
        on_its_day(state, event.at_ms),
        closed=True,
        closed_ms=event.at_ms,
        committed=still_betting(state.round),
        deck=event.deck,
        program=steps,
    )


# ── dealing and deciding ──────────────────────────────────────────────────────────────────────────


def _examined(state: TableState, event: e.HandExamined) -> TableState:
    return change_box(state, event.box, examined=True)


def _answer(state: TableState, number: int, standing: Standing, **changes: Any) -> TableState:
    current = state.round
    assert current is not None
    step = current.step
    assert step is not None
    assert step.asks is not None, "players answer while they are asked"
    answered = (*current.boxes[number].answered, step.asks)
    return change_box(state, number, standing=standing, answered=answered, **changes)


def _folded(state: TableState, event: e.Folded) -> TableState:
    return _answer(state, event.box, Standing.FOLDED)


def _raised(state: TableState, event: e.Raised) -> TableState:
    assert state.round is not None
    box = state.round.boxes[event.box]
    state = _answer(
        state, event.box, Standing.IN, bets=with_entry(box.bets, event.bet, event.amount)
    )
    return move_chips(state, box.player, event.amount)


def _checked(state: TableState, event: e.Checked) -> TableState:
    return _answer(state, event.box, Standing.IN)


def _hand_set(state: TableState, event: e.HandSet) -> TableState:
    return _answer(state, event.box, Standing.IN, three=event.three)


def _decisions_ended(state: TableState, event: e.DecisionsEnded) -> TableState:
    assert state.round is not None
    return change_round(state, cursor=state.round.cursor + 1)


def _deal_ended(state: TableState, event: e.DealEnded) -> TableState:
    round = state.round
    assert round is not None
    # What was not dealt is no longer part of the deal.
    dealt = round.program[: round.cursor]
    return change_round(state, program=dealt, revealed=True, deal_ended=True)


# ── the end ───────────────────────────────────────────────────────────────────────────────────────


def _claimed(state: TableState, event: e.JackpotClaimed) -> TableState:
    return change_round(state, claimed=event.hands)


def _settled(state: TableState, event: e.RoundSettled) -> TableState:
    return change_round(
        state,
        record=event.record,
        settlement=event.settlement,
        paid=event.paid,
        played_under_minimum=event.under_minimum_settled,
    )


def _set_aside(state: TableState, event: e.SettlementSetAside) -> TableState:
    return change_round(state, settlement=None, paid={})


def _voided(state: TableState, event: e.RoundVoided) -> TableState:
    return change_round(
        state,
        void_clauses=event.clauses,
        void_because=event.because,
        pending=None,
        offered={},
        settlement=None,
        claimed=(),
    )


def _concluded(state: TableState, event: e.RoundConcluded) -> TableState:
    current = state.round
    assert current is not None
    chips = dict(state.chips)
    for player, amount in current.paid.items():
        chips[player] = chips.get(player, 0) + amount
    return replace(
        state,
        round=None,
        chips=chips,
        house=state.house + state.on_layout - sum(current.paid.values()),
        published=published_of(state, current, event),
        under_minimum_settled=state.under_minimum_settled | set(current.played_under_minimum),
        start=None,
        log=None,
        entries=(),
        mended=0,
        asked=None,
        corrected=None,
    )


# ── putting right what was entered ────────────────────────────────────────────────────────────────


def _rewound(state: TableState, event: EntryTakenBack | RoundCorrected) -> TableState:
    """The table as the first events of the round made it."""
    back = fold(state.events[: event.kept], state.start)
    assert back is not None, "a round that is corrected is on"
    assert state.round is not None, "a round that is corrected is on"
    # Whoever has acted in a round has done so, whatever became of it.
    acted = state.round.acted
    follow, corrected = 0, state.corrected
    if isinstance(event, RoundCorrected):
        corrected = event
        second = event.approved_by
        acted |= {event.asked_by.name, *(() if second is None else (second.name,))}
        follow = event.follow
    mended = event.kept + follow
    return change_round(replace(back, mended=mended, corrected=corrected), acted=acted)


_EVOLVE: dict[type[e.TableEvent], Callable[[TableState, Any], TableState]] = {
    e.TableClosed: _closed,
    e.OperationChosen: _operation_chosen,
    e.ProgressiveRestored: _restored,
    e.PlayerBarred: _barred,
    e.PlayerHeldToOnePosition: _held,
    e.OnePositionLifted: _released,
    e.BarLifted: _bar_lifted,
    e.BettingOpened: _betting_opened,
    e.SeedGiven: _seed,
    e.BetPlaced: _bet_placed,
    e.OneHandTold: _told,
    e.BetWithdrawn: _bet_withdrawn,
    e.BettingClosed: _betting_closed,
    e.HandExamined: _examined,
    e.Folded: _folded,
    e.Raised: _raised,
    e.Checked: _checked,
    e.HandSet: _hand_set,
    e.DecisionsEnded: _decisions_ended,
    e.DealEnded: _deal_ended,
    e.JackpotClaimed: _claimed,
    e.RoundSettled: _settled,
    e.SettlementSetAside: _set_aside,
    e.RoundVoided: _voided,
    e.RoundConcluded: _concluded,
    EntryTakenBack: _rewound,
    RoundCorrected: _rewound,
    **BESIDE_STEPS,
    **INCIDENT_STEPS,
    **SHUFFLE_STEPS,
    **CARD_STEPS,
}

_BESIDE_THE_ROUND = frozenset((EntryTakenBack, RoundCorrected, *BESIDE_STEPS))
"""What happens during a round without being one of its entries."""
