"""Hold'em rounds that end before the flop: nobody had a wager that it could have decided."""

from msgspec.structs import replace

from pitboss.games.family import family_of
from tests.games.records import GOOD, read
from tests.support import MH


def test_a_progressive_bet_without_a_flop_wins_nothing() -> None:
    round = replace(read(GOOD[MH]), community=None)
    rules = family_of(round.book).rules(round.book)
    assert {rules.progressive_hand(round, box, None) for box in round.boxes} == {None}
