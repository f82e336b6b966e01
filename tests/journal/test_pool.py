"""Connections that are lent."""

import pytest

from pitboss.journal.pool import Pool


class Line:
    """A connection that knows whether it was closed."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


def test_what_comes_back_is_lent_again() -> None:
    pool = Pool(Line)
    with pool.lent() as first, pool.lent() as second:
        assert first is not second
    with pool.lent() as again:
        assert again in (first, second)
    assert not first.closed
    assert not second.closed


def test_what_came_back_with_an_error_is_closed() -> None:
    pool = Pool(Line)
    with pytest.raises(KeyError), pool.lent() as line:
        raise KeyError
    assert line.closed
    with pool.lent() as other:
        assert other is not line


def test_no_more_are_kept_than_were_asked_for() -> None:
    pool = Pool(Line, keep=1)
    with pool.lent() as first, pool.lent() as second:
        pass
    assert [first.closed, second.closed] == [True, False]


def test_what_is_out_when_it_is_closed_is_closed_when_it_comes_back() -> None:
    pool = Pool(Line)
    with pool.lent() as idle:
        pass
    with pool.lent() as first, pool.lent() as second:
        assert first is idle
        pool.close()
    assert first.closed
    assert second.closed


def test_what_lies_idle_can_be_thrown_away() -> None:
    pool = Pool(Line)
    with pool.lent() as line:
        pass
    pool.empty()
    assert line.closed
