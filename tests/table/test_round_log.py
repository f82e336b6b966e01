"""The log of a round: as long as it was, whoever goes on from it."""

from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import events as e
from pitboss.table.corrections.log import RoundLog, events_in

ANN = Actor(Post.PLAYER, "ann")


def _bet(number: int) -> e.BetPlaced:
    return e.BetPlaced(box=1, player="ann", bet="ante", amount=Cents(number), by=ANN)


def test_a_log_stays_as_it_was() -> None:
    one: RoundLog = (None, _bet(1))
    two, other = (one, _bet(2)), (one, _bet(3))
    assert events_in(None) == []
    assert events_in(one) == [_bet(1)]
    assert events_in(two) == [_bet(1), _bet(2)]
    assert events_in(other) == [_bet(1), _bet(3)]


def test_a_long_log_is_let_go_of() -> None:
    log: RoundLog = None
    for number in range(100_000):
        log = (log, _bet(number))
    assert len(events_in(log)) == 100_000
