"""What is remembered is worked out once for each thing, and never mistaken for another's."""

from pitboss.kernel.memo import Memo


def test_each_thing_is_worked_out_once() -> None:
    asked: list[tuple[list[int], int]] = []

    def summed(numbers: list[int], more: int) -> int:
        asked.append((numbers, more))
        return sum(numbers) + more

    remembered = Memo(summed)
    one, like_it = [1, 2], [1, 2]
    assert [remembered(one, 10), remembered(one, 10), remembered(one, 20)] == [13, 13, 23]
    assert remembered(like_it, 10) == 13
    assert asked == [(one, 10), (one, 20), (like_it, 10)]


def test_things_come_and_go() -> None:
    remembered = Memo[list[int], int](sum, most=3)
    for number in range(1_000):
        # Each list is gone at once, and the next may lie where it lay.
        assert remembered([number]) == number
