"""What happens on a jackpot link and in the application, in sentences, as ``story.py`` does for a
table.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.casino.codec import AnyCasinoEvent, CommandRefused, RoundInterrupted
from pitboss.cli.render.columns import units_money
from pitboss.cli.render.wording import clauses, money, words
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import LinkParameters
from pitboss.kernel.money import format_cents
from pitboss.reports.text import actor_text
from pitboss.rulebook.authority import Actor

AnyOther = e.AnyLinkEvent | e.AnyFeedEvent | AnyCasinoEvent

_CENTS = ("amount", "displayed", "registered", "before", "after", "bets", "bets_in", "reset", "cap")


def tell_other(event: AnyOther) -> list[str]:
    """An event of a link, of a table's feed or of the application, in sentences."""
    return list(_tell(event))


def _tell(event: AnyOther) -> Iterator[str]:  # noqa: C901 - one case for each event
    match event:
        case e.ContributionMade() | e.ContributionReturned():
            yield _contribution(event)
        case e.ContributionsFolded():
            yield f"Contributions are entered: {units_money(event.meter_units)} to the jackpot."
        case e.ClaimRaised():
            share = "all" if event.part == "1" else event.part
            what = f"{event.player} claims {share} of the jackpot for a {words(event.hand)}"
            yield f"Claim {event.claim}: {what}; the sign shows {money(event.displayed)}."
        case e.ClaimVerified():
            more = "" if event.complete else "; another person must agree"
            whose = f" of {event.winner}" if event.winner else ""
            yield f"{event.by.name} verifies claim {event.claim}{whose}{more}."
        case e.DeclineRecorded():
            yield (
                f"{event.by.name} declines claim {event.claim}; another person must, too: "
                f"{event.reason}"
            )
        case e.ClaimDeclined():
            yield f"{event.by.name} declines claim {event.claim}: {event.reason}"
        case e.ClaimWithdrawn():
            yield f"Claim {event.claim} is withdrawn: {event.because}"
        case e.ClaimsOrdered():
            yield (
                f"{event.by.name} orders: {', '.join(event.tables)}{clauses(event.clauses)}. "
                f"{event.reason}"
            )
        case e.AwardPaid():
            for award in event.awards:
                yield (
                    f"AWARD: {money(award.amount)} to claim {award.claim}{clauses(award.clauses)}."
                )
            yield f"The jackpot goes from {money(event.before)} to {money(event.after)}."
        case e.AwardReversed():
            yield (
                f"The award of claim {event.claim}, {money(event.amount)}, is taken back: "
                f"{event.because}"
            )
        case CommandRefused():
            wanted = str(event.command.get("do", "a command"))
            why = f"{event.code}{clauses(event.clauses)}: {event.message}"
            yield f"✗ {event.by.name} asked for {wanted}: refused, {why}"
        case RoundInterrupted():
            yield (
                f"Pitboss was not running: round {event.round} was interrupted while {event.phase}."
            )
        case _:
            yield words(str(event.__struct_config__.tag).partition("/")[0]) + "."


def _contribution(event: e.ContributionMade | e.ContributionReturned) -> str:
    rates = event.rate_bp + event.reserve_bp
    amount = units_money(event.bets * rates)
    if isinstance(event, e.ContributionMade):
        return f"Progressive bets of {money(event.bets)} contribute {amount} to the link."
    return f"Progressive bets of {money(event.bets)} go back: {amount} leave the link."


def other_as_json(event: AnyOther) -> dict[str, object]:
    """Such an event in the notation of the contracts: amounts in dollars, people as commands name
    them.
    """
    fields: dict[str, object] = {"event": str(event.__struct_config__.tag)}
    for name, written in zip(event.__struct_fields__, event.__struct_encode_fields__, strict=True):
        value = getattr(event, name)
        # Fields that a journal omits are omitted here too.
        if value is not msgspec.UNSET:
            fields[written] = _as_json(name, value)
    return fields


def _as_json(name: str, value: Any) -> Any:
    if isinstance(value, Actor):
        return actor_text(value)
    if name in _CENTS and isinstance(value, int):
        return format_cents(value)
    if isinstance(value, e.ClaimAward | e.Funding | LinkParameters):
        return {
            written: _as_json(inner, getattr(value, inner))
            for inner, written in zip(
                value.__struct_fields__, value.__struct_encode_fields__, strict=True
            )
        }
    if isinstance(value, tuple):
        return [_as_json("", part) for part in value]
    return msgspec.to_builtins(value)
