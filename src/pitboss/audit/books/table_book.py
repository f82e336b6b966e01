"""The bookkeeping of one table: the chips of players, layout and house after every event, and its
rounds.
"""

from collections.abc import Callable
from typing import Any

from pitboss.audit.books.round_book import (
    FOLDED,
    INVALID,
    LEFT,
    PLAYED,
    PROGRESSIVE,
    UNREVEALED,
    BoxBook,
    RoundBook,
)
from pitboss.audit.report import Counts, Misfit, fits
from pitboss.audit.rulebook_file import RulebookFile
from pitboss.audit.shuffle import deck_of, promise
from pitboss.casino.codec import CommandRefused, RoundInterrupted
from pitboss.table import events as e
from pitboss.table.commands import OpenTable

PIT_SUPERVISOR = 2
DEALER_PLACE, COMMUNITY_PLACE = "dealer", "community"


class TableBook:
    """One table. What its players, its layout and the house have sums to nothing after every event.

    ``opening_wager``, ante or main, is what puts a box into the round. ``raised`` and ``fell``
    tell, until the command is over, that hands have claimed the jackpot, and that claims have
    fallen away.
    """

    def __init__(self, name: str, open_book: Callable[[str], RulebookFile], counts: Counts) -> None:
        self.name = name
        self.settings: OpenTable | None = None
        self.open = False
        self.chips: dict[str, int] = {}
        self.house = 0
        self.rounds = 0
        self.now: RoundBook | None = None
        self.concluded: str | None = None
        self.played_under_minimum: set[str] = set()
        self.opening_wager = ""
        self.raised = False
        self.fell = False
        self._book: RulebookFile | None = None
        self._open_book = open_book
        self._counts = counts

    @property
    def book(self) -> RulebookFile:
        assert self._book is not None, "a table is open when its book is asked for"
        return self._book

    @property
    def rulebook(self) -> str:
        """What the table calls its rulebook: an id, or the path of an own file."""
        return "" if self.settings is None else self.settings.rulebook

    @property
    def link(self) -> str | None:
        return None if self.settings is None else self.settings.link

    def round(self) -> RoundBook:
        """The round that is on."""
        if self.now is None:
            raise Misfit("an event of a round without a round", "a round that is on", "none")
        return self.now

    @property
    def total(self) -> int:
        """What players, layout and house have together."""
        return (
            sum(self.chips.values()) + self.house + (0 if self.now is None else self.now.on_layout)
        )

    def take(self, event: Any) -> None:
        """Follows one event; raises Misfit where it can't be."""
        if isinstance(event, CommandRefused | RoundInterrupted):
            self._take_own(event)
            return
        if self.settings is None and not isinstance(event, e.TableOpened):
            raise Misfit("the first event of a table", "table-opened/1", "another")
        step = _STEPS.get(type(event))
        if step is not None:
            step(self, event)
            fits("chips of players, layout and house together", 0, self.total)

    def _take_own(self, event: CommandRefused | RoundInterrupted) -> None:
        if isinstance(event, RoundInterrupted):
            fits("the round that was interrupted", self.round().id, event.round)

    def _moved(self, player: str, amount: int) -> None:
        """Chips go from a player to the layout; below zero, back."""
        self.chips[player] = self.chips.get(player, 0) - amount

    # ── the table ─────────────────────────────────────────────────────────────────────────────────

    def on_opened(self, event: e.TableOpened) -> None:
        fits("the name of the table", self.name, event.table)
        if self.open or self.now is not None:
            raise Misfit("a table is opened that is open", "a closed table", "an open one")
        if event.by.post < PIT_SUPERVISOR:
            raise Misfit("who opened the table", "a pit supervisor or above", event.by.post.name)
        self.settings = event.settings
        self.open = True
        self._book = self._open_book(event.settings.rulebook)
        wagers = self.book.find("wagers").items()
        self.opening_wager = next(bet for bet, wager in wagers if wager["kind"] == "opening")

    def on_closed(self, event: e.TableClosed) -> None:
        if self.now is not None:
            raise Misfit("a table is closed between rounds", "no round", self.now.id)
        self.open = False

    def on_operation(self, event: e.OperationChosen) -> None:
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
        assert self.settings is not None
        if self.settings.cards == "virtual":
            if event.secret is None or len(event.secret) != 32:
                raise Misfit(
                    "a virtual shuffle has a secret", "32 bytes", event.secret and len(event.secret)
                )
            fits("the promise of the secret", promise(event.secret), event.commitment)
        elif event.secret is not None or event.commitment is not None:
            raise Misfit("real cards have no secret", "none", event.commitment)
        self.now = RoundBook(event)
        self._counts.rounds += 1

    def on_seed(self, event: e.SeedGiven) -> None:
        found = self.round()
        if found.closed or found.secret is None:
            raise Misfit(
                "a seed is given while betting is open, for a virtual shuffle",
                "no seed",
                event.player,
            )
        found.seeds[event.player] = event.seed

    def on_placed(self, event: e.BetPlaced) -> None:
        found = self.round()
        if found.closed or found.void:
            raise Misfit("a bet is placed while betting is open", "no bet", event.bet)
        if event.amount <= 0:
            raise Misfit("a bet is more than nothing", "an amount", event.amount)
        if event.bet not in self.book.find("wagers"):
            raise Misfit("a wager of the game", ", ".join(self.book.find("wagers")), event.bet)
        box = found.boxes.get(event.box)
        if box is None:
            box = BoxBook(event.box, event.player)
            found.boxes = dict(sorted([*found.boxes.items(), (event.box, box)]))
        box.bets[event.bet] = box.bets.get(event.bet, 0) + event.amount
        if event.player != box.player:
            theirs = box.beside.setdefault(event.bet, {})
            theirs[event.player] = theirs.get(event.player, 0) + event.amount
        self._moved(event.player, event.amount)

    def on_withdrawn(self, event: e.BetWithdrawn) -> None:
        found = self.round()
        box = found.box(event.box)
        box.take_off(event.bet, event.player, event.amount)
        if not box.bets:
            del found.boxes[event.box]
        self._moved(event.player, -event.amount)

    def on_betting_closed(self, event: e.BettingClosed) -> None:
        found = self.round()
        if found.closed:
            raise Misfit("betting is closed once", "an open round", found.id)
        found.closed = True
        if found.secret is None:
            fits("the shuffle of real cards", None, event.deck)
            return
        deck = deck_of(found.secret, found.seeds)
        fits("the deck that the secret and the seeds give", list(deck), list(event.deck or ()))
        found.deck = deck
        self._counts.shuffles += 1

    # ── dealing and deciding ──────────────────────────────────────────────────────────────────────

    def on_burnt(self, event: e.CardBurnt) -> None:
        self.round().draw((event.card,))

    def on_dealt(self, event: e.CardsDealt) -> None:
        found = self.round()
        found.draw(event.cards)
        if event.place == DEALER_PLACE:
            found.dealer += event.cards
        elif event.place == COMMUNITY_PLACE:
            found.community += event.cards
        else:
            box = found.box(int(event.place))
            box.cards += event.cards
            box.dealt_ms = event.at_ms

    def on_folded(self, event: e.Folded) -> None:
        self.round().box(event.box).hand = FOLDED

    def on_stayed(self, event: e.Checked) -> None:
        self.round().box(event.box).hand = PLAYED

    def on_raised(self, event: e.Raised) -> None:
        box = self.round().box(event.box)
        if event.bet in box.bets:
            raise Misfit(
                f"{event.bet} on box {box.number} is raised once", "none there", box.bets[event.bet]
            )
        laid, times = box.bets.get(self.opening_wager, 0), self.book.times_opening(event.bet)
        assert self.settings is not None, "a table with a round is open"
        limit = self.settings.limits.get(self.opening_wager)
        counts = laid if limit is None or limit.max is None else min(laid, limit.max)
        # Of an opening wager over the maximum only that counts; by all that was laid the raise has
        # a surplus.
        if event.amount != laid * times:
            fits(f"{event.bet} on box {box.number} in cents", counts * times, event.amount)
        box.hand = PLAYED
        box.bets[event.bet] = event.amount
        self._moved(box.player, event.amount)

    def on_set(self, event: e.HandSet) -> None:
        box = self.round().box(event.box)
        if event.three is not None and not set(event.three) <= set(box.cards):
            raise Misfit("a hand is set from its own cards", box.cards, event.three)
        box.hand = PLAYED
        box.three = event.three

    def on_declined(self, event: e.ShowDeclined) -> None:
        self.round().box(event.box).hand = UNREVEALED

    def on_established(self, event: e.HandEstablished) -> None:
        if event.by.post < PIT_SUPERVISOR:
            raise Misfit("who established a hand", "a pit supervisor or above", event.by.post.name)
        found = self.round()
        found.box(event.box).established = event.bets
        # The hand may claim the jackpot too: what has been claimed is worked out again.
        self.fell |= found.unclaim()

    def on_left(self, event: e.PlayerLeft) -> None:
        self.round().box(event.box).hand = LEFT

    # ── irregularities ────────────────────────────────────────────────────────────────────────────

    def on_corrected(self, event: e.BetCorrected) -> None:
        box = self.round().box(event.box)
        beside = sum(box.beside.get(event.bet, {}).values())
        if event.amount <= beside or (event.bet not in box.bets and event.bet != PROGRESSIVE):
            raise Misfit(
                "the chips found on a wager", f"a wager of more than {beside} cents", event.amount
            )
        self._moved(box.player, event.amount - box.bets.get(event.bet, 0))
        box.bets[event.bet] = event.amount
        found = self.round()
        found.settled = None
        if event.bet == PROGRESSIVE:
            self.fell |= found.unclaim()

    def on_returned(self, event: e.BetReturned) -> None:
        found = self.round()
        box = found.box(event.box)
        if event.bet not in box.bets:
            raise Misfit("a bet goes back that is not there", ", ".join(box.bets), event.bet)
        for player, amount in list(box.owners(event.bet)):
            self._moved(player, -amount)
        del box.bets[event.bet]
        box.beside.pop(event.bet, None)
        self.fell |= found.unsettle()

    def on_invalidated(self, event: e.HandInvalidated) -> None:
        found = self.round()
        found.box(event.box).hand = INVALID
        self.fell |= found.unsettle()

    def on_hands_moved(self, event: e.HandsMoved) -> None:
        found = self.round()
        fits(
            "hands change places among themselves",
            sorted(source for source, _ in event.moves),
            sorted(to for _, to in event.moves),
        )
        cards = {to: found.box(source).cards for source, to in event.moves}
        for number, hand in cards.items():
            box = found.box(number)
            box.cards, box.three = hand, None
        self.fell |= found.unsettle()

    def on_registered(self, event: e.JackpotRegistered) -> None:
        self.round().registered = event

    # ── the end ───────────────────────────────────────────────────────────────────────────────────

    def on_voided(self, event: e.RoundVoided) -> None:
        found = self.round()
        found.void = True
        self.fell |= found.unsettle()

    def on_claimed(self, event: e.JackpotClaimed) -> None:
        found = self.round()
        if self.link is None or found.claimed or not event.hands:
            raise Misfit(
                "hands claim the jackpot of a link once", "a first claim", len(event.hands)
            )
        for hand in event.hands:
            box = found.box(hand.box)
            fits(f"the player who claims on box {hand.box}", box.player, hand.player)
            fits(f"when the hand on box {hand.box} was dealt in full", box.dealt_ms, hand.dealt_ms)
        found.claimed = event.hands
        self.raised = True

    def on_settled(self, event: e.RoundSettled) -> None:
        found = self.round()
        if found.settled is not None:
            raise Misfit("a round is settled once", "a round without a settlement", found.id)
        found.settled = event
        self._counts.settlements += 1

    def on_concluded(self, event: e.RoundConcluded) -> None:
        found = self.round()
        paid = {} if found.settled is None else found.settled.paid
        if found.settled is None and (found.boxes or found.closed):
            raise Misfit("a round is concluded when it has been settled", "a settlement", "none")
        laid = found.on_layout
        for player, amount in paid.items():
            self.chips[player] = self.chips.get(player, 0) + amount
        self.house += laid - sum(paid.values())
        if found.settled is not None:
            self.played_under_minimum.update(found.settled.under_minimum_settled)
        self.concluded = found.id
        self.now = None


