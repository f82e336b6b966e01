"""The two MBS games side by side, for tests that hold for both: wagers, ways of dealing, layouts
and some hands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pitboss.kernel.money import Cents, format_cents
from tests.support import BE, SS, proves
from tests.tables import SUPERVISOR, Table, setting

BULLSEYE_NUMBERS = {
    "1.1.3": "1.1.2",
    "1.1.6": "1.1.10",
    "1.1.7": "1.1.11",
    "3.4": "3.5",
    "3.4.1": "3.5.1",
    "3.4.2": "3.5.2",
    "3.4.3": "3.5.3",
    "3.5": "3.6",
    "3.5.1": "3.6.1",
    "3.5.2": "3.6.2",
    "3.5.3": "3.6.3",
    "3.5.4": "3.6.4",
    "3.6": "3.7",
    "3.7": "3.8",
    "3.8": "3.9",
    "3.10.1": "3.17",
    "3.15": "3.20",
    "3.15.1": "3.20.1",
}


@dataclass(frozen=True)
class Game:
    """One of the two games: its wagers, its ways of dealing, its layouts (with their positions),
    and some hands.

    ``dealer`` is beaten by ``higher`` (1 to 1 on every wager), beats ``lower`` and is as high as
    ``equal``; ``dull_dealer`` and ``aces`` share no card with royal flushes, or with a flush of
    hearts and a full house.
    """

    rulebook: str
    wagers: dict[str, str]
    dealings: tuple[str, ...]
    layouts: dict[str, tuple[int, int]]
    dealer: str
    higher: str
    lower: str
    equal: str
    dull_dealer: str
    aces: str

    @property
    def opening(self) -> str:
        """The wager that lets a position take part."""
        return next(iter(self.wagers))

    def wager(self, amount: str = "25", **more: str) -> dict[str, str]:
        return {self.opening: amount} | more

    def number(self, stud_number: str) -> str:
        """A clause of the stud document as this one numbers it."""
        return (
            BULLSEYE_NUMBERS.get(stud_number, stud_number) if self.rulebook == BE else stud_number
        )

    def table(self, **more: Any) -> Table:
        return Table.open(self.rulebook, **more)

    def refused_table(self, **changes: object) -> tuple[str, tuple[str, ...]]:
        """What is said of a table that is to be opened with these settings."""
        return Table().refused("open-table", by=SUPERVISOR, **setting(self.rulebook, **changes))

    @property
    def stake_cents(self) -> int:
        """What a player who stays in with 25.00 has there: so much does ``higher`` win, and
        ``lower`` lose.
        """
        return 75_00 if self.rulebook == SS else 25_00


def stay(t: Table, *boxes: int) -> None:
    """Players stay in: with a Bet of twice the ante, or with a hand that the House Way sets."""
    for box in boxes:
        ante = t.round.boxes[box].bets.get("ante")
        if ante is None:
            t.choose(box, "set-hand")
        else:
            t.choose(box, "raise", format_cents(Cents(ante * 2)))


STUD = Game(
    SS,
    {"ante": "25", "progressive": "5"},
    ("automated", "manual"),
    {"A": (5, 7), "B": (5, 7), "C": (4, 6), "D": (4, 6)},
    dealer="As Kd 8c 5d 3s",
    higher="9c 9d 7s 4c 2c",
    lower="Ts 8d 6s 4d 2s",
    equal="Ad Kh 8h 5s 3d",
    dull_dealer="As Qd 8c 5d 3s",
    aces="Ad As Td 8c 2d",
)
# Three pictures make 30; the two cards left count six points, nine points, three points.
BULLSEYE = Game(
    BE,
    {"main": "25", "tie": "10", "suits": "15", "bullseye": "20", "progressive": "5"},
    ("method-a", "method-b", "method-c", "manual"),
    {"A": (1, 6), "B": (1, 6), "C": (1, 6)},
    dealer="Kd Qd Jd 4h 2s",
    higher="Ks Qh Js 5c 4s",
    lower="Kh Qs Jh 2d Ah",
    equal="Ts Td Th 4d 2c",
    dull_dealer="2d 5d 5h 8d 8h",
    aces="Ad Ac Td 8d 2d",
)
GAMES = (STUD, BULLSEYE)


def both(*clauses: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test for both games; each run proves the clauses of its own rulebook."""
    rows = [
        pytest.param(
            game, marks=proves(game.rulebook, *map(game.number, clauses)), id=game.rulebook
        )
        for game in GAMES
    ]
    return pytest.mark.parametrize("game", rows)


def each_way(*clauses: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test for both games with each of their ways of dealing."""
    rows = [
        pytest.param(
            game,
            dealing,
            marks=proves(game.rulebook, *map(game.number, clauses)),
            id=f"{game.rulebook}-{dealing}",
        )
        for game in GAMES
        for dealing in game.dealings
    ]
    return pytest.mark.parametrize(("game", "dealing"), rows)
