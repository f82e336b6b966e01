"""A round as its events describe it: whose chips lie where, which cards came, what became of each
hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.audit.deal_order import DealStep
from pitboss.audit.report import Misfit, fits
from pitboss.kernel.cards import Card
from pitboss.table import events as e

if TYPE_CHECKING:
    from pitboss.audit.books.table_book import TableBook

PROGRESSIVE = "progressive"

COUNTS_NO_BET = frozenset(
    (e.CardsDealt, e.CardBurnt, e.TurnedOver, e.HandExamined, e.DecisionsEnded)
)
"""Events that do not change which bets count."""

PLAYED, FOLDED, LEFT, UNREVEALED, INVALID = "played", "folded", "left", "unrevealed", "invalid"
"""The states of a hand, by the names used in round records."""


class BoxBook:
    """One box. ``beside`` holds other players' chips, by wager and player; ``kept_back`` is a
    folded hand that is not shown.
    """

    def __init__(self, number: int, player: str) -> None:
        self.number = number
        self.player = player
        self.bets: dict[str, int] = {}
        self.beside: dict[str, dict[str, int]] = {}
        self.cards: tuple[int | None, ...] = ()
        self.dealt_ms = 0
        self.hand = PLAYED
        self.kept_back = False
        self.three: tuple[int, ...] | None = None
        self.established: tuple[str, ...] = ()
        self.invalid_by: tuple[str, ...] = ()
        # What its player has answered, and whether he has looked; ``shown``: ordinary cards that
        # were turned over.
        self.answered: tuple[str, ...] = ()
        self.examined = False
        self.shown = False

    def owners(self, bet: str) -> Iterator[tuple[str, int]]:
        """Whose chips make up a wager, the seated player's first."""
        others = self.beside.get(bet, {})
        seated = self.bets.get(bet, 0) - sum(others.values())
        if seated:
            yield self.player, seated
        yield from others.items()

    def check_raise(self, event: e.Raised, opening: str, times: int, most: int | None) -> None:
        """Checks that a raise is made once and is the right multiple of its opening wager."""
        if event.bet in self.bets:
            raise Misfit(
                f"{event.bet} on box {self.number} is raised once",
                "none there",
                self.bets[event.bet],
            )
        laid = self.bets.get(opening, 0)
        counts = laid if most is None else min(laid, most)
        # Only the maximum of an opening wager counts; if the raise matches the whole of it, part of
        # it is surplus.
        if event.amount != laid * times:
            fits(f"{event.bet} on box {self.number} in cents", counts * times, event.amount)

    def take_off(self, bet: str, player: str, amount: int) -> None:
        """Removes all of a player's chips from a wager."""
        mine = dict(self.owners(bet)).get(player, 0)
        fits(f"{player} takes back {bet} on box {self.number}", mine, amount)
        if not amount:
            raise Misfit("chips are taken back that never lay there", "chips", 0)
        self.bets[bet] -= amount
        if not self.bets[bet]:
            del self.bets[bet]
        others = self.beside.get(bet, {})
        others.pop(player, None)
        if not others:
            self.beside.pop(bet, None)
        if self.beside and sum(self.bets.values()) == sum(
            sum(theirs.values()) for theirs in self.beside.values()
        ):
            self._pass_on()

    def _pass_on(self) -> None:
        """The seated player has no chips left here: the box passes to the next player."""
        first = self.beside.get(next(iter(self.bets))) or next(iter(self.beside.values()))
        self.player = next(iter(first))
        for bet, theirs in list(self.beside.items()):
            theirs.pop(self.player, None)
            if not theirs:
                del self.beside[bet]


class Choices:
    """What players may choose after a ruling: options by box, and who has yet to choose."""

    def __init__(self) -> None:
        self.offered: dict[int, tuple[str, ...]] = {}
        self.choosers: dict[int, tuple[str, ...]] = {}
        self.clauses: tuple[str, ...] = ()
        self.all_or_none = False