_STEPS: dict[type[e.TableEvent], Callable[[TableBook, Any], None]] = {
    e.TableOpened: TableBook.on_opened,
    e.TableClosed: TableBook.on_closed,
    e.OperationChosen: TableBook.on_operation,
    e.BettingOpened: TableBook.on_betting_opened,
    e.SeedGiven: TableBook.on_seed,
    e.BetPlaced: TableBook.on_placed,
    e.BetWithdrawn: TableBook.on_withdrawn,
    e.BettingClosed: TableBook.on_betting_closed,
    e.CardBurnt: TableBook.on_burnt,
    e.CardsDealt: TableBook.on_dealt,
    e.Folded: TableBook.on_folded,
    e.Checked: TableBook.on_stayed,
    e.Raised: TableBook.on_raised,
    e.HandSet: TableBook.on_set,
    e.ShowDeclined: TableBook.on_declined,
    e.HandEstablished: TableBook.on_established,
    e.PlayerLeft: TableBook.on_left,
    e.BetCorrected: TableBook.on_corrected,
    e.BetReturned: TableBook.on_returned,
    e.HandInvalidated: TableBook.on_invalidated,
    e.HandsMoved: TableBook.on_hands_moved,
    e.JackpotRegistered: TableBook.on_registered,
    e.RoundVoided: TableBook.on_voided,
    e.JackpotClaimed: TableBook.on_claimed,
    e.RoundSettled: TableBook.on_settled,
    e.RoundConcluded: TableBook.on_concluded,
}
