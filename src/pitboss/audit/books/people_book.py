"""Who may sign in: that whoever is changed or acts was added before. No money is in this stream."""

from typing import Any

from pitboss.audit.report import Counts, Misfit
from pitboss.people.events import (
    AdministratorRecovered,
    DeviceAdded,
    DeviceRevoked,
    PasswordSet,
    PersonAdded,
    PersonAppointed,
    PersonDisabled,
    PersonEnabled,
    PinAccepted,
    PinRefused,
    PinSet,
    RoleSet,
    SessionOpened,
)


class PeopleBook:
    """Persons and devices by name."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self._persons: set[str] = set()
        self._devices: set[str] = set()

    def take(self, event: Any) -> None:
        """Follows one event; raises Misfit where it can't be."""
        match event:
            case PersonAdded() | PersonAppointed():
                _add("a person", event.name, self._persons)
            case AdministratorRecovered():
                # One who was known, or a new one where none was left.
                self._persons.add(event.name)
                self._counts.recoveries += 1
            case PasswordSet() | RoleSet() | PersonDisabled() | PersonEnabled() | SessionOpened():
                _find("a person", event.name, self._persons)
            case PinSet() | PinRefused() | PinAccepted():
                _find("a person", event.name, self._persons)
            case DeviceAdded():
                _add("a device", event.device, self._devices)
            case DeviceRevoked():
                _find("a device", event.device, self._devices)
            case _:
                # Sessions come and go; whoever fails to sign in need not be known.
                pass


def _add(what: str, name: str, known: set[str]) -> None:
    if name in known:
        raise Misfit(f"{what} is added once", "a new name", name)
    known.add(name)


def _find(what: str, name: str, known: set[str]) -> None:
    if name not in known:
        raise Misfit(f"{what} that was added", "a known name", name)
