"""A round on a jackpot link, played twice: once right, and once with something entered wrongly,
gone on with for a while, and corrected. In both casinos everybody has the same at the end.

``Truth`` is what lies on the felt: chips, cards, what players do. ``Play`` enters it step by step
as the table asks for it, so it also enters again what a correction could not keep.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from pitboss.audit.run import audit
from pitboss.games.deal_plan import Ask, Do
from pitboss.jackpot import commands as lc
from pitboss.kernel.cards import DECK, NAMES
from pitboss.kernel.money import format_cents
from pitboss.ledger.entries import Balances
from pitboss.table.corrections.reading import spans
from pitboss.table.queries import raise_name, raise_size, to_ask
from pitboss.table.refusals import TableRefused
from pitboss.table.state import Phase
from tests.casino.floor import OPENING, Desk, Floor, FloorTable
from tests.support import BE, MBS_RULEBOOKS, MH
from tests.tables import DEALER

SUE = "pit-supervisor:sue"
PLAYERS = ("ann", "bob", "cat")


class Truth(NamedTuple):
    """``bets`` are box, wager, amount, player; ``stays`` are boxes whose players stay in."""

    bets: tuple[tuple[int, str, str, str], ...]
    cards: Mapping[str, tuple[str, ...]]
    stays: frozenset[int]
    hidden: frozenset[int]


class Entered(NamedTuple):
    """A command at the table, by the dealer."""

    do: str
    fields: Mapping[str, Any]


class _Quiet(Floor):
    """A casino whose books are held together at the end, not after each command."""

    def check(self) -> None:
        pass


def truth_of(book: str, random: Random) -> Truth:
    """Chips, cards and players of a round; a royal or a straight flush more often than not."""
    opening = OPENING[book]
    boxes = sorted(random.sample(range(1, 5), random.randint(1, 3)))
    bets: list[tuple[int, str, str, str]] = []
    for box, player in zip(boxes, PLAYERS, strict=False):
        bets.append((box, opening, random.choice(("25", "50", "100")), player))
        if random.random() < 0.75:
            bets.append((box, "progressive", "5", player))
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
    stays = frozenset(box for box in boxes if random.random() < 0.8)
    hidden = frozenset(box for box in stays if random.random() < 0.1)
    return Truth(tuple(bets), cards, stays, hidden)


class Play:
    """A casino with a link and a table, at which a truth is entered."""

    def __init__(self, book: str, truth: Truth, dealing: str, more: Mapping[str, Any]) -> None:
        self.floor = _Quiet()
        operator = "MBS" if book in MBS_RULEBOOKS else "RWS"
        self.link: Desk = self.floor.link(operator=operator, **more)
        self.table: FloorTable = self.floor.table("t1", book, dealing=dealing)
        self.truth = truth
        self.overlooked: tuple[int, str] | None = None
        self.table.do("open-betting")

    def steps(self) -> Iterator[Entered]:
        """What is entered next, until the round is settled; claims are verified on the way."""
        while True:
            found = self._next()
            if found is None:
                return
            yield found

    def _next(self) -> Entered | None:
        round = self.table.round
        if round.phase is Phase.BETTING:
            for box, bet, amount, player in self.truth.bets:
                if (box, bet) == self.overlooked:
                    continue
                if box not in round.boxes or bet not in round.boxes[box].bets:
                    told = {"box": box, "bet": bet, "amount": amount, "player": player}
                    return Entered("place-bet", told)
            return Entered("close-betting", {"let-stand": True})
        if round.phase in (Phase.CLOSED, Phase.DEALING):
            return self._deal()
        if round.phase is Phase.DECIDING:
            return self._decision(to_ask(round)[0])
        if round.phase is Phase.REVEALED and not round.claimed:
            for box in self.truth.hidden:
                if box in round.boxes and round.boxes[box].standing == "in":
                    return Entered("decline-to-show", {"box": box})
        if round.phase in (Phase.REVEALED, Phase.VOID) and round.settlement is None:
            return Entered("settle", {})
        return None

    def _decision(self, box: int) -> Entered:
        step = self.table.round.step
        assert step is not None
        if step.asks is Ask.SET:
            return Entered("set-hand", {"box": box})
        if step.asks is not Ask.STAY:
            return Entered("check", {"box": box})
        if box not in self.truth.stays:
            return Entered("fold", {"box": box})
        return Entered("raise", {"box": box, "amount": self.raise_of(box)})

    def raise_of(self, box: int) -> str:
        """What the player of a box puts in to stay."""
        step, state = self.table.round.step, self.table.state
        assert step is not None
        assert step.asks is not None
        bet = raise_name(state, step.asks)
        assert bet is not None
        return format_cents(raise_size(state, self.table.round.boxes[box], bet))

    def _deal(self) -> Entered:
        round = self.table.round
        step = round.step
        assert step is not None
        if step.do is not Do.DEAL:
            return Entered("deal", {})
        if step.place == "dealer":
            held = len(round.dealer)
        elif step.place == "community":
            held = len(round.community)
        else:
            held = len(round.boxes[int(step.place)].cards)
        planned = self.truth.cards.get(step.place, ())[held : held + step.cards]
        if len(planned) < step.cards:
            # A box that is not there in truth: any cards that nobody else has.
            known = {card for cards in self.truth.cards.values() for card in cards}
            out = {NAMES[card] for card in self._out()}
            others = (name for name in NAMES if name not in known | out)
            planned = tuple(islice(others, step.cards))
        return Entered("deal", {"cards": list(planned), "to": step.place})

    def _out(self) -> set[int]:
        round = self.table.round
        hands = [round.dealer, round.community, *(box.cards for box in round.boxes.values())]
        return {card for hand in hands for card in hand if card is not None}

    def enter(self, step: Entered) -> None:
        self.verify()
        self.table.do(step.do, by=DEALER, **step.fields)

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
        """What everybody has, and the link to the unit."""
        Floor.check(self.floor)
        balances: Balances = self.floor._ledger.balances
        state = self.link.state
        return [
            list(balances),
            (state.meter_units, state.reserve_units, state.overflow_units, state.totals.hits),
            self.table.state.chips,
            self.table.state.house,
        ]


def wrong_of(play: Play, step: Entered, random: Random) -> Entered | None:
    """The same entry with something wrong in it; None where it is forgotten."""
    fields = dict(step.fields)
    match step.do:
        case "place-bet":
            if fields["bet"] == "progressive":
                return None
            coin = any(bet[:2] == (fields["box"], "progressive") for bet in play.truth.bets)
            kind = "amount" if coin else random.choice(("amount", "player", "box"))
            if kind == "amount":
                fields["amount"] = random.choice(("10", "30", "75"))
            elif kind == "player":
                fields["player"] = "eve"
            else:
                play.overlooked = (fields["box"], fields["bet"])
                fields["box"] = 5
            return Entered(step.do, fields)
        case "deal" if fields.get("cards"):
            known = {card for cards in play.truth.cards.values() for card in cards}
            others = [name for name in NAMES if name not in known]
            at = random.randrange(len(fields["cards"]))
            fields["cards"] = [*fields["cards"]]
            fields["cards"][at] = random.choice(others)
            return Entered(step.do, fields)
        case "fold":
            return Entered("raise", {"box": fields["box"], "amount": play.raise_of(fields["box"])})
        case "raise" if fields["box"] not in play.truth.hidden:
            # A player who has folded is not asked to show his hand.
            return Entered("fold", {"box": fields["box"]})
        case _:
            return step


EXTRA = (
    Entered("report", {"incident": "foreign-card"}),
    Entered("decline-to-show", {"box": 1}),
    Entered("place-bet", {"box": 6, "bet": "", "amount": "25", "player": "eve"}),
)


def correct_trial(
    book: str, dealing: str, random: Random, more: Mapping[str, Any]
) -> tuple[str, Play]:
    """Plays a round right, and once more with a mistake that is corrected; raises AssertionError
    where the two casinos differ. What kind of mistake it was.
    """
    truth = truth_of(book, random)
    right, wrong = (Play(book, truth, dealing, more) for _ in range(2))
    right.end()
    at = random.randrange(12 if book != BE else 8)
    made, kind, number = 0, "none", 0
    fix: dict[str, Any] = {}
    after = random.randrange(30)
    for step in islice(wrong.steps(), 400):
        if kind == "none" and made >= at:
            number = len(spans(wrong.table.state)) + 1
            kind, fix = _mistake(wrong, step, number, random)
        else:
            wrong.enter(step)
            made += 1
            if kind != "none":
                after -= 1
                if after < 0:
                    break
    if kind != "none":
        if random.random() < 0.5:
            wrong.verify()
        found = wrong.table._decide("correct", SUE, {"reason": "Mistyped.", **fix})
        assert not isinstance(found, TableRefused), f"{fix}: {found}"
        wrong.overlooked = None
    wrong.end()
    assert wrong.accounts() == right.accounts(), f"{book} {dealing} {kind} {fix} {truth}"
    for play in (right, wrong):
        report = audit(play.floor.journal)
        assert report.problem is None, f"{kind} {fix}: {report.problem}"
    return kind, wrong


def _mistake(play: Play, step: Entered, number: int, random: Random) -> tuple[str, dict[str, Any]]:
    """Enters something wrong; what it is called, and how it is corrected."""
    if random.random() < 0.25:
        extra = random.choice(EXTRA)
        fields = dict(extra.fields)
        if extra.do == "place-bet":
            fields["bet"] = OPENING[play.table.state.book.id]
        found = play.table._decide(extra.do, DEALER, fields)
        if isinstance(found, TableRefused):
            return "none", {}
        return f"extra {extra.do}", {"entry": number}
    wrong = wrong_of(play, step, random)
    should_be = {"do": step.do, **step.fields}
    if wrong is None:
        play.overlooked = (step.fields["box"], step.fields["bet"])
        return "forgotten", {"after": number - 1, "should-be": should_be}
    if wrong == step:
        play.enter(step)
        return "none", {}
    play.enter(wrong)
    return f"wrong {step.do}", {"entry": number, "should-be": should_be}


def runs(seed: str, book: str, dealings: Sequence[str], count: int) -> dict[str, int]:
    """Many of them; how often each mistake was made."""
    counts: dict[str, int] = {}
    for nth in range(count):
        random = Random(f"{seed}-{book}-{nth}")
        more = {
            "reset": "100000",
            "rate_bp": 1_000,
            "reserve_bp": random.choice((0, 500)),
            "cap": random.choice((None, "100000.25")),
        }
        kind, _ = correct_trial(book, random.choice(dealings), random, more)
        counts[kind] = counts.get(kind, 0) + 1
    return counts
