"""Ways to say that one hand ranks above another, and hands that the documents rank alike."""

from itertools import pairwise

from pitboss.kernel.cards import NAMES
from tests.support import box, settled

CATEGORIES = (
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pairs",
    "one-pair",
    "five-odd-cards",
)
"""The ten places of the ranking list, the highest first."""

# For each two places of the list that follow each other, the lowest hand of the upper place and the
# highest of the lower one, as far as one deck has both.
NEIGHBOURS = (
    ("royal-flush", "Ad Kd Qd Jd Td", "straight-flush", "Kc Qc Jc Tc 9c"),
    ("straight-flush", "5c 4c 3c 2c Ac", "four-of-a-kind", "Kc Kd Kh Ks Ad"),
    ("straight-flush", "6c 5c 4c 3c 2c", "four-of-a-kind", "Ac Ad Ah As Kd"),
    ("four-of-a-kind", "2c 2d 2h 2s 3c", "full-house", "Ac Ad Ah Kc Kd"),
    ("full-house", "2c 2d 2h 3c 3d", "flush", "As Ks Qs Js 9s"),
    ("flush", "7c 5c 4c 3c 2c", "straight", "Ah Kd Qs Jd Th"),
    ("straight", "5c 4d 3c 2h As", "three-of-a-kind", "Ac Ad Ah Ks Qd"),
    ("three-of-a-kind", "2c 2d 2h 4s 3c", "two-pairs", "Ac Ad Kh Ks Qd"),
    ("two-pairs", "3c 3d 2h 2s 4c", "one-pair", "Ac Ad Kh Qs Jd"),
    ("one-pair", "2c 2d 5h 4s 3c", "five-odd-cards", "Ac Kd Qh Js 9d"),
)

# Hands that a document does not print but describes: what each place takes, and what it does not.
DESCRIBED = (
    ("royal-flush", "Ts Js Qs Ks As"),
    ("straight-flush", "9s 8s 7s 6s 5s"),
    ("straight-flush", "Ah 2h 3h 4h 5h"),
    ("four-of-a-kind", "2c 2d 2h 2s As"),
    ("full-house", "2c 2d 2h As Ad"),
    ("flush", "2h Ah Kh Qh Jh"),  # A sequence does not go round the ace.
    ("flush", "Ah Kh Qh Jh 9h"),
    ("straight", "Ad Kd Qd Jd Tc"),  # Four of a suit do not make a flush.
    ("straight", "9c 8d 7c 6h 5s"),
    ("straight", "Ac 2d 3d 4d 5d"),
    ("three-of-a-kind", "2c 2d 2h Ks Qs"),
    ("two-pairs", "Ac Ad 2h 2s Ks"),
    ("one-pair", "2c 2d Ah Kh Qh"),
    ("five-odd-cards", "7c 5d 4h 3s 2c"),
    ("five-odd-cards", "Ah Kh Qh Jh 9c"),  # Four of a suit, and no ten.
    ("five-odd-cards", "2c Ad Kh Qs Jc"),  # A sequence does not go round the ace.
    ("five-odd-cards", "3c 2d Ah Ks Qc"),
)

