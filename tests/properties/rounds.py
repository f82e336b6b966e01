"""Random rounds that can be settled: all rulebooks, states, limits and jackpots, with rare hands
far too often.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from tests.chance import steady
from tests.support import BE, MBS_RULEBOOKS, MH, RULEBOOKS

Json = dict[str, Any]
T = TypeVar("T")

reproducible = settings(steady, max_examples=200)

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]

# Ranks of the ten straights; in the lowest the ace counts as one.
RUNS = ["A2345", *(RANKS[at : at + 5] for at in range(9))]

WAGERS = {
    BE: ["main", "tie", "suits", "bullseye", "progressive"],
    MH: ["ante", "flop", "turn", "river", "bonus", "progressive"],
}
STUD_WAGERS = ["ante", "bet", "progressive"]
LIMITED = {BE: ["main", "tie", "suits", "bullseye"], MH: ["ante", "bonus"]}
RAISES = {BE: [], MH: ["flop", "turn", "river"]}

WISHES = [
    *["any"] * 4,
    *(
        "run of one suit",
        "royal flush",
        "four of a kind",
        "full house",
        "one suit",
        "straight",
        "pair",
        "ace and king",
        "pictures",
    ),
]
FEAST_WISHES = ["run of one suit", "royal flush", "run of one suit", "any"]


def wagers_of(rulebook: str) -> list[str]:
    """The wagers of a rulebook's game, in the order of the contract."""
    return WAGERS.get(rulebook, STUD_WAGERS)


