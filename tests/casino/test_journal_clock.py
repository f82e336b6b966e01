"""Time in the journal never goes back, and a clock that was set is noticed."""

from pitboss.casino.journal_clock import TOLERANCE_MS, ClockStep, JournalClock


class Hands:
    """Two clocks that a test sets."""

    def __init__(self, wall_ms: int = 1_000_000) -> None:
        self.wall_ms = wall_ms
        self.steady_ms = 0

    def pass_by(self, ms: int) -> None:
        self.wall_ms += ms
        self.steady_ms += ms

    def clock(self, newest_ms: int = 0, steady: bool = True) -> JournalClock:
        return JournalClock(
            lambda: self.wall_ms,
            lambda: newest_ms,
            (lambda: self.steady_ms) if steady else None,
        )


def test_time_goes_on_as_the_clock_does() -> None:
    hands = Hands()
    clock = hands.clock()
    assert clock() == 1_000_000
    hands.pass_by(5)
    assert clock() == 1_000_005
    assert (clock.steps, clock.to_record()) == ((), [])


def test_a_clock_that_is_set_back_stands_still_until_it_has_caught_up() -> None:
    hands = Hands()
    clock = hands.clock(steady=False)
    clock()
    hands.wall_ms -= 10_000
    assert [clock(), clock()] == [1_000_000, 1_000_000]
    assert clock.to_record() == [ClockStep(1_000_000, 1_000_000, 990_000)]
    assert clock.to_record() == []
    assert clock.steps == (1_000_000,)
    hands.wall_ms = 1_000_001
    assert clock() == 1_000_001
    hands.wall_ms -= 10_000
    clock()
    assert list(clock.steps) == [1_000_000, 1_000_001]


def test_a_small_correction_is_no_step() -> None:
    hands = Hands()
    clock = hands.clock()
    clock()
    hands.wall_ms -= TOLERANCE_MS
    assert clock() == 1_000_000
    hands.wall_ms += 2 * TOLERANCE_MS
    hands.steady_ms += TOLERANCE_MS
    assert clock() == 1_000_000 + TOLERANCE_MS
    assert clock.steps == ()


def test_a_clock_that_is_set_forward_is_noticed_by_one_that_nobody_can_set() -> None:
    hands = Hands()
    clock = hands.clock()
    clock()
    hands.pass_by(1_000)
    hands.wall_ms += 3_600_000
    assert clock() == 4_601_000
    assert clock.to_record() == [ClockStep(4_601_000, 1_001_000, 4_601_000)]
    blind = hands.clock(steady=False)
    blind()
    hands.wall_ms += 3_600_000
    blind()
    assert blind.steps == ()


def test_nothing_comes_before_what_is_stored() -> None:
    hands = Hands()
    clock = hands.clock(newest_ms=2_000_000)
    clock.seen(9_000_000)
    assert clock() == 2_000_000
    # Another process was faster.
    clock.seen(2_000_500)
    clock.seen(2_000_100)
    assert clock() == 2_000_500
