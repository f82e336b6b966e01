"""The course of a round. Checks that cards come in dealing order, that players look and decide when
asked and in turn, and that hands are shown once the dealer has turned over.
"""

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from pitboss.audit.books import told_cards
from pitboss.audit.books.round_book import FOLDED, INVALID, LEFT, PLAYED, UNREVEALED, is_real
from pitboss.audit.deal_order import ASK, BURN, DEAL, DEALER, TURN, DealStep, deal_order
from pitboss.audit.report import Misfit, fits
from pitboss.audit.rounds import family_of
from pitboss.audit.rulebook_file import RulebookFile
from pitboss.table import events as e

if TYPE_CHECKING:
    from pitboss.audit.books.round_book import BoxBook, RoundBook
    from pitboss.audit.books.table_book import TableBook

BETTING, CLOSED, DEALING, DECIDING = "betting", "closed", "dealing", "deciding"
REVEALED, SETTLED, VOID = "revealed", "settled", "void"

_FLOP = 3


def phase(round: "RoundBook") -> str:
    """The phase of a round."""
    if round.void:
        return VOID
    if round.settled is not None:
        return SETTLED
    if not round.closed:
        return BETTING
    if round.revealed:
        return REVEALED
    step = step_of(round)
    if step is not None and step.do == ASK:
        return DECIDING
    return DEALING if round.at else CLOSED


def step_of(round: "RoundBook") -> DealStep | None:
    """The current step of the deal."""
    at, plan = round.at, round.plan
    return plan[at] if at < len(plan) else None


def in_the_deal(table: "TableBook", box: "BoxBook") -> bool:
    """Whether a box is dealt to."""
    return bool(box.bets.get(table.opening_wager))


# ── the deal ──────────────────────────────────────────────────────────────────────────────────────


def on_closed(table: "TableBook", event: e.BettingClosed) -> None:
    round = table.now or table.round()
    boxes = tuple(number for number, box in round.boxes.items() if in_the_deal(table, box))
    if not boxes:
        raise Misfit("betting is closed when somebody has bet", "an opening wager", "none")
    if table.settings is None:
        raise Misfit("a table with a round is open", "it is", "it is not")
    if table.course is None:
        raise Misfit("only a course that is known is followed", "it is", "it is not")
    dealing = table.settings.dealing
    plan = table.plans.get(boxes)
    if plan is None:
        plan = table.plans[boxes] = deal_order(table.book, table.course, dealing, boxes)
    round.plan = plan


