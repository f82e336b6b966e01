"""Idempotency: whether a command that comes again under its id is the one that was carried out."""

from pitboss.people import commands as c
from pitboss.people import events as e


def is_repeat(  # noqa: C901 - one case a command
    command: c.AnyPeopleCommand, who: str, event: e.AnyPeopleEvent
) -> bool:
    """Whether an event is the result of somebody's command. The time and random values are ignored;
    so are passwords and PINs, which only the shell can compare.
    """
    if event.by != who:
        return False
    match command, event:
        case (
            c.AddPerson()
            | c.ChangeRole()
            | c.EnablePerson()
            | c.InvitePerson()
            | c.ResetFactors()
            | c.AddProgram()
            | c.IssueBadge(),
            e.DeedProposed(),
        ):
            return _same(command, event.deed)
        case c.ApproveDeed(), e.DeedApproved():
            return command.digest == event.digest
        case c.DropDeed(), e.DeedDropped():
            return command.digest == event.digest
        case c.AddPerson(), e.PersonAdded():
            return (command.name, command.role) == (event.name, event.role)
        case c.ChangeRole(), e.RoleSet():
            return (command.name, command.role) == (event.name, event.role)
        case c.InvitePerson(), e.PersonInvited():
            return command.name == event.name
        case c.ResetFactors(), e.FactorsReset():
            return command.name == event.name
        case c.ChangePassword(), e.PasswordSet():
            return who == event.name
        case c.SetPin(), e.PinSet():
            return who == event.name
        case c.AdmitWalkIn(), e.WalkInAdmitted():
            return (command.name, command.table) == (event.name, event.table)
        case c.DisablePerson(), e.PersonDisabled():
            return command.name == event.name
        case c.EnablePerson(), e.PersonEnabled():
            return command.name == event.name
        case c.AddDevice(), e.DeviceAdded():
            asked = (command.role, command.label, command.table)
            return asked == (event.role, event.label, event.table)
        case c.RenewDevice(), e.DeviceRenewed():
            return command.device == event.device
        case c.RevokeDevice(), e.DeviceRevoked():
            return command.device == event.device
        case c.IssueBadge(), e.BadgeIssued():
            return (command.name, command.badge) == (event.name, event.badge)
        case c.RevokeBadge(), e.BadgeRevoked():
            return command.name == event.name
        case c.AddProgram(), e.ProgramAdded():
            return _form(command) == _form(event)
        case c.RevokeProgram(), e.ProgramRevoked():
            return command.program == event.program
        case _:
            return False


def _same(command: c.Deed, deed: c.Deed) -> bool:
    """Whether two deeds differ only in a password or a token."""
    if isinstance(command, c.AddProgram) and isinstance(deed, c.AddProgram):
        return _form(command) == _form(deed)
    if isinstance(command, c.IssueBadge):
        return command == deed
    roles = {one.role for one in (command, deed) if isinstance(one, c.AddPerson | c.ChangeRole)}
    return type(command) is type(deed) and command.name == deed.name and len(roles) <= 1


def _form(program: c.AddProgram | e.ProgramAdded) -> tuple[object, ...]:
    return program.name, program.role, program.scope, program.until_ms
