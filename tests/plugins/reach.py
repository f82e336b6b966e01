"""Counts how often the functions that apply the rules are entered, whoever imported them and when.

A test that is said to prove a clause must enter one of them: code that no table, link or settlement
calls proves nothing.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

from pitboss.games.settle import settle_record, settle_round
from pitboss.jackpot.decide import decide_link
from pitboss.table.decide import decide
from pitboss.table.rulings import rule, rule_incident

THE_RULES = (decide, decide_link, rule, rule_incident, settle_record, settle_round)


class Tally:
    """How many calls there have been in this process."""

    def __init__(self) -> None:
        self.calls = 0

    def count(self, function: Callable[..., Any]) -> None:
        """Counts the calls of a function from now on.

        It stays the object that others may have imported already: its code alone is exchanged, for
        code that calls a copy of what it was.
        """
        given = cast(FunctionType, function)
        copy = FunctionType(
            given.__code__, given.__globals__, given.__name__, given.__defaults__, given.__closure__
        )
        copy.__kwdefaults__ = given.__kwdefaults__

        def entered(*args: Any, **named: Any) -> Any:
            self.calls += 1
            return copy(*args, **named)

        name = f"_entered_{given.__name__}"
        given.__globals__[name] = entered
        exchanged = eval(f"lambda *args, **named: {name}(*args, **named)", given.__globals__)
        given.__code__, given.__defaults__, given.__kwdefaults__ = exchanged.__code__, None, None


tally = Tally()
for function in THE_RULES:
    tally.count(function)
