"""The books of one table: its rounds, and whose chips are where after every event."""

from collections.abc import Callable
from typing import Any

from pitboss.audit.books import told_cards
from pitboss.audit.books.bet_book import ORDERS, StandingOrders, check_settings
from pitboss.audit.books.conduct_book import follow
from pitboss.audit.books.correction_book import BESIDE, REWINDS, CorrectionBook, check_money
from pitboss.audit.books.course_book import forget_another_day
from pitboss.audit.books.round_book import (
    COUNTS_NO_BET,
    FOLDED,
    INVALID,
    LEFT,
    PLAYED,
    PROGRESSIVE,
    BoxBook,
    RoundBook,
)
from pitboss.audit.books.shuffle_book import Keeping, ShuffleBook
from pitboss.audit.deal_order import DealStep
from pitboss.audit.families import Course, course_of
from pitboss.audit.report import Counts, Misfit, fits
from pitboss.audit.rulebook_file import RulebookFile
from pitboss.casino.codec import RoundInterrupted
from pitboss.table import events as e
from pitboss.table.commands import OpenTable
from pitboss.table.corrections.events import EntryTakenBack, MoneyDecided, RoundCorrected

PIT_SUPERVISOR = 2


class TableBook:
    """One table. What its players, its layout and the house hold sums to zero after every event.

    ``opening_wager``, ante or main, is what puts a box into the round. Until the command is over,
    ``raised`` and ``fell`` say that hands have claimed the jackpot, or that claims have been
    dropped. ``owed`` are events a ruling has ordered that are still to come. ``agreed`` is the
    version of the feed last seen to match the round's bets.
    """

    def __init__(
        self,
        name: str,
        open_book: Callable[[str], RulebookFile],
        counts: Counts,
        keeping: Keeping | None = None,
    ) -> None:
        self.name = name
        self.settings: OpenTable | None = None
        self.link: str | None = None
        self.open = self.raised = self.fell = False
        self.chips: dict[str, int] = {}
        self.held = self.house = self.rounds = 0
        self.now: RoundBook | None = None
        self.agreed: Any = None
        self.concluded: str | None = None
        self.played_under_minimum: set[str] = set()
        self.day = 0
        self.corrections = CorrectionBook()
        self.course: Course | None = None
        self.plans: dict[tuple[int, ...], tuple[DealStep, ...]] = {}
        self.orders = self._orders_before = StandingOrders()
        self.owed: list[Any] = []
        self.rules = self.opening_wager = ""
        self.book: RulebookFile  # from when it is open
        self._open_book = open_book
        self._counts = counts
        self.shuffles = ShuffleBook(name, keeping or Keeping(), counts)

    def round(self) -> RoundBook:
        """The current round."""
        if self.now is None:
            raise Misfit("an event of a round without a round", "a round that is on", "none")
        return self.now

    @property
    def total(self) -> int:
        """The sum over players, layout and house."""
        return self.held + self.house + (0 if self.now is None else self.now.on_layout)

    def take(self, event: Any) -> None:
        """Takes one event; raises Misfit if it is impossible."""
        kind = type(event)
        if kind not in _UNUSUAL and self.settings is not None and not self.corrections.follow:
            self._apply(event, kind)
            self.corrections.log.append(event)
            return
        if kind is RoundInterrupted:
            fits("the round that was interrupted", self.round().id, event.round)
            return
        if self.settings is None and kind is not e.TableOpened:
            raise Misfit("the first event of a table", "table-opened/1", "another")
        if kind is e.BettingOpened:
            self.corrections.begin(self.chips, self.house)
            self._orders_before = self.orders.copy()
        if self.corrections.follow:
            self.corrections.check_follows(event)
        self._apply(event, kind)
        if kind in BESIDE:
            self.corrections.note(event)
        else:
            self.corrections.log.append(event)
        if kind in _MOVES_CHIPS:
            if kind in REWINDS:
                self._rewind(event)
            if self.total:
                raise Misfit("chips of players, layout and house together", 0, self.total)

    def _apply(self, event: Any, kind: type) -> None:
        if kind not in COUNTS_NO_BET:
            self.agreed = None
        if self.course is not None:
            follow(self, event)
        if (step := _STEPS.get(kind)) is not None:
            step(self, event)

    def _rewind(self, event: EntryTakenBack | RoundCorrected) -> None:
        """Replays the round from its first events."""
        was = self.round()
        fits("the round that is put right", was.id, event.round)
        begun = self.corrections.rewind(event, was)
        counts, self._counts = self._counts, Counts()
        self.chips, self.house, self.now = dict(begun.chips), begun.house, None
        self.orders, self.owed = self._orders_before.copy(), []
        self.held = sum(self.chips.values())
        self.rounds -= 1
        for kept in begun.kept:
            self._apply(kept, type(kept))
        self._counts = counts

    def _moved(self, player: str, amount: int) -> None:
        """Moves chips from a player to the layout; a negative amount moves them back."""
        self.chips[player] = self.chips.get(player, 0) - amount
        self.held -= amount

    # ── the table ─────────────────────────────────────────────────────────────────────────────────

    def on_opened(self, event: e.TableOpened) -> None:
        fits("the name of the table", self.name, event.table)
        if self.open or self.now is not None:
            raise Misfit("a table is opened that is open", "a closed table", "an open one")
        if event.by.post < PIT_SUPERVISOR:
            raise Misfit("who opened the table", "a pit supervisor or above", event.by.post.name)
        self.settings, self.link = event.settings, event.settings.link
        self.open = True
        self.rules = ""
        self._play_by(event.settings.rulebook, event.settings)

    def on_rules(self, event: e.RulesTaken) -> None:
        if self.now is not None or self.settings is None:
            raise Misfit("a table takes other rules between rounds", "no round", self.now)
        self.rules = event.rulebook
        self._play_by(event.rulebook, self.settings)

    def _play_by(self, rulebook: str, settings: OpenTable) -> None:
        self.book = self._open_book(rulebook)
        self.opening_wager = check_settings(self.book, settings)
        self.course, self.plans = course_of(self.book.family), {}

    def on_closed(self, event: e.TableClosed) -> None:
        if self.now is not None:
            raise Misfit("a table is closed between rounds", "no round", self.now.id)
        self.open = False

    def on_operation(self, event: e.OperationChosen) -> None:
        self.orders.take(event)
        if event.box is None and event.notice is None:
            self.open = False

    # ── betting ───────────────────────────────────────────────────────────────────────────────────

    def on_betting_opened(self, event: e.BettingOpened) -> None:
        if self.now is not None or not self.open:
            raise Misfit(
                "a round begins at an open table", "no round before it", self.now and self.now.id
            )
        self.rounds += 1
        fits("the name of the round", f"{self.name}-{self.rounds}", event.round)
        cards = "" if self.settings is None else self.settings.cards
        self.shuffles.on_opened(event, self.rounds, virtual=cards == "virtual")
        self.now = RoundBook(event, unread=cards == "shown")
        self._counts.rounds += 1

    def on_placed(self, event: e.BetPlaced) -> None:
        round = self.now or self.round()
        if round.closed or round.void:
            raise Misfit("a bet is placed while betting is open", "no bet", event.bet)
        if event.amount <= 0:
            raise Misfit("a bet is more than nothing", "an amount", event.amount)
        if event.bet not in self.book.wagers:
            raise Misfit("a wager of the game", ", ".join(self.book.wagers), event.bet)
        box = round.boxes.get(event.box)
        if box is None:
            box = BoxBook(event.box, event.player)
            round.boxes = dict(sorted([*round.boxes.items(), (event.box, box)]))
        box.bets[event.bet] = box.bets.get(event.bet, 0) + event.amount
        if event.player != box.player:
            theirs = box.beside.setdefault(event.bet, {})
            theirs[event.player] = theirs.get(event.player, 0) + event.amount
        self._moved(event.player, event.amount)

    def on_withdrawn(self, event: e.BetWithdrawn) -> None:
        round = self.now or self.round()
        box = round.box(event.box)
        box.take_off(event.bet, event.player, event.amount)
        if not box.bets:
            del round.boxes[event.box]
        self._moved(event.player, -event.amount)

    def on_betting_closed(self, event: e.BettingClosed) -> None:
        round = self.now or self.round()
        if round.closed:
            raise Misfit("betting is closed once", "an open round", round.id)
        round.closed = True
        forget_another_day(self, event.at_ms)
        self.shuffles.on_closed(round, event)

    # ── dealing and deciding ──────────────────────────────────────────────────────────────────────

    def on_raised(self, event: e.Raised) -> None:
        box = (self.now or self.round()).box(event.box)
        # Without settings there is no round to raise in.
        limit = None if self.settings is None else self.settings.limits.get(self.opening_wager)
        most = None if limit is None else limit.max
        box.check_raise(event, self.opening_wager, self.book.times_opening(event.bet), most)
        box.hand = PLAYED
        box.bets[event.bet] = event.amount
        self._moved(box.player, event.amount)

    def on_set(self, event: e.HandSet) -> None:
        box = (self.now or self.round()).box(event.box)
        if event.three is not None and not set(event.three) <= set(box.cards):
            raise Misfit("a hand is set from its own cards", box.cards, event.three)
        box.hand = PLAYED
        box.three = event.three

    def on_established(self, event: e.HandEstablished) -> None:
        if event.by.post < PIT_SUPERVISOR:
            raise Misfit("who established a hand", "a pit supervisor or above", event.by.post.name)
        round = self.now or self.round()
        told_cards.established(self.book, round, event)
        # The hand may claim the jackpot too, so the claims are worked out again.
        self.fell |= round.unclaim()

    # ── irregularities ────────────────────────────────────────────────────────────────────────────

    def on_corrected(self, event: e.BetCorrected) -> None:
        round = self.now or self.round()
        box = round.box(event.box)
        beside = sum(box.beside.get(event.bet, {}).values())
        if event.amount <= beside or (event.bet not in box.bets and event.bet != PROGRESSIVE):
            raise Misfit(
                "the chips found on a wager", f"a wager of more than {beside} cents", event.amount
            )
        self._moved(box.player, event.amount - box.bets.get(event.bet, 0))
        box.bets[event.bet] = event.amount
        round.settled = None
        if event.bet == PROGRESSIVE:
            self.fell |= round.unclaim()

    def on_returned(self, event: e.BetReturned) -> None:
        round = self.now or self.round()
        box = round.box(event.box)
        if event.bet not in box.bets:
            raise Misfit("a bet goes back that is not there", ", ".join(box.bets), event.bet)
        for player, amount in list(box.owners(event.bet)):
            self._moved(player, -amount)
        del box.bets[event.bet]
        box.beside.pop(event.bet, None)
        self.fell |= round.unsettle()

    def on_invalidated(self, event: e.HandInvalidated) -> None:
        round = self.now or self.round()
        box = round.box(event.box)
        box.hand, box.invalid_by = INVALID, event.clauses
        self.fell |= round.unsettle()

    def on_hands_moved(self, event: e.HandsMoved) -> None:
        self.fell |= told_cards.hands_moved(self.round(), event)

    def on_cards_moved(self, event: e.CardsMoved) -> None:
        self.fell |= told_cards.moved(self.round(), event)

    def on_face_up(self, event: e.FaceUpChosen) -> None:
        self.round().dealer_open = (event.nth,)

    def on_registered(self, event: e.JackpotRegistered) -> None:
        self.round().registered = event

    # ── the end ───────────────────────────────────────────────────────────────────────────────────

    def on_voided(self, event: e.RoundVoided) -> None:
        round = self.now or self.round()
        round.void, round.void_by = True, event.clauses
        self.fell |= round.unsettle()

    def on_claimed(self, event: e.JackpotClaimed) -> None:
        round = self.now or self.round()
        if self.link is None or round.claimed or not event.hands:
            raise Misfit(
                "hands claim the jackpot of a link once", "a first claim", len(event.hands)
            )
        for hand in event.hands:
            box = round.box(hand.box)
            fits(f"the player who claims on box {hand.box}", box.player, hand.player)
            fits(f"when the hand on box {hand.box} was dealt in full", box.dealt_ms, hand.dealt_ms)
        round.claimed = event.hands
        self.raised = True

    def on_settled(self, event: e.RoundSettled) -> None:
        round = self.now or self.round()
        if round.settled is not None:
            raise Misfit("a round is settled once", "a round without a settlement", round.id)
        round.settled = event
        self._counts.settlements += 1

    def on_concluded(self, event: e.RoundConcluded) -> None:
        round = self.now or self.round()
        paid = {} if round.settled is None else round.settled.paid
        if round.settled is None and (round.boxes or round.closed):
            raise Misfit("a round is concluded when it has been settled", "a settlement", "none")
        self.shuffles.on_concluded(round, event)
        laid = round.on_layout
        for player, amount in paid.items():
            self._moved(player, -amount)
        self.house += laid - sum(paid.values())
        if round.settled is not None:
            self.played_under_minimum.update(round.settled.under_minimum_settled)
        self.concluded = round.id
        self.now = None
        self.corrections = CorrectionBook()

    def on_money(self, event: MoneyDecided) -> None:
        """A concluded round stands; money moved on account of it is a separate entry."""
        check_money(event, self.name, self.rounds if self.now is None else self.rounds - 1)
        self.house += self.corrections.pay(event, self.chips)
        self.held = sum(self.chips.values())


