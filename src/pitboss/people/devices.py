"""Devices: signs and dealers' consoles, which sign in with a token of their own. A token expires,
and can be replaced.
"""

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.names import name_refused
from pitboss.people.refusals import PeopleDecision, PeopleRefusal, PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.state import People

_ROLES = (Role.DISPLAY, Role.DEALER)


def decide_device(
    state: People,
    command: c.AddDevice | c.RenewDevice | c.RevokeDevice,
    who: str,
    now_ms: int,
) -> PeopleDecision:
    """What a command about a device leads to."""
    if isinstance(command, c.AddDevice):
        return _add(state, command, who, now_ms)
    known = state.devices.get(command.device)
    if known is None:
        message = f"There is no device {command.device}."
        return PeopleRefused(PeopleRefusal.NO_SUCH_DEVICE, message)
    if isinstance(command, c.RevokeDevice):
        return (e.DeviceRevoked(at_ms=now_ms, by=who, device=command.device),)
    if known.revoked:
        message = f"{known.label} was revoked; add it again as a new device."
        return PeopleRefused(PeopleRefusal.NO_SUCH_DEVICE, message)
    return (
        e.DeviceRenewed(
            at_ms=now_ms,
            by=who,
            device=command.device,
            token=command.token,
            ends_ms=_end(command.lasts_ms, now_ms),
        ),
    )


def _add(state: People, command: c.AddDevice, who: str, now_ms: int) -> PeopleDecision:
    if command.role not in _ROLES:
        message = "A device is a display or a dealer's console."
        return PeopleRefused(PeopleRefusal.BAD_FIELD, message, "role")
    if (command.role is Role.DEALER) is (command.table is None):
        message = (
            "A dealer's console is for one table, and a display for none: name the table, or "
            "leave it out."
        )
        return PeopleRefused(PeopleRefusal.BAD_FIELD, message, "table")
    # The label of a revoked device may go to its replacement.
    used = (one.label for one in state.devices.values() if not one.revoked)
    taken = (*state.persons, *state.walk_ins, *used)
    refused = name_refused(command.label, taken, where="label")
    if refused is not None:
        return refused
    return (
        e.DeviceAdded(
            at_ms=now_ms,
            by=who,
            device=command.device,
            token=command.token,
            role=command.role,
            label=command.label,
            table=command.table,
            ends_ms=_end(command.lasts_ms, now_ms),
        ),
    )


def _end(lasts_ms: int | None, now_ms: int) -> int | None:
    return None if lasts_ms is None else now_ms + lasts_ms
