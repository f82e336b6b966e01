"""The conduct of a table, event by event: everything in order, nothing without the ruling it takes,
and by somebody of the required post.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from pitboss.audit.books import bet_book, course_book, order_book, remedy_book, ruling_book
from pitboss.audit.books.round_book import LEFT
from pitboss.audit.report import Misfit, fits
from pitboss.audit.ruling_tables import POSTS
from pitboss.table import events as e
from pitboss.table.corrections import events as corrected

if TYPE_CHECKING:
    from pitboss.audit.books.table_book import TableBook

Check = Callable[["TableBook", Any], None]

_ORDERED = frozenset(
    (
        e.RoundVoided,
        e.HandInvalidated,
        e.BetReturned,
        e.BetCorrected,
        e.PlayerLeft,
        e.OptionsOffered,
        e.HandsMoved,
        e.CardsMoved,
        e.FaceUpChosen,
        e.JackpotRegistered,
        e.SettlementSetAside,
        e.OperationAwaited,
        e.PlayerBarred,
        e.BetWithdrawn,
    )
)
"""Events that only a ruling or a player's choice can order; for a withdrawn bet, only after the
close.
"""

_WHILE_ON_HOLD = frozenset(
    (
        e.IncidentReported,
        e.RulingConfirmed,
        e.OptionChosen,
        e.OptionsClosed,
        e.DecisionsEnded,
        e.PlayerHeldToOnePosition,
        e.OnePositionLifted,
        e.BarLifted,
        corrected.EntryTakenBack,
        corrected.CorrectionAsked,
        corrected.CorrectionDropped,
        corrected.RoundCorrected,
        corrected.MoneyDecided,
    )
)

_LEAST: Mapping[type, int] = {
    e.TableClosed: 2,
    e.ProgressiveRestored: 4,
    e.BarLifted: 4,
    e.BettingOpened: 1,
    e.BettingClosed: 1,
    e.CardBurnt: 1,
    e.CardsDealt: 1,
    e.TurnedOver: 1,
    e.HandShown: 1,
    e.RoundSettled: 1,
    e.RoundConcluded: 1,
    e.JackpotClaimed: 1,
    e.OptionsClosed: 1,
}
"""The least post for each kind of event."""

_POWERS: Mapping[type, str] = {
    e.PlayerHeldToOnePosition: "hold-to-one-position",
    e.OnePositionLifted: "hold-to-one-position",
    e.OperationChosen: "choose-operation",
    e.PlayerBarred: "stop-control-of-several-hands",
}
"""The power, defined by the rulebook, for each kind of event."""


def follow(table: "TableBook", event: Any) -> None:
    """Checks one event before it is entered; raises Misfit if it can't come now."""
    kind = type(event)
    way = _WAYS.get(kind)
    if way is None:
        way = _WAYS[kind] = _way_of(kind)
    ordered, waits, least, check = way
    if ordered or table.owed:
        _check_ordered(table, event)
    elif (
        waits
        and (now := table.now) is not None
        and (now.waits is not None or (now.choices.offered and now.asked))
    ):
        raise Misfit("a round on hold goes on when it has been ruled", "nothing", _tag(event))
    if least is not None:
        by = event.by
        if by is not UNSET and by.post < least:
            raise Misfit(f"who may do {_tag(event)}", f"a post of {least} or above", by.name)
    if check is not None:
        check(table, event)


def _check_ordered(table: "TableBook", event: Any) -> None:
    """Checks events that something must have ordered."""
    if isinstance(event, e.OptionChosen) and not table.owed:
        table.owed = remedy_book.chosen(table, event)
        _as_chosen_before(table, event)
    _or_as_before(table, event)
    if table.owed:
        _check_owed(table, event)
    elif type(event) in _ORDERED:
        _check_free(table, event)


def _check_owed(table: "TableBook", event: Any) -> None:
    """Checks that what a ruling orders follows it."""
    expected = table.owed.pop(0)
    if not _is_expected(table, expected, event):
        raise Misfit("what the ruling orders", expected, event)


def _is_expected(table: "TableBook", expected: Any, event: Any) -> bool:
    if expected is type(event) or expected == event:
        return True
    return bool(expected == _as_of_today(table, expected, event))


def _as_of_today(table: "TableBook", expected: Any, event: Any) -> Any:
    """An event as it would be stored today: older journals cite the clause about later rounds when
    a failed jackpot voids one, and ask players about hands they have left.
    """
    match event:
        case e.HandInvalidated():
            return replace(event, undealt=UNSET)
        case e.RoundVoided() if e.OperationAwaited() in table.owed:
            later = table.book.text("powers", "choose-operation", "clause")
            return replace(event, clauses=tuple(c for c in event.clauses if c != later))
        case e.OptionsOffered() if isinstance(expected, e.OptionsOffered) and event.all_or_none:
            left = {n for n, box in table.round().boxes.items() if box.hand == LEFT}
            asked = tuple(n for n in event.boxes if n in expected.boxes or n not in left)
            pairs = () if event.beside is UNSET else event.beside
            beside = tuple(pair for pair in pairs if pair[0] in asked)
            return replace(event, boxes=asked, beside=beside or UNSET)
        case _:
            return event


# ── as it was before ──────────────────────────────────────────────────────────────────────────────


def _or_as_before(table: "TableBook", event: Any) -> None:
    """In older journals some rulings ordered something else; if only that fits what follows, expect
    it.
    """
    round = table.now
    if round is None or round.formerly is None:
        return
    before = round.formerly
    fits_then = bool(before) and _is_expected(table, before[0], event)
    if table.owed and _is_expected(table, table.owed[0], event):
        round.formerly = before[1:] if fits_then else None
    elif fits_then or (table.owed and not before):
        table.owed, round.formerly = before, None