class RoundBook:
    """A round in progress. ``unread``: it is dealt with ordinary cards; a face-down one is None,
    and until settlement the same card may be entered twice by mistake. ``seen``: a player has
    certainly seen cards dealt to them.
    """

    seen = False

    def __init__(self, opened: e.BettingOpened, unread: bool = False) -> None:
        self.id = opened.round
        self.unread = unread
        self.secret = opened.secret
        self.promise = opened.commitment or ""
        self.chained = bool(opened.chain)
        self.number = int(opened.round.rpartition("-")[2])
        # Shuffle version 2: the players' commitments, in order, and whether the shuffle is fixed.
        self.bound: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        self.fixed = False
        self.seeds: dict[str, str] = {}
        self.boxes: dict[int, BoxBook] = {}
        self.closed = False
        self.deck: tuple[int, ...] | None = None
        self.drawn = 0
        self.out: set[int] = set()
        self.dealer: tuple[int | None, ...] = ()
        self.dealer_open: tuple[int, ...] = ()
        self.community: tuple[int | None, ...] = ()
        self.community_open = 0
        self.deal_ended = False
        self.void = False
        self.void_by: tuple[str, ...] = ()
        self.claimed: tuple[e.ClaimedHand, ...] = ()
        self.registered: e.JackpotRegistered | None = None
        self.settled: e.RoundSettled | None = None
        # The deal plan and how far it has got; a ruling that waits, and what players may choose;
        # cards exposed by accident, the dealer's and others.
        self.plan: tuple[DealStep, ...] = ()
        self.at = 0
        self.revealed = False
        self.burnt: list[Card | None] = []
        # What was known at the place where cards were told last, before that.
        self.stands: frozenset[int] = frozenset()
        self.waits: e.IncidentReported | None = None
        self.choices = Choices()
        self.exposed = (0, 0)
        # What the last ruling would have ordered in older journals, if that was different.
        self.formerly: list[Any] | None = None

    @property
    def on_hold(self) -> bool:
        """Whether the round waits for a ruling or for players to choose."""
        return self.waits is not None or self.asked

    @property
    def asked(self) -> bool:
        """Whether players have yet to choose, not counting hands that have left the round."""
        offered, boxes = self.choices.offered, self.boxes
        return any(number in boxes and boxes[number].hand != INVALID for number in offered)

    def box(self, number: int) -> BoxBook:
        """A box that is in the round."""
        box = self.boxes.get(number)
        if box is None:
            raise Misfit("a box is named that is not in the round", sorted(self.boxes), number)
        return box

    @property
    def unreadable(self) -> bool:
        """Whether the cards are sealed and the secret is not published yet."""
        return self.chained and self.secret is None

    def has_chips(self, player: str) -> bool:
        """Whether somebody has a bet in the round."""
        return any(
            player == owner
            for box in self.boxes.values()
            for bet in box.bets
            for owner, _ in box.owners(bet)
        )

    @property
    def on_layout(self) -> int:
        """All chips on the layout."""
        return sum([sum(box.bets.values()) for box in self.boxes.values()])

    def draw(self, cards: Sequence[int | None]) -> None:
        """Takes cards from the deck: none twice, and from a virtual shuffle in order."""
        if not self.closed:
            raise Misfit("cards are dealt after betting has been closed", "no card", cards)
        after, unreadable = self.drawn + len(cards), self.chained and self.secret is None
        if self.deck is not None:
            expected = self.deck[self.drawn : after]
            if expected != tuple(cards):
                raise Misfit("the next cards of the shuffle", list(expected), list(cards))
        elif self.chained and not (unreadable and self.fixed):
            raise Misfit("cards come from a shuffle that is fixed", "no card", cards)
        self.drawn = after
        if unreadable:
            return
        out, unread = self.out, self.unread
        for card in cards:
            if card is None:
                continue
            if (card in out and not unread) or not 0 <= card < 52:
                raise Misfit("a card that has left the deck comes again", "another card", card)
            out.add(card)

    def end_deal(self, opening: str) -> None:
        """Ends the deal: everybody has folded."""
        self.deal_ended = True
        still_in = [box.number for box in self.boxes.values() if box.hand in (PLAYED, UNREVEALED)]
        if any(opening in self.box(number).bets for number in still_in):
            raise Misfit("the deal ends when everybody has given up", "no hand", still_in)

    def set_aside(self) -> None:
        """Discards the settlement, as chips were found to be misplaced."""
        if self.settled is None:
            raise Misfit("a settlement is set aside that is there", "a settlement", "none")
        self.settled = None

    def unclaim(self) -> bool:
        """Discards what was claimed. Returns whether there was anything."""
        fell = bool(self.claimed)
        self.claimed = ()
        return fell

    def unsettle(self) -> bool:
        """Discards what was worked out. Returns whether that included a claim."""
        self.settled = None
        return self.unclaim()

    def bets_that_count(self, opening: str) -> int:
        """Progressive bets that feed the jackpot: accepted when betting closed and not returned
        since.
        """
        if not self.closed or self.void:
            return 0
        count = 0
        if self.settled is None:
            for box in self.boxes.values():
                bets = box.bets
                if PROGRESSIVE in bets and bets.get(opening) and box.hand != INVALID:
                    count += bets[PROGRESSIVE]
            return count
        for settled in self.settled.settlement.boxes:
            for line in settled.lines:
                if line.bet == PROGRESSIVE and line.result in ("win", "lose"):
                    count += self.box(settled.box).bets.get(PROGRESSIVE, 0)
        return count


# ── who has looked: a round notes the first look that is certain; people tell of others ───────────


def is_real(table: "TableBook") -> bool:
    """Whether the system did not shuffle the cards, so that players may look at them unnoticed."""
    return table.settings is not None and table.settings.cards != "virtual"


def note_look(
    table: "TableBook", round: RoundBook, incident: str, facts: Mapping[str, Any]
) -> None:
    """Notes what a report tells of a look at real cards that are out."""
    if is_real(table) and _dealt(round):
        round.seen = round.seen or _tells_of_a_look(incident, facts)


def _tells_of_a_look(incident: str, facts: Mapping[str, Any]) -> bool:
    seen = facts.get("players_have_seen") is True or bool(facts.get("hands_viewed"))
    return seen or incident in ("extra-hand-examined", "hand-not-confidential")


def _dealt(round: RoundBook) -> bool:
    return any(box.cards for box in round.boxes.values())


def players_have_seen(table: "TableBook", round: RoundBook, confirming: bool) -> bool | None:
    """Whether a look at a hand is certain, or certain not to have been; None if people tell."""
    if round.seen or round.revealed:
        return True
    if not is_real(table) or not _dealt(round):
        return False
    waiting = None if confirming else round.waits
    if waiting is None:
        return None
    return _tells_of_a_look(str(waiting.ruling.incident), waiting.facts) or None


def hands_viewed(
    table: "TableBook", round: RoundBook, player: str, told: Mapping[str, Any]
) -> int | None:
    """How many of their hands a player has viewed; None if people tell, who can't tell of fewer
    than are certain. Whoever has decided on real cards has viewed one.
    """
    mine = [box for box in round.boxes.values() if box.player == player]
    entered, dealt = sum(box.examined for box in mine), sum(bool(box.cards) for box in mine)
    least = max(entered, int(is_real(table) and any(box.answered for box in mine)))
    number = told.get("hands_viewed")
    if not is_real(table) or least >= dealt:
        return least
    if isinstance(number, int):
        return None if number > entered else least
    return least if entered else None
