"""How much of a wager plays: table limits, and raises of the wrong size."""

from pitboss.games.record import Limit
from pitboss.games.settlement import Wager
from pitboss.kernel.money import Cents
from pitboss.rulebook.parts import Limits


def goes_back_under_minimum(laid: Cents, limit: Limit, rules: Limits) -> bool:
    """For a player who has already had a wager under the minimum settled: whether this one is too,
    and may not play.
    """
    return limit.least is not None and laid < limit.least and rules.under_minimum.is_limited


def within_limits(bet: str, laid: Cents, limit: Limit, rules: Limits) -> Wager:
    """A wager on the layout: above its maximum it plays as the maximum, below its minimum as it
    is.
    """
    if limit.most is not None and laid > limit.most:
        return Wager(bet, laid, limit.most, rules.over_maximum_clauses)
    if limit.least is not None and laid < limit.least:
        return Wager(bet, laid, laid, rules.under_minimum_clauses)
    return Wager(bet, laid, laid)


def within_raise(bet: str, laid: Cents, opening: Wager, times: int, rules: Limits) -> Wager:
    """A raise: above its multiple of the opening wager that counts, it plays as that; below it, as
    it is.
    """
    right = Cents(opening.plays * times)
    if laid > right:
        return Wager(bet, laid, right, rules.raise_over_clauses)
    if laid < right:
        return Wager(bet, laid, laid, rules.raise_under_clauses)
    return Wager(bet, laid, laid)
