"""Rounds on a jackpot link as they lie on the felt, and how they are entered.

``Truth`` is what lies on the felt: chips, cards, what players do, what goes wrong. ``Play`` enters
it step by step as the table asks for it, so it also enters again what a correction could not keep.
What is entered wrongly stands in ``correction_mistakes``.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from pitboss.games.deal_plan import Ask, Do, Step
from pitboss.games.family import family_of
from pitboss.jackpot import commands as lc
from pitboss.kernel.cards import DECK, NAMES
from pitboss.kernel.money import format_cents
from pitboss.table.cards.felt import face_up, open_after, to_show
from pitboss.table.events import IncidentReported
from pitboss.table.looks import SEEN, players_have_seen
from pitboss.table.queries import raise_name, raise_size, to_ask
from pitboss.table.ruling_effects import decisions_on
from pitboss.table.state import Phase, RoundState
from tests.casino.floor import OPENING, Desk, Floor, FloorTable
from tests.support import BE, MBS_RULEBOOKS, MH
from tests.tables import DEALER, SHIFT_MANAGER

SUE = "pit-supervisor:sue"
PLAYERS = ("ann", "bob", "cat")
SIDES = {MH: ("bonus",), BE: ("tie", "suits", "bullseye")}


class Entered(NamedTuple):
    """A command at the table."""

    do: str
    fields: Mapping[str, Any]
    by: str = DEALER


class Truth(NamedTuple):
    """``bets`` are box, wager, amount, player; ``stays`` are boxes whose players stay in, ``looks``
    those who look at their cards. ``report`` is what goes wrong when players begin to decide.
    """

    bets: tuple[tuple[int, str, str, str], ...]
    cards: Mapping[str, tuple[str, ...]]
    stays: frozenset[int]
    looks: frozenset[int]
    hidden: frozenset[int]
    report: Mapping[str, Any] | None


class _Quiet(Floor):
    """A casino whose books are held together at the end, not after each command."""

    def check(self) -> None:
        pass


# ── what lies on the felt ─────────────────────────────────────────────────────────────────────────


def truth_of(book: str, cards: str, random: Random, irregular: bool) -> Truth:
    """Chips, cards and players of a round; a royal or a straight flush more often than not, and
    something irregular in many.
    """
    boxes = sorted(random.sample(range(1, 5), random.randint(1, 3)))
    bets: list[tuple[int, str, str, str]] = []
    for box, player in zip(boxes, PLAYERS, strict=False):
        bets.append((box, OPENING[book], random.choice(("25", "50", "100")), player))
        if random.random() < 0.75:
            bets.append((box, "progressive", "5", player))
        if book in SIDES and random.random() < 0.4:
            bets.append((box, random.choice(SIDES[book]), "5", player))
    stays = frozenset(box for box in boxes if random.random() < 0.8)
    return Truth(
        tuple(bets),
        _cards(book, boxes, random),
        stays,
        frozenset(box for box in boxes if random.random() < 0.5),
        frozenset(box for box in stays if random.random() < 0.1),
        _incident(book, cards, boxes, random) if irregular or random.random() < 0.4 else None,
    )


def _cards(book: str, boxes: list[int], random: Random) -> dict[str, tuple[str, ...]]:
    left = [NAMES[card] for card in DECK]
    random.shuffle(left)
    size = 2 if book == MH else 5
    cards: dict[str, tuple[str, ...]] = {}
    if book == MH:
        cards["community"] = ("Qh", "Jh", "Th", "2c", "3d")
    for box in boxes:
        if random.random() < 0.6:
            suit = "hsdc"[box - 1]
            ranks = random.choice(("AKQJT", "98765"))
            if book == MH:
                ranks, suit = random.choice(("AK", "98")), "h"
            hand = tuple(rank + suit for rank in ranks)
            if not set(hand) & {card for held in cards.values() for card in held}:
                cards[str(box)] = hand
    out = {card for held in cards.values() for card in held}
    rest = (card for card in left if card not in out)
    for place in (*map(str, boxes), "dealer"):
        cards.setdefault(place, tuple(islice(rest, size)))
    return cards


def _incident(book: str, cards: str, boxes: list[int], random: Random) -> dict[str, Any]:
    """Something that goes wrong when players begin to decide; the system makes no mistakes."""
    seen = {"players_have_seen": random.random() < 0.5}
    box = random.choice(boxes)
    once: dict[str, Any] = {"can_reconstruct": False}
    found: list[dict[str, Any]] = [
        {"incident": "cards-exposed", "box": box, "facts": {"count": 1, **seen}},
        {"incident": "technical-interruption", "facts": {"affects_continuation": False}},
        {"incident": "unlisted", "description": "A glass of water on the layout."},
    ]
    if cards != "virtual":
        found.append({"incident": "wrong-player-card-count", "box": box, "facts": once})
        found.append(
            {"incident": "misdeal", "facts": {"whole_hands_can_move": False, **seen}},
        )
    if cards != "virtual" and book not in MBS_RULEBOOKS:
        found.append({"incident": "other-dealing-error", "facts": once})
    return random.choice(found)


# ── entering it ───────────────────────────────────────────────────────────────────────────────────


class Play:
    """A casino with a link and a table, at which truths are entered.

    ``overlooked`` is what nobody enters until it has been corrected.
    """

    def __init__(self, book: str, dealing: str, cards: str, more: Mapping[str, Any]) -> None:
        self.floor = _Quiet()
        operator = "MBS" if book in MBS_RULEBOOKS else "RWS"
        self.link: Desk = self.floor.link(operator=operator, **more)
        self.table: FloorTable = self.floor.table("t1", book, dealing=dealing, cards=cards)
        self.cards = cards
        self.overlooked: set[tuple[int, str]] = set()
        self.truth: Truth

    def begin(self, truth: Truth) -> None:
        self.truth = truth
        self.table.do("open-betting")

    def steps(self) -> Iterator[Entered]:
        """What is entered next, until the round is settled; claims are verified on the way."""
        while (found := self._next()) is not None:
            yield found

    def _next(self) -> Entered | None:
        round = self.table.round
        if any(box.gone and number in self.truth.hidden for number, box in round.boxes.items()):
            # He is there, and keeps his hand back: that he had left is put right first.
            return None
        if round.pending is not None:
            choices = decisions_on(round.pending.ruling, round)
            decision = next(one for one in (None, "continue", "decline") if one in choices)
            return Entered("confirm", {"decision": decision}, SHIFT_MANAGER)
        if round.offered:
            return Entered("close-options", {})
        match round.phase:
            case Phase.BETTING:
                return self._bet(round)
            case Phase.CLOSED | Phase.DEALING:
                return self._deal(round)
            case Phase.DECIDING:
                return self._decision(round, to_ask(round)[0])
            case Phase.REVEALED if not round.claimed and (shown := self._shown(round)) is not None:
                return shown
            case Phase.REVEALED | Phase.VOID if round.settlement is None:
                return Entered("settle", {})
            case _:
                return None

    def _bet(self, round: RoundState) -> Entered:
        for box, bet, amount, player in self.truth.bets:
            if (box, bet) in self.overlooked:
                continue
            if box not in round.boxes or bet not in round.boxes[box].bets:
                told = {"box": box, "bet": bet, "amount": amount, "player": player}
                return Entered("place-bet", told)
        return Entered("close-betting", {"let-stand": True})

    def _shown(self, round: RoundState) -> Entered | None:
        """A hand that is kept back, or turned over where nobody reads cards."""
        for box, found in round.boxes.items():
            if box in self.truth.hidden and found.standing == "in" and not found.shown:
                return Entered("decline-to-show", {"box": box})
        for box in to_show(self.table.state, round):
            return Entered("show-hand", {"box": box, "cards": [*self.planned(str(box))]})
        return None

    @property
    def reported(self) -> set[str]:
        """What the round has been told of."""
        log = self.table.state.events
        return {event.ruling.incident for event in log if isinstance(event, IncidentReported)}

    def _decision(self, round: RoundState, box: int) -> Entered:
        report = self.truth.report
        if report is not None and report["incident"] not in self.reported:
            return Entered("report", self._as_asked(report, round))
        looks = box in self.truth.looks and (box, "look") not in self.overlooked
        if looks and not round.boxes[box].examined:
            return Entered("examine", {"box": box})
        assert round.step is not None
        if round.step.asks is Ask.SET:
            return Entered("set-hand", {"box": box})
        if round.step.asks is not Ask.STAY:
            return Entered("check", {"box": box})
        if box not in self.truth.stays:
            return Entered("fold", {"box": box})
        return Entered("raise", {"box": box, "amount": self.raise_of(box)})

    def _as_asked(self, report: Mapping[str, Any], round: RoundState) -> Mapping[str, Any]:
        """A report tells of looks only where the table can't know."""
        if players_have_seen(self.table.state, round) is None or "facts" not in report:
            return report
        facts = {name: told for name, told in report["facts"].items() if name != SEEN}
        return {**report, "facts": facts}

    def raise_of(self, box: int) -> str:
        """What the player of a box puts in to stay."""
        step, state = self.table.round.step, self.table.state
        assert step is not None
        assert step.asks is not None
        bet = raise_name(state, step.asks)
        assert bet is not None
        return format_cents(raise_size(state, self.table.round.boxes[box], bet))

    def planned(self, place: str) -> tuple[str, ...]:
        """The cards that lie at a place in truth; any that nobody else has where it is not there
        in truth.
        """
        if place in self.truth.cards:
            return self.truth.cards[place]
        out = {card for cards in self.truth.cards.values() for card in cards}
        size = family_of(self.table.state.book).hand_cards
        return tuple(islice((name for name in NAMES if name not in out), size))

    def _deal(self, round: RoundState) -> Entered:
        step = round.step
        assert step is not None
        coming = self.coming(round, step)
        return Entered("deal", {"cards": coming, "to": step.place} if coming else {})

    def coming(self, round: RoundState, step: Step, more: int = 0) -> list[str]:
        """The cards that are told with a step of the deal, when a place has got ``more`` than it
        has now.
        """
        if self.cards == "virtual" or step.do is Do.BURN:
            return []
        if step.do is Do.TURN_OVER:
            if self.cards == "entered":
                return []
            planned = self.planned(step.place)
            if step.place == "dealer":
                # What lies face up has been told.
                return [c for c, lying in zip(planned, round.dealer, strict=True) if lying is None]
            return [*planned[round.community_open : open_after(round, step.shows)]]
        held = {"dealer": round.dealer, "community": round.community}
        box = round.boxes.get(int(step.place)) if step.place.isdecimal() else None
        first = len(held.get(step.place, ()) if box is None else box.cards) + more
        cards = self.planned(step.place)[first : first + step.cards]
        if self.cards == "shown":
            cards = cards[len(cards) - face_up(round, step) :]
        return [*cards]

    def enter(self, step: Entered) -> None:
        self.verify()
        self.table.do(step.do, by=step.by, **step.fields)

    def verify(self) -> None:
        """Somebody verifies what is claimed."""
        for claim in self.link.claims:
            self.link.do(lc.VerifyClaim(claim))

    def end(self) -> None:
        """The rest of the round, as the table asks for it."""
        for step in islice(self.steps(), 400):
            self.enter(step)
        self.verify()
        self.table.do("conclude")
        self.floor.casino.enter_contributions("mega")

    def accounts(self) -> list[Any]:
        """What everybody has at the table, and the link to the unit."""
        state = self.link.state
        return [
            (state.meter_units, state.reserve_units, state.overflow_units, state.totals.hits),
            self.table.state.chips,
            self.table.state.house,
        ]

    def books(self) -> list[Any]:
        """All accounts of the ledger, held against the streams."""
        Floor.check(self.floor)
        return list(self.floor._ledger.balances)
