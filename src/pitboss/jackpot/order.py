"""Who is paid first if there are winners at several tables.

RWS (4.5.2): by the time at which the full hand was dealt, hand by hand, with the house having the
last word. MBS (stud 3.14, Bullseye 3.19): by first entry into the jackpot system; a table's round
is one entry, within which its own rules apply.
"""

from collections.abc import Sequence
from itertools import pairwise

from pitboss.jackpot.state import ClaimState
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import AcrossTables


class TimesAreEqual(ValueError):
    """Two hands at different tables were completed at the same time, or the clock was set between
    them: the house must say which came first.
    """


def turns(
    book: Rulebook, claims: Sequence[ClaimState], house_order: Sequence[str] = ()
) -> list[tuple[ClaimState, ...]]:
    """The claims in the order in which they are paid; those paid together form one turn.

    ``house_order`` lists tables in the order the house has decided; it is final if the rules say
    so.
    """
    if book.jackpot.across_tables is AcrossTables.TIME_DEALT:
        return [(claim,) for claim in _by_time(claims, house_order)]
    rounds: dict[str, list[ClaimState]] = {}
    for claim in sorted(claims, key=lambda claim: claim.entry):
        rounds.setdefault(claim.round, []).append(claim)
    return [tuple(round) for round in rounds.values()]


def _by_time(claims: Sequence[ClaimState], house_order: Sequence[str]) -> list[ClaimState]:
    if house_order:
        place = {table: index for index, table in enumerate(house_order)}
        # Within a table the order of dealing holds; tables that the house did not name come after.
        return sorted(
            claims,
            key=lambda claim: (place.get(claim.table, len(place)), claim.dealt_ms, claim.entry),
        )
    tables_at: dict[int, set[str]] = {}
    for claim in claims:
        tables_at.setdefault(claim.dealt_ms, set()).add(claim.table)
    if any(len(tables) > 1 for tables in tables_at.values()):
        raise TimesAreEqual
    ordered = sorted(claims, key=lambda claim: (claim.dealt_ms, claim.entry))
    steps = {step for claim in claims for step in claim.clock_steps}
    for earlier, later in pairwise(ordered):
        # Whoever set the clock in between could have chosen which comes first.
        set_between = any(earlier.dealt_ms <= step <= later.dealt_ms for step in steps)
        if set_between and earlier.table != later.table:
            raise TimesAreEqual
    return ordered
