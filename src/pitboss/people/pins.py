"""PINs, with which people approve at a table where somebody else is signed in: who has one, and
when one is locked.
"""

from itertools import pairwise
from typing import assert_never

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.refusals import (
    WRONG_NAME_OR_PIN,
    PeopleDecision,
    PeopleRefusal,
    PeopleRefused,
)
from pitboss.people.state import People, Person

PinCommand = c.SetPin | c.NoteWrongPin | c.NoteRightPin


def decide_pin(state: People, command: PinCommand, who: str, now_ms: int) -> PeopleDecision:
    """What a command about PINs leads to."""
    name = who if isinstance(command, c.SetPin) else command.name
    person = state.persons.get(name)
    if person is None or not person.enabled:
        return WRONG_NAME_OR_PIN
    match command:
        case c.SetPin():
            return (e.PinSet(at_ms=now_ms, by=who, name=name, pin=command.pin),)
        case c.NoteWrongPin():
            # If there is no PIN to guess, or it is locked, nothing is counted.
            if pin_fault(person) is not None:
                return ()
            refused = e.PinRefused(at_ms=now_ms, by=who, name=name, address=command.address)
            return (refused,)
        case c.NoteRightPin():
            if (fault := pin_fault(person)) is not None:
                return fault
            accepted = e.PinAccepted(at_ms=now_ms, by=who, name=name)
            return (accepted,) if person.wrong_pins else ()
        case _:
            assert_never(command)


def pin_fault(person: Person) -> PeopleRefused | None:
    """Why nobody can approve with somebody's PIN; None if it can be tried."""
    if person.pin is None:
        return WRONG_NAME_OR_PIN
    if person.pin_locked:
        message = (
            f"After {person.wrong_pins} wrong tries {person.name}'s PIN is locked. Sign in as "
            "yourself and choose another; at the pit desk you approve without a PIN."
        )
        return PeopleRefused(PeopleRefusal.PIN_LOCKED, message, "pin")
    return None


LEAST_DIGITS, MOST_DIGITS = 6, 12


def pin_form_fault(pin: str) -> str | None:
    """What is wrong with the form of a PIN; None if it is valid."""
    if not LEAST_DIGITS <= len(pin) <= MOST_DIGITS or not (pin.isascii() and pin.isdecimal()):
        return f"A PIN has {LEAST_DIGITS} to {MOST_DIGITS} digits."
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if steps in ({0}, {1}, {9}):
        return (
            "A PIN of one repeated digit, or of digits in a row, is the first that anyone would "
            "try; choose another."
        )
    return None
