"""A figure of the benchmark: what was measured, compared with what, and whether that is good
enough.
"""

from dataclasses import asdict, dataclass
from typing import Any

from bench.timing import Ratio, Times


@dataclass(frozen=True)
class Goal:
    """The most that the ratio should be, or what it should stay below."""

    most: float
    below: bool = False

    def __str__(self) -> str:
        return f"{'<' if self.below else '≤'} {self.most:.3g}"

    def is_met(self, ratio: Ratio) -> bool:
        return ratio.middle < self.most if self.below else ratio.middle <= self.most


@dataclass(frozen=True)
class AtLeast:
    """How many times as fast as the other we should be, at least."""

    least: float

    def __str__(self) -> str:
        return f"≥ {self.least:.3g} ×"

    def is_met(self, ratio: Ratio) -> bool:
        return ratio.middle * self.least <= 1


@dataclass(frozen=True)
class Figure:
    """``ratio`` is our time divided by the other's: below 1 we are faster. It is shown the other
    way round, as "so many times as fast", if the goal is of that kind or if two decimals would not
    show it.
    """

    what: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    ratio: Ratio | None = None
    goal: Goal | AtLeast | None = None

    @property
    def met(self) -> bool | None:
        """None if there is no goal."""
        return None if self.goal is None or self.ratio is None else self.goal.is_met(self.ratio)

    def cells(self) -> tuple[str, ...]:
        """The text in the table."""
        return (
            self.what,
            f"{_amount(self.ours)} {self.unit}",
            "" if self.theirs is None else f"{self.peer}: {_amount(self.theirs)} {self.unit}",
            "" if self.ratio is None else self._ratio(self.ratio),
            "" if self.goal is None else str(self.goal),
            "" if self.met is None else "yes" if self.met else "NO",
        )

    def _ratio(self, ratio: Ratio) -> str:
        if isinstance(self.goal, AtLeast) or (self.goal is None and ratio.middle < 0.05):
            times = 1 / ratio.middle
            return f"{times:,.0f} ×" if times >= 10 else f"{times:.2f} ×"
        return f"{ratio.middle:.2f}"

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"met": self.met}


def _amount(value: float) -> str:
    """Whole numbers, except for small ones."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def a_second(what: str, unit: str, count: int, times: Times) -> Figure:
    """Units per second, without comparison."""
    return Figure(what, f"{unit}/s", count / times.middle_s)


def a_second_beside(
    what: str,
    unit: str,
    count: int,
    times: Times,
    peer: str,
    peer_times: Times,
    goal: Goal | None = None,
) -> Figure:
    """Units per second, compared with somebody who did the same number."""
    per_second = count / times.middle_s, count / peer_times.middle_s
    return Figure(
        what, f"{unit}/s", per_second[0], peer, per_second[1], times.over(peer_times), goal
    )