def spelled(cents: int) -> str:
    """An amount, with and without places."""
    return str(cents // 100) if cents % 200 == 0 else f"{cents // 100}.{cents % 100:02d}"


class _Maker:
    """Makes one round; keeps the cards that are still in the deck."""

    def __init__(self, rulebook: str, seed: int) -> None:
        self.rulebook, self.random = rulebook, Random(seed)
        self.left = list(DECK)
        self.hand_size = 2 if rulebook == MH else 5
        # In a feast everybody plays for the jackpot and many hit it: several awards in one round
        # are rare otherwise.
        self.feast = self.once_in(3)
        self.void = not self.feast and self.once_in(10)
        self.community: list[str] = []

    def one_of(self, choices: Sequence[T]) -> T:
        return self.random.choice(choices)

    def once_in(self, count: int) -> bool:
        return self.random.randrange(count) == 0

    # ── cards ─────────────────────────────────────────────────────────────────────────────────────

    def take(self, cards: Sequence[str]) -> list[str]:
        for card in cards:
            self.left.remove(card)
        return list(cards)

    def any_cards(self, count: int) -> list[str]:
        return self.take(self.random.sample(self.left, min(count, len(self.left))))

    def five_cards(self) -> list[str]:
        """Five cards as somebody wishes them, or any where the deck can't fulfil the wish any
        more.
        """
        wishes = self.fulfilled(self.one_of(FEAST_WISHES if self.feast else WISHES))
        found = self.take(self.one_of(wishes)) if wishes else []
        return found + self.any_cards(5 - len(found))

    def fulfilled(self, wish: str) -> list[list[str]]:
        """The sets of cards in the deck that make a wish true; the rest of the five may be any."""
        by_rank = {rank: [card for card in self.left if card[0] == rank] for rank in RANKS}
        by_suit = {suit: [card for card in self.left if card[1] == suit] for suit in SUITS}
        pictures = [card for card in self.left if card[0] in "JQK"]
        match wish:
            case "run of one suit":
                hands = [[rank + suit for rank in run] for run in RUNS for suit in SUITS]
                return [hand for hand in hands if self.has(hand)]
            case "royal flush":
                hands = [[rank + suit for rank in "TJQKA"] for suit in SUITS]
                return [hand for hand in hands if self.has(hand)]
            case "four of a kind":
                return [cards for cards in by_rank.values() if len(cards) == 4]
            case "full house":
                threes = [cards[:3] for cards in by_rank.values() if len(cards) >= 3]
                return [
                    three + by_rank[rank][-2:]
                    for three in threes
                    for rank in RANKS
                    if rank != three[0][0]
                ]
            case "one suit":
                return [
                    cards[at : at + 5]
                    for cards in by_suit.values()
                    for at in (0, 3)
                    if len(cards) > at + 4
                ]
            case "straight":
                hands = [
                    [by_rank[rank][at] for rank in run if by_rank[rank][at:]]
                    for run in RUNS
                    for at in (0, 1)
                ]
                return [hand for hand in hands if len(hand) == 5]
            case "pair":
                return [cards[:2] for cards in by_rank.values() if len(cards) >= 2]
            case "ace and king":
                return [[ace, king] for ace in by_rank["A"] for king in by_rank["K"]]
            case "pictures":
                return [pictures[at : at + 5] for at in range(0, len(pictures) - 4, 2)]
            case _:
                return []

    def has(self, cards: list[str]) -> bool:
        return set(cards) <= set(self.left)

    def community_cards(self) -> list[str]:
        """The flop out of the middle of a hand that somebody wishes: what is around it is left for
        the players.
        """
        five = self.five_cards()
        self.left += [five[0], five[4]]
        return five[1:4] + self.any_cards(2)

    def hole_cards(self) -> list[str]:
        """Two cards that make a run of one suit of the flop, a pair, or any."""
        flop = self.community[:3]
        wishes: list[list[str]] = []
        match self.one_of(["flop"] if self.feast else ["any", "flop", "pair", "ace and king"]):
            case "flop":
                runs = [[rank + flop[0][1] for rank in run] for run in RUNS]
                rests = [[card for card in run if card not in flop] for run in runs]
                wishes = [rest for rest in rests if len(rest) == 2 and self.has(rest)]
                wishes += [
                    cards[:2]
                    for rank in {card[0] for card in flop}
                    if len(cards := self.of(rank)) >= 2
                ]
            case wish:
                wishes = self.fulfilled(wish)
        return self.take(self.one_of(wishes)) if wishes else self.any_cards(2)

    def of(self, rank: str) -> list[str]:
        return [card for card in self.left if card[0] == rank]

    def some_cards(self, count: int) -> list[str] | None:
        """What may lie where no hand is needed: nothing, or a wrong number of cards."""
        return None if self.once_in(2) else self.any_cards(self.random.randint(0, count + 1))

    # ── money ─────────────────────────────────────────────────────────────────────────────────────

    def amount(self) -> int:
        return self.one_of(
            [500, 1_000, 2_500, 10_000, 500_000, self.random.randint(1, 60_000), 1, 99_999_999]
        )

    def jackpot_amount(self) -> int:
        odd = [0, 1, 9, 10, 19, 99, 12_345_678_901]
        return self.one_of(
            [*odd, 10_000_000, 25_000_000, *(self.random.randint(0, 10**9) for _ in range(4))]
        )

    def limits(self) -> Json:
        found = {}
        for name in LIMITED.get(self.rulebook, ["ante"]):
            low, high = sorted([self.amount(), self.amount()])
            limit = self.one_of(
                [None, None, {}, {"min": low}, {"max": high}, {"min": low, "max": high}]
            )
            if limit is not None:
                found[name] = {end: spelled(cents) for end, cents in limit.items()}
        return found

    def raise_on(self, opening: int) -> int:
        """Twice the ante, or something else: a raise of a wrong size is settled too."""
        return max(
            1,
            self.one_of(
                [2 * opening, 2 * opening, opening, 2 * opening + 1, opening // 2, 3 * opening]
            ),
        )

    # ── boxes ─────────────────────────────────────────────────────────────────────────────────────

    def box(self, number: int, seed: int) -> Json:
        self.random = Random(seed)
        states = ["played"] * 5 + ["folded", "left", "unrevealed", "unrevealed", "invalid"]
        if self.rulebook == BE:
            states.remove("folded")
        state = self.one_of(states[:6] if self.feast else states)
        opening = 0 if not self.feast and self.once_in(10) else self.amount()
        counts = bool(opening) and state != "invalid" and not self.void
        names = wagers_of(self.rulebook)
        bets = {names[0]: opening} if opening or self.once_in(2) else {}
        if RAISES.get(self.rulebook, ["bet"]):
            bets |= self.raises(state, opening, counts)
        for name in names[1:]:
            if name in RAISES.get(self.rulebook, ["bet"]):
                continue
            if self.feast or not self.once_in(4):
                bets[name] = self.one_of([500, 777, 2_500, 1_000_000, 0][: 4 if self.feast else 5])
        found: Json = {
            "box": number,
            "bets": {name: spelled(cents) for name, cents in bets.items()},
        }
        if state != "played" or self.once_in(2):
            found["hand"] = state
        if not self.once_in(8):
            found["player"] = f"p{number}"
        cards = self.box_cards(state, counts)
        if cards is not None:
            found["cards"] = cards
        if state == "unrevealed" and self.once_in(2):
            found["established"] = [name for name in names if self.once_in(2)]
        if (
            self.rulebook == BE
            and cards
            and len(cards) == 5
            and state == "played"
            and not self.once_in(3)
        ):
            found["arrangement"] = {"three": self.random.sample(cards, 3)}
        if self.rulebook in MBS_RULEBOOKS and self.once_in(2):
            found["under_minimum_settled_before"] = self.once_in(2)
        return found

    def raises(self, state: str, opening: int, counts: bool) -> dict[str, int]:
        first, *later = RAISES.get(self.rulebook, ["bet"])
        if not counts:
            return {name: self.raise_on(opening) for name in (first, *later) if self.once_in(2)}
        if state == "folded" or (state == "left" and (not later or self.once_in(2))):
            return {}
        if state == "left":
            later = later[:-1]
        return {first: self.raise_on(opening)} | {
            name: self.one_of([opening, opening, opening + 5, max(1, opening - 5)])
            for name in later
            if self.once_in(2)
        }

    def box_cards(self, state: str, counts: bool) -> list[str] | None:
        if not counts and self.once_in(2):
            any_number = state == "invalid" or self.void
            return self.some_cards(self.hand_size) if any_number else None
        optional = state in ("folded", "unrevealed", "invalid") or (
            state == "left" and self.rulebook != BE
        )
        if optional and self.once_in(4):
            return None
        return self.hole_cards() if self.hand_size == 2 else self.five_cards()

    # ── the round ─────────────────────────────────────────────────────────────────────────────────

    def round(self, box_seeds: Sequence[int]) -> Json:
        found: Json = {"id": f"r{self.random.randrange(100)}", "rulebook": self.rulebook}
        if self.void or self.once_in(3):
            found["outcome"] = "void" if self.void else "completed"
        if not self.once_in(4):
            found["table"] = {"limits": self.limits()}
        if self.rulebook == MH:
            self.community = self.community_cards()
            lacking = self.void and self.once_in(2)
            found["community"] = (
                self.community[: self.random.randrange(5)] if lacking else self.community
            )
        displayed, reset = spelled(self.jackpot_amount()), spelled(self.jackpot_amount())
        numbers = self.random.sample(range(1, 10), len(box_seeds))
        # The players come before the dealer: their wishes matter more.
        boxes = [self.box(number, seed) for number, seed in zip(numbers, box_seeds, strict=True)]
        dealer = self.some_cards(self.hand_size) if self.void else self.dealer()
        if dealer is not None:
            found["dealer"] = dealer
        found["boxes"] = boxes
        if any(box["bets"].get("progressive", "0") != "0" for box in boxes) or self.once_in(2):
            found["jackpot"] = {"displayed": displayed, "reset": reset}
        return found

    def dealer(self) -> list[str]:
        return self.any_cards(2) if self.rulebook == MH else self.five_cards()


SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def rounds(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Json:
    """A round of any rulebook.

    Hypothesis draws a seed for the round and one for each box, so that it can leave boxes out of a
    round that fails; all else comes from the seeds, which is quick and gives rounds that are less
    alike.
    """
    maker = _Maker(draw(st.sampled_from(RULEBOOKS)), draw(SEEDS))
    return maker.round(draw(st.lists(SEEDS, min_size=2 if maker.feast else 0, max_size=6)))


def collected(count: int) -> list[Json]:
    """So many rounds, the same in every run."""
    random = Random(20261115)
    found: list[Json] = []
    for number in range(count):
        maker = _Maker(RULEBOOKS[number % len(RULEBOOKS)], random.getrandbits(32))
        boxes = random.randrange(2 if maker.feast else 0, 7)
        found.append(maker.round([random.getrandbits(32) for _ in range(boxes)]))
    return found
