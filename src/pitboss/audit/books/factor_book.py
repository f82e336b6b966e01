"""Who has a second factor, and since when others have none."""

from typing import Any

from pitboss.people import events as e

_APP = "an authenticator app"
_PROVED = "proved elsewhere"


class FactorBook:
    """Everybody's second factors."""

    def __init__(self) -> None:
        self._held: dict[str, set[str]] = {}
        self._lost_ms: dict[str, int] = {}

    def take(self, event: Any) -> None:
        """Takes one event."""
        match event:
            case e.TotpConfirmed():
                self._held.setdefault(event.name, set()).add(_APP)
            case e.PasskeyAdded():
                self._held.setdefault(event.name, set()).add(event.passkey.id)
            case e.DirectorySessionOpened() if not event.second:
                pass
            case e.SecondFactorGiven() | e.DirectorySessionOpened():
                # The directory may require a factor of its own.
                if not self._held.get(event.name):
                    self._held[event.name] = {_PROVED}
            case e.TotpRemoved():
                self._lose(event, _APP)
            case e.PasskeyRemoved():
                self._lose(event, event.id)
            case e.FactorsReset():
                self._lose(event, *self._held.get(event.name, ()))
            case _:
                # Codes are used up; a wrong one changes nothing.
                pass

    def _lose(self, event: Any, *factors: str) -> None:
        held = self._held.get(event.name, set())
        held -= {*factors, _PROVED}
        if not held:
            self._lost_ms[event.name] = event.at_ms

    def lost_ms(self, name: str) -> int | None:
        """Since when somebody has had no second factor; None if he has one."""
        return None if self._held.get(name) else self._lost_ms.get(name, 0)