def forget_another_day(table: "TableBook", at_ms: int) -> None:
    """Resets the once-a-day rule for wagers under the minimum; the day is that of Singapore (MBS
    5.13).
    """
    day = (at_ms // 1000 + 8 * 3600) // 86_400
    if day != table.day and table.book.find("limits", "under-minimum") == "once-a-day":
        table.day, table.played_under_minimum = day, set()


def _take(
    round: "RoundBook", do: str, place: str = "", cards: int = 0, up: int = 0, says: str = ""
) -> None:
    """Checks that this is the next step of the deal, and moves on."""
    at, plan = round.at, round.plan
    if (
        at < len(plan)
        and plan[at] == (do, place, cards, up, says)
        and round.closed
        and not (round.void or round.settled or round.revealed)
    ):
        # Cards are being dealt, so nobody is being asked.
        round.at = at + 1
        return
    step, taken = step_of(round), DealStep(do, place, cards, up, says)
    if step is None or phase(round) not in (CLOSED, DEALING):
        raise Misfit("cards come while they are dealt", f"a round that is {phase(round)}", taken.do)
    if step != taken:
        raise Misfit("the order of dealing", step.words, taken.words)
    round.at += 1


def on_burnt(table: "TableBook", event: e.CardBurnt) -> None:
    _take(table.now or table.round(), BURN, cards=1)


def on_dealt(table: "TableBook", event: e.CardsDealt) -> None:
    round = table.now or table.round()
    place, up = event.place, event.face_up
    if place == DEALER and (round.dealer_open or (round.exposed[0] and not up)):
        # An accidentally exposed card has become the face-up one; in older journals even if, after
        # a missed burn, it belonged to somebody else by then.
        fits("the dealer has one card face up", 0, up)
        step = step_of(round)
        up = 0 if step is None else step.face_up
    _take(round, DEAL, place, len(event.cards), up)


def on_turned_over(table: "TableBook", event: e.TurnedOver) -> None:
    round = table.now or table.round()
    _take(round, TURN, says=event.shows)
    round.revealed = round.at == len(round.plan)


def on_invalidated(table: "TableBook", event: e.HandInvalidated) -> None:
    """A box without a wager gets no cards; but once the deal has begun it still does, and in older
    journals it did from the start.
    """
    if event.undealt is True:
        round = table.round()
        fits("cards dealt when a hand is taken out of the deal", 0, round.at)
        round.plan = tuple(step for step in round.plan if step.place != str(event.box))


def on_deal_ended(table: "TableBook", event: e.DealEnded) -> None:
    round = table.now or table.round()
    if not can_end(table, round):
        raise Misfit("the deal ends when no wager is left that a card could decide", "none", "some")
    round.plan, round.revealed = round.plan[: round.at], True


def can_end(table: "TableBook", round: "RoundBook") -> bool:
    """Whether everybody has folded, and every hand with a live progressive wager is fully known."""
    if phase(round) not in (CLOSED, DEALING):
        return False
    family, course = family_of(table.book), table.course
    if course is None:
        raise Misfit("only a course that is known is followed", "it is", "it is not")
    flop_lies_open = not family.SHARES_CARDS or round.community_open >= _FLOP
    for box in round.boxes.values():
        if not in_the_deal(table, box) or box.hand == INVALID:
            continue
        if is_compared(table.book, box.hand):
            return False
        if _could_win(table, box) and not (len(box.cards) == course.hand_cards and flop_lies_open):
            return False
    return True


def is_compared(book: RulebookFile, hand: str) -> bool:
    """Whether a hand is compared with the dealer's, including that of a player who left if the
    house sets it or checks for him.
    """
    if hand == LEFT:
        checks = book.find("readings", "leaving-after-flop", "take") == "checks-to-the-end"
        return bool(checks or book.find("play", "leaving") == "house-way")
    return hand in (PLAYED, UNREVEALED)


# ── looking and deciding ──────────────────────────────────────────────────────────────────────────


def to_ask(round: "RoundBook") -> list[int]:
    """Boxes that have yet to answer the current question, in dealing order."""
    step = step_of(round)
    if step is None or step.do != ASK:
        return []
    first = step.says in ("stay", "set")
    return [
        number
        for number, box in round.boxes.items()
        if box.cards
        and box.hand == PLAYED
        and bool(box.answered) is not first
        and step.says not in box.answered
    ]


def has_to_decide(round: "RoundBook", box: "BoxBook") -> bool:
    """Whether a box has something left to decide, now or later."""
    ahead = round.plan[round.at :]
    return box.hand == PLAYED and (
        not round.closed or any(step.do == ASK and step.says not in box.answered for step in ahead)
    )


def on_examined(table: "TableBook", event: e.HandExamined) -> None:
    round = table.now or table.round()
    box = round.box(event.box)
    fits("whose hand is examined", box.player, event.player)
    if phase(round) != DECIDING or not box.cards or not has_to_decide(round, box):
        raise Misfit("a hand is looked at when its player decides", "no look", event.player)
    if any(other.examined and other.player == box.player for other in round.boxes.values()):
        raise Misfit("a player looks at one hand, once", "no other look", event.player)
    box.examined = round.seen = True


def _answers(table: "TableBook", event: Any, wager: str | None, *questions: str) -> None:
    """Checks that a box answers the current question, in turn."""
    round = table.now or table.round()
    box, step = round.box(event.box), step_of(round)
    if step is None or phase(round) != DECIDING:
        raise Misfit("players decide when they are asked", "no decision", event.by.name)
    if table.course is None:
        raise Misfit("only a course that is known is followed", "it is", "it is not")
    if step.says not in questions or (
        wager is not None and (step.says, wager) not in table.course.asks
    ):
        raise Misfit("what players are asked", step.says, wager or questions[0])
    waiting = to_ask(round)
    if event.box not in waiting[:1]:
        first = f"box {waiting[0]}" if waiting else "nobody"
        raise Misfit("who decides next", first, f"box {event.box}, {event.by.name}")
    if event.by.post == 0:
        fits("who decides for a box", box.player, event.by.name)
    box.answered += (step.says,)
    # Only a hand that the system deals is known to have been played blind.
    round.seen = round.seen or is_real(table)


def on_withdrawn(table: "TableBook", event: e.BetWithdrawn) -> None:
    """If a box's raise was taken off, its seated player has to decide again."""
    if table.book.find("wagers", event.bet, "kind") == "raise":
        table.round().box(event.box).answered = ()


def on_folded(table: "TableBook", event: e.Folded) -> None:
    _answers(table, event, None, "stay")


def on_raised(table: "TableBook", event: e.Raised) -> None:
    _answers(table, event, event.bet, "stay", "turn", "river")


def on_checked(table: "TableBook", event: e.Checked) -> None:
    _answers(table, event, None, "turn", "river")


def on_set(table: "TableBook", event: e.HandSet) -> None:
    _answers(table, event, None, "set")


def on_decisions_ended(table: "TableBook", event: e.DecisionsEnded) -> None:
    round = table.now or table.round()
    waiting = to_ask(round)
    if phase(round) != DECIDING or waiting or round.on_hold:
        raise Misfit("decisions end when everybody has decided", "no end", waiting)
    round.at += 1


# ── showing, and the end ──────────────────────────────────────────────────────────────────────────


def on_shown(table: "TableBook", event: e.HandShown) -> None:
    round = table.now or table.round()
    if phase(round) not in (CLOSED, DEALING, DECIDING, REVEALED) or round.claimed:
        raise Misfit("hands are shown before the round is settled", "no hand", event.place)
    if table.corrections.before is None:
        told_cards.check_told_again(round, table.corrections.last, event)
    if not event.place.isdecimal():
        return
    box = round.box(int(event.place))
    if box.hand == PLAYED and not round.revealed and not box.shown:
        raise Misfit("hands are shown when the dealer has turned over", "no hand", event.place)
    if event.three is not UNSET and table.course and table.course.asks[0][0] != "set":
        raise Misfit("hands are not set in this game", "no setting", event.three)
    box.shown = box.shown or box.hand not in (UNREVEALED, INVALID)
    round.seen = True


def on_declined(table: "TableBook", event: e.ShowDeclined) -> None:
    round = table.now or table.round()
    box = round.box(event.box)
    over = phase(round) == REVEALED or can_end(table, round)
    stayed = box.hand == PLAYED and bool(box.answered) and not box.shown
    kept = box.hand == FOLDED and not box.shown and _could_win(table, box)
    if not over or round.claimed or not (stayed or kept):
        raise Misfit("hands are kept back when they could be shown", "no such hand", event.box)


def _could_win(table: "TableBook", box: "BoxBook") -> bool:
    """Whether a folded hand is turned up at the end."""
    laid = [bet for bet, amount in box.bets.items() if amount]
    turned_up = family_of(table.book).turned_up(
        table.book, box.hand, bets=laid, established=bool(box.established)
    )
    return turned_up and not box.kept_back


def on_established(table: "TableBook", event: e.HandEstablished) -> None:
    round = table.now or table.round()
    box = round.box(event.box)
    hidden = box.hand == UNREVEALED and phase(round) == REVEALED
    proved = family_of(table.book).turned_up(
        table.book, UNREVEALED, bets=list(box.bets), established=True
    )
    folded = box.kept_back and proved and (phase(round) == REVEALED or can_end(table, round))
    if not hidden and not folded:
        raise Misfit("a hand is proved that was not shown", "such a hand", event.box)
    round.seen = True


def on_settled(table: "TableBook", event: e.RoundSettled | e.JackpotClaimed) -> None:
    round = table.now or table.round()
    if phase(round) not in (REVEALED, VOID):
        raise Misfit(
            "a round is settled when all cards have been turned over, or it is void",
            f"{REVEALED} or {VOID}",
            phase(round),
        )