def _becomes(hand: str) -> Callable[[TableBook, Any], None]:
    return lambda book, event: setattr((book.now or book.round()).box(event.box), "hand", hand)


_STEPS: dict[type[e.TableEvent], Callable[[TableBook, Any], None]] = {
    e.TableOpened: TableBook.on_opened,
    e.TableClosed: TableBook.on_closed,
    e.RulesTaken: TableBook.on_rules,
    MoneyDecided: TableBook.on_money,
    e.OperationChosen: TableBook.on_operation,
    **dict.fromkeys(ORDERS, lambda book, event: book.orders.take(event)),
    e.BettingOpened: TableBook.on_betting_opened,
    e.SeedGiven: lambda book, event: book.shuffles.on_given(book.round(), event),
    e.ShuffleChainPublished: lambda book, event: book.shuffles.on_published(event, book.rounds),
    e.SeedCommitted: lambda book, event: book.shuffles.on_committed(book.round(), event),
    e.SeedOpened: lambda book, event: book.shuffles.on_seed_opened(book.round(), event),
    e.ShuffleFixed: lambda book, event: book.shuffles.on_fixed(book.round(), event),
    e.BetPlaced: TableBook.on_placed,
    e.BetWithdrawn: TableBook.on_withdrawn,
    e.BettingClosed: TableBook.on_betting_closed,
    e.CardBurnt: lambda book, event: told_cards.burnt(book.round(), event),
    e.CardsDealt: lambda book, event: told_cards.dealt(book.now or book.round(), event),
    e.TurnedOver: lambda book, event: told_cards.turned_over(book.round(), event),
    e.DealEnded: lambda book, _: book.round().end_deal(book.opening_wager),
    e.Folded: _becomes(FOLDED),
    e.Checked: _becomes(PLAYED),
    e.Raised: TableBook.on_raised,
    e.HandSet: TableBook.on_set,
    e.HandShown: lambda book, event: told_cards.shown(book.round(), event),
    e.ShowDeclined: lambda book, event: told_cards.declined(book.round(), event),
    e.HandEstablished: TableBook.on_established,
    e.PlayerLeft: _becomes(LEFT),
    e.BetCorrected: TableBook.on_corrected,
    e.BetReturned: TableBook.on_returned,
    e.HandInvalidated: TableBook.on_invalidated,
    e.HandsMoved: TableBook.on_hands_moved,
    e.CardsMoved: TableBook.on_cards_moved,
    e.FaceUpChosen: TableBook.on_face_up,
    e.JackpotRegistered: TableBook.on_registered,
    e.RoundVoided: TableBook.on_voided,
    e.JackpotClaimed: TableBook.on_claimed,
    e.RoundSettled: TableBook.on_settled,
    e.SettlementSetAside: lambda book, _: book.round().set_aside(),
    e.RoundConcluded: TableBook.on_concluded,
}

_MOVES_CHIPS = frozenset(
    (e.BetWithdrawn, e.BetCorrected, e.BetReturned, e.RoundConcluded, MoneyDecided, *REWINDS)
)
"""Events after which all chips are summed; a bet merely moves them from one place to another."""

_UNUSUAL = _MOVES_CHIPS | BESIDE | {RoundInterrupted, e.BettingOpened}
