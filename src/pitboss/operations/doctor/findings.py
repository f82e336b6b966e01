"""The doctor's findings: fine, worth a look, or wrong and how to fix it."""

from enum import StrEnum

import msgspec


class Severity(StrEnum):
    FINE = "fine"
    WARNING = "warning"
    FAILURE = "failure"


class Finding(msgspec.Struct, frozen=True):
    """The result of one check: what was found, and how to fix it if needed."""

    check: str
    standing: Severity
    found: str
    fix: str | None = None


def fine(check: str, found: str) -> Finding:
    return Finding(check, Severity.FINE, found)


def warning(check: str, found: str, fix: str) -> Finding:
    return Finding(check, Severity.WARNING, found, fix)


def failure(check: str, found: str, fix: str) -> Finding:
    return Finding(check, Severity.FAILURE, found, fix)