def _on_ruled(table: "TableBook", event: Any) -> None:
    """A report or a confirmation, and what it would have ordered in older journals: after a hand
    was removed, only the seated player of a shared box could take back its bets, and so could
    players who had already lost; a barred player got his back even with the dealer's hand open;
    nobody was asked again after a power failure; and chips found in time to be under the minimum
    were not entered.
    """
    round = table.now
    report = event if isinstance(event, e.IncidentReported) or round is None else round.waits
    asked = round is not None and round.asked
    if isinstance(event, e.IncidentReported):
        order_book.check_source(table, event)
    check = ruling_book.on_reported if report is event else ruling_book.on_confirmed
    check(table, event)
    if round is None or report is None:
        return
    round.formerly, effects = None, event.ruling.effects
    ruled = report is not event or not event.waits
    if not ruled:
        return
    decision = None if report is event else event.decision
    if "may-withdraw" in effects and decision != "decline":
        others = remedy_book.in_play(table, round)
        left = tuple(number for number in others if number != report.box)
        old = e.OptionsOffered(
            left, (remedy_book.WITHDRAW, remedy_book.STAY), event.ruling.clauses[-1:]
        )
        kept = [one for one in table.owed if not isinstance(one, e.OptionsOffered)]
        round.formerly = [*kept, old] if left else kept
    elif "may-bar-player" in effects and decision == "bar-player" and round.revealed:
        player = report.player or round.box(report.box or 0).player
        clauses = event.ruling.clauses
        back = remedy_book.withdrawn_with(table, round, player, clauses, event.by)
        round.formerly = [*back, *table.owed]
    elif ("offer-withdrawal" in effects and asked) or "increase-or-withdraw" in effects:
        round.formerly = []


def _as_chosen_before(table: "TableBook", event: e.OptionChosen) -> None:
    """In older journals, whoever took back his bets on a shared box took back the others' too."""
    round = table.round()
    choices = round.choices
    round.formerly = None
    if event.option == remedy_book.WITHDRAW and not choices.all_or_none:
        box = round.box(event.box)
        gone = remedy_book.leave_round(round, box, choices.clauses, event.by)
        round.formerly = [event, *gone]


def _check_free(table: "TableBook", event: Any) -> None:
    """Checks what needs no order: taking back a bet while betting is open, stopping a player."""
    if isinstance(event, e.BetWithdrawn) and not (table.now and table.now.on_hold):
        round = table.round()
        if not round.closed and not round.void:
            if event.by.post == 0:
                fits("a player withdraws his own bets", event.by.name, event.player)
            box = round.box(event.box)
            bet_book.check_there(box, event.player)
            if event.bet == table.opening_wager and event.player == box.player:
                table.owed = remedy_book.taken_off(box, event.bet, event.player, event.by)
                _check_owed(table, event)
            return
    if isinstance(event, e.PlayerBarred):
        _check_power(table, event)
        clause = table.book.text("powers", _POWERS[e.PlayerBarred], "clause")
        fits("the clause by which a player is stopped", (clause,), event.clauses)
        return
    raise Misfit("nothing orders it", "a ruling or a choice", _tag(event))


def _check_power(table: "TableBook", event: Any) -> None:
    """Checks that the actor holds the post to which the rulebook leaves this."""
    power = _POWERS[type(event)]
    least = POSTS[table.book.text("powers", power, "authority")]
    if event.by.post < least:
        raise Misfit(f"who has the power to {power}", f"a post of {least} or above", event.by.name)


def _tag(event: Any) -> str:
    return str(event.__struct_config__.tag)


_CHECKS: Mapping[type, Check] = {
    e.BettingOpened: bet_book.on_betting_opened,
    e.BetPlaced: bet_book.on_placed,
    e.BetWithdrawn: course_book.on_withdrawn,
    e.BettingClosed: course_book.on_closed,
    e.CardBurnt: course_book.on_burnt,
    e.CardsDealt: course_book.on_dealt,
    e.TurnedOver: course_book.on_turned_over,
    e.DealEnded: course_book.on_deal_ended,
    e.HandInvalidated: course_book.on_invalidated,
    e.HandExamined: course_book.on_examined,
    e.Folded: course_book.on_folded,
    e.Raised: course_book.on_raised,
    e.Checked: course_book.on_checked,
    e.HandSet: course_book.on_set,
    e.DecisionsEnded: course_book.on_decisions_ended,
    e.HandShown: course_book.on_shown,
    e.ShowDeclined: course_book.on_declined,
    e.HandEstablished: course_book.on_established,
    e.JackpotClaimed: course_book.on_settled,
    e.RoundSettled: course_book.on_settled,
    e.IncidentReported: _on_ruled,
    e.RulingConfirmed: _on_ruled,
    e.OptionsOffered: ruling_book.on_offered,
    e.OptionChosen: remedy_book.on_chosen,
    e.OptionsClosed: ruling_book.on_options_closed,
    e.RoundVoided: ruling_book.on_voided,
    e.PlayerHeldToOnePosition: _check_power,
    e.OnePositionLifted: _check_power,
    e.OperationChosen: _check_power,
}


class _Way(NamedTuple):
    """How a kind of event is checked: ``ordered`` if something must lead to it, ``waits`` if it has
    to wait while the round is on hold.
    """

    ordered: bool
    waits: bool
    least: int | None
    check: Check | None


_WAYS: dict[type, _Way] = {}


def _way_of(kind: type) -> _Way:
    ordered = kind in _ORDERED or kind is e.OptionChosen
    return _Way(ordered, kind not in _WHILE_ON_HOLD, _LEAST.get(kind), _CHECKS.get(kind))