# Two hands of one place: the higher one, and one that is lower although all that is compared later
# speaks for it. The dealer qualifies with either, so that each can be put against the other.
WITHIN_A_PLACE = {
    "straight flush": ("Qc Jc Tc 9c 8c", "Jd Td 9d 8d 7d"),
    "four of a kind": ("3c 3d 3h 3s 4c", "2c 2d 2h 2s Ac"),
    "full house": ("4c 4d 4h 3c 3d", "2c 2d 2h Ac Ad"),
    "flush, first card": ("Ac 6c 4c 3c 2c", "Kd Qd Jd Td 8d"),
    "flush, second card": ("Ac Kc 4c 3c 2c", "Ad Qd Jd Td 9d"),
    "flush, third card": ("Ac Kc Qc 3c 2c", "Ad Kd Jd Td 9d"),
    "flush, fourth card": ("Ac Kc Qc 8c 2c", "Ad Kd Qd 7d 6d"),
    "flush, fifth card": ("Ac Kc Qc Jc 3c", "Ad Kd Qd Jd 2d"),
    "straight": ("Tc 9d 8c 7h 6s", "9c 8d 7c 6h 5s"),
    "three of a kind": ("3c 3d 3h 4s 2c", "2d 2h 2s Ac Kd"),
    "two pairs, higher pair": ("Ac Ad 2c 2d 3h", "Kc Kd Qc Qd Ah"),
    "two pairs, lower pair": ("Ac Ad 5c 5d 2h", "Ah As 4c 4d Kh"),
    "two pairs, fifth card": ("Ac Ad 5c 5d 4h", "Ah As 5h 5s 3h"),
    "one pair, the pair": ("3c 3d 5h 4s 2c", "2d 2h Ac Kd Qh"),
    "one pair, first card": ("7c 7d Kh 3s 2c", "7h 7s Qc Jd Th"),
    "one pair, second card": ("7c 7d Kh Js 2c", "7h 7s Kc Td 9h"),
    "one pair, third card": ("7c 7d Kh Js 4c", "7h 7s Kc Jd 3h"),
    "five odd cards, third card": ("Ac Kd Jh 3s 2c", "Ad Kh Ts 9c 8d"),
    "five odd cards, fourth card": ("Ac Kd Jh 8s 2c", "Ad Kh Js 7c 6d"),
    "five odd cards, fifth card": ("Ac Kd Jh 8s 4c", "Ad Kh Js 8c 3d"),
}

# Two hands of one place and of the same ranks, in other suits.
SAME_RANKS = {
    "royal flush": ("Ac Kc Qc Jc Tc", "As Ks Qs Js Ts"),
    "straight flush": ("9c 8c 7c 6c 5c", "9s 8s 7s 6s 5s"),
    "flush": ("Kh Jh 9h 5h 2h", "Kd Jd 9d 5d 2d"),
    "straight": ("5c 4d 3c 2h As", "5s 4h 3d 2c Ac"),
    "two pairs": ("Ac Ad 5c 5d 4h", "Ah As 5h 5s 4s"),
    "one pair": ("7c 7d Kh Js 4c", "7h 7s Kc Jd 4d"),
    "five odd cards": ("Ac Kd Jh 8s 4c", "As Kh Jd 8c 4d"),
}


def pairs_of_ranks() -> list[tuple[str, str, str]]:
    """For each two ranks that follow each other: a pair of the higher, a pair of the lower with
    better cards.
    """
    found = []
    for higher, lower in pairwise("AKQJT98765432"):
        others = [rank for rank in "AKQJT98765432" if rank not in (higher, lower)]
        low, high = others[-3:], others[:3]
        found.append(
            (
                f"{higher} over {lower}",
                f"{higher}c {higher}d {low[0]}c {low[1]}d {low[2]}h",
                f"{lower}h {lower}s {high[0]}h {high[1]}s {high[2]}d",
            )
        )
    return found


# ── stud ──────────────────────────────────────────────────────────────────────────────────────────


def any_other_five(cards: str) -> str:
    """Five cards that are not among these, for a dealer whose hand does not matter."""
    return " ".join([name for name in NAMES if name not in cards.split()][:5])


def name_of(rulebook: str, cards: str) -> str | None:
    """What five cards of a player are called."""
    return settled(rulebook, any_other_five(cards), box(cards, ante="25", bet="50")).hand()


def assert_beats(rulebook: str, higher: str, lower: str) -> tuple[str | None, str | None]:
    """The player wins with the one hand and loses with the other; gives what the hands are
    called.
    """
    won = settled(rulebook, lower, box(higher, ante="25", bet="50"))
    lost = settled(rulebook, higher, box(lower, ante="25", bet="50"))
    assert won.result("ante") == ("win", 2_500, 2_500)
    assert won.line("bet").result == "win"
    assert lost.result("ante") == ("lose", 0, 0)
    assert lost.result("bet") == ("lose", 0, 0)
    return (won.hand(), lost.hand())


def assert_stands_off(rulebook: str, one: str, other: str) -> None:
    """Neither hand wins, whoever has which."""
    for dealer, player in ((one, other), (other, one)):
        found = settled(rulebook, dealer, box(player, ante="25", bet="50"))
        assert found.result("ante") == ("push", 2_500, 0)
        assert found.result("bet") == ("push", 5_000, 0)
