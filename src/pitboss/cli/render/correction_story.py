"""Corrections, withdrawn entries and decisions about money, in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from pitboss.cli.render.wording import cards, clauses, money, moves_text, plain
from pitboss.table.corrections.events import (
    CorrectionAsked,
    CorrectionDropped,
    EntryTakenBack,
    MoneyDecided,
    RoundCorrected,
)

CorrectionEvent: TypeAlias = (
    EntryTakenBack | CorrectionAsked | CorrectionDropped | RoundCorrected | MoneyDecided
)


def tell_correction(event: CorrectionEvent) -> Iterator[str]:
    match event:
        case EntryTakenBack():
            yield f"{event.by.name} takes back entry {event.entry}: {entry_words(event.was)}."
        case CorrectionAsked():
            correction = event.correction
            number = correction.get("entry") or correction.get("before") or correction.get("after")
            yield f"{event.by.name} asks for a correction at entry {number}: {correction['reason']}"
            if "should-be" in correction:
                yield f"It should be: {entry_words(correction['should-be'])}."
        case CorrectionDropped():
            yield f"{event.by.name} drops the correction that was asked for."
        case RoundCorrected():
            yield from _corrected(event)
        case MoneyDecided():
            payer, payee = event.payer or "the house", event.payee or "the house"
            yield (
                f"Round {event.round} stands. {event.by.name} decides: {payer} pays {payee} "
                f"{money(event.amount)}{clauses(event.clauses)}."
            )
            yield f"Reason: {event.reason}"
            if event.approved_by is not None:
                yield f"Approved by {event.approved_by.name}."


def _corrected(event: RoundCorrected) -> Iterator[str]:
    approved = "" if event.approved_by is None else f", approved by {event.approved_by.name}"
    yield (
        f"Entry {event.entry} of {event.round} is corrected by {event.asked_by.name}{approved}: "
        f"{event.reason}"
    )
    if event.swapped_with is not None:
        yield f"It changes places with entry {event.swapped_with}."
    if event.was is not None:
        yield f"It was: {entry_words(event.was)}."
    if event.now is not None:
        yield f"It is: {entry_words(event.now)}."
    for dropped in event.dropped:
        yield (
            f"No longer possible, and to be entered again: entry {dropped.entry} of "
            f"{dropped.by.name}, {entry_words(dropped.what)}."
        )
    if event.follow:
        yield "The round from there on, decided again:"


def entry_words(command: Mapping[str, Any]) -> str:
    """A command in its stored form: ``place-bet, box 1, bet ante, amount 25.00``."""
    words = [str(command["do"])]
    for name, value in command.items():
        if name != "do" and value is not False:
            words.append(name if value is True else f"{name} {_value(name, value)}")
    return ", ".join(words)


def _value(name: str, value: Any) -> str:
    match name:
        case "amount":
            return money(value)
        case "cards" | "three":
            return cards(value)
        case "moves":
            return moves_text(value)
        case _:
            return plain(value)
