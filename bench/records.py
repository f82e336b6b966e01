"""Made-up rounds for the five rulebooks: six boxes, each with its cards and with the wagers of a
keen player.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import msgspec

from pitboss.kernel.cards import NAMES

STUD = "rws-multilink-stud-3"
"""The rulebook that the goals are set for."""

_BOXES = 6
_LEAST, _MOST = 25, 1_000
_FOLDS = 0.25
_JACKPOT_CENTS = range(10_000_000, 200_000_000)

Bets = dict[str, str]
Hand = tuple[str, ...]
"""The names of a hand's cards, as a record writes them."""


@dataclass(frozen=True)
class Deal:
    """A record as the command reads it, and its hands in the form that a hand evaluator needs.

    The hands are the dealer's and the players', of five cards each, or of two if there are
    community cards.
    """

    line: bytes
    hands: tuple[Hand, ...]
    community: Hand


def deals(rulebook: str, seed: str) -> Iterator[Deal]:
    """As many rounds as requested; each has a jackpot, table limits and all six boxes."""
    random = Random(seed)
    game = _GAMES[rulebook]
    number = 0
    while True:
        number += 1
        pack = random.sample(NAMES, (_BOXES + 1) * game.hand_cards + game.community_cards)
        community = tuple(pack[len(pack) - game.community_cards :])
        hands = [tuple(pack[at * game.hand_cards :][: game.hand_cards]) for at in range(_BOXES + 1)]
        record = {
            "id": f"r{number}",
            "rulebook": rulebook,
            "outcome": "completed",
            "table": {
                "limits": {
                    bet: {"min": f"{_LEAST}.00", "max": f"{_MOST}.00"} for bet in game.limited
                }
            },
            "jackpot": {"displayed": _dollars(random.choice(_JACKPOT_CENTS)), "reset": "100000.00"},
            "dealer": hands[0],
            "community": community,
            "boxes": [_box(at, hands[at], game, random) for at in range(1, _BOXES + 1)],
        }
        yield Deal(msgspec.json.encode(record) + b"\n", tuple(hands), community)


def _box(number: int, cards: Hand, game: "_Game", random: Random) -> dict[str, object]:
    hand, bets = game.play(random)
    player = f"p{random.randrange(100_000)}"
    return {"box": number, "player": player, "cards": cards, "hand": hand, "bets": bets}


def _chips(random: Random) -> int:
    """A wager in dollars, within the table's limits."""
    return random.randrange(_LEAST, _MOST + 1, _LEAST)


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def _play_stud(random: Random) -> tuple[str, Bets]:
    ante = _chips(random)
    bets = {"ante": f"{ante}.00", "bet": f"{2 * ante}.00", "progressive": "5.00"}
    if random.random() < _FOLDS:
        del bets["bet"]
        return "folded", bets
    return "played", bets


def _play_holdem(random: Random) -> tuple[str, Bets]:
    ante = _chips(random)
    bets = {"ante": f"{ante}.00", "bonus": f"{_chips(random)}.00", "progressive": "5.00"}
    if random.random() < _FOLDS:
        return "folded", bets
    raises = {"flop": f"{2 * ante}.00", "turn": f"{ante}.00", "river": f"{ante}.00"}
    return "played", bets | raises


def _play_bullseye(random: Random) -> tuple[str, Bets]:
    bets = {bet: f"{_chips(random)}.00" for bet in ("main", "tie", "suits", "bullseye")}
    return "played", bets | {"progressive": "5.00"}


@dataclass(frozen=True)
class _Game:
    """What a round of a family looks like."""

    hand_cards: int
    community_cards: int
    limited: tuple[str, ...]
    play: Callable[[Random], tuple[str, Bets]]


_STUD = _Game(5, 0, ("ante",), _play_stud)
_HOLDEM = _Game(2, 5, ("ante", "bonus"), _play_holdem)
_BULLSEYE = _Game(5, 0, ("main", "tie", "suits", "bullseye"), _play_bullseye)

_GAMES = {
    STUD: _STUD,
    "rws-casino-stud-6": _STUD,
    "mbs-megalink-stud-6": _STUD,
    "rws-multilink-holdem-2": _HOLDEM,
    "mbs-megalink-bullseye-4": _BULLSEYE,
}
RULEBOOKS = tuple(_GAMES)
