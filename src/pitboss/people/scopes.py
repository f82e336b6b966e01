"""What a program may do with its token: part of what its role may, and never what requires a
person.

A program acts under a name that no person can have: one with a slash. So anybody who reads the
record, a table or a log sees at once that it was not a person.
"""

from enum import StrEnum

import msgspec

from pitboss.kernel.texts import name_fault
from pitboss.people.roles import Role

PROGRAM = "program/"
"""The prefix of the name under which a program acts."""

PROGRAM_ROLES = (
    Role.DEALER,
    Role.PIT_SUPERVISOR,
    Role.PIT_MANAGER,
    Role.SHIFT_MANAGER,
    Role.AUDITOR,
)
"""Roles that a program may have: it plays for nobody, and appoints nobody."""

PERSONS_ONLY = frozenset(
    (
        "allow-correction",
        "approve-correction",
        "approve-parameters",
        "approve-rulebook",
        "confirm",
        "correct",
        "decide-money",
        "decline-claim",
        "drop-correction",
        "open-link",
        "order-claims",
        "propose-correction",
        "propose-parameters",
        "propose-rulebook",
        "verify-claim",
        "withdraw-proposal",
        "withdraw-rulebook",
    )
)
"""Commands that are a person's word, or the first of two persons' words."""

MOST_IN_SCOPE = 100


class ReadArea(StrEnum):
    """What can be read, by area. ``floor``: the current tables and links. ``records``: rounds,
    claims, incidents, the log. ``reports``: figures of days and jackpots, the audit. ``rules``:
    rulebooks and their mathematics.
    """

    FLOOR = "floor"
    RECORDS = "records"
    REPORTS = "reports"
    RULES = "rules"


class Scope(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename="kebab",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """``reads`` are the areas that may be read, and ``commands`` the commands that may be given at
    tables and on links; without any the token is read-only. ``tables`` are the only tables that it
    is for; without any it is for the whole floor.
    """

    reads: tuple[ReadArea, ...] = ()
    commands: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


def is_program(name: str) -> bool:
    """Whether a name is that of a program and not of a person."""
    return name.startswith(PROGRAM)


def scope_fault(scope: Scope) -> str | None:
    """What is wrong with a scope, in a sentence."""
    if not scope.reads and not scope.commands:
        return "Say what the token is for: what it may read, or which commands it may give."
    if max(map(len, (scope.reads, scope.commands, scope.tables))) > MOST_IN_SCOPE:
        return f"A scope names at most {MOST_IN_SCOPE} of each."
    if kept := sorted(PERSONS_ONLY.intersection(scope.commands)):
        return f"{kept[0]} needs a person; no program may do it."
    for name in (*scope.tables, *scope.commands):
        if (fault := name_fault(name)) is not None:
            return fault
    return None
