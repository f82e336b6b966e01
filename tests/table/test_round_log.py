"""The log of a round: as long as it was, whoever goes on from it."""

import threading

from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import events as e
from pitboss.table.corrections.log import RoundLog

ANN = Actor(Post.PLAYER, "ann")


def _bet(number: int) -> e.BetPlaced:
    return e.BetPlaced(box=1, player="ann", bet="ante", amount=Cents(number), by=ANN)


def test_a_log_stays_as_it_was() -> None:
    none = RoundLog()
    one = none.plus(_bet(1))
    two = one.plus(_bet(2))
    other = one.plus(_bet(3))
    assert [*map(len, (none, one, two, other))] == [0, 1, 2, 2]
    assert [*two] == [_bet(1), _bet(2)]
    assert [*other] == [_bet(1), _bet(3)]
    assert [*two.plus(_bet(4))] == [_bet(1), _bet(2), _bet(4)]
    assert [two[0], two[-1], two[1:], one[1:]] == [_bet(1), _bet(2), [_bet(2)], []]


def test_logs_with_the_same_events_are_the_same() -> None:
    one, same, other = (RoundLog().plus(_bet(number)) for number in (1, 1, 2))
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != [_bet(1)]
    assert repr(one) == f"RoundLog([{_bet(1)}])"


def test_many_may_go_on_from_one_log_at_once() -> None:
    begun = RoundLog().plus(_bet(0))
    found: dict[int, RoundLog] = {}

    def go_on(which: int) -> None:
        log = begun
        for number in range(200):
            log = log.plus(_bet(1_000 * which + number))
        found[which] = log

    threads = [threading.Thread(target=go_on, args=(which,)) for which in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for which, log in found.items():
        assert [*log] == [_bet(0), *(_bet(1_000 * which + number) for number in range(200))]
