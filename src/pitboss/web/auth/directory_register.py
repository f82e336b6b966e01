"""Sessions of people whom the directory vouches for."""

import secrets

from pitboss.people import commands as c
from pitboss.people.factors import DirectoryGiven
from pitboss.people.roles import Role
from pitboss.people.state import Person
from pitboss.web.auth.badges import BadgeRegister
from pitboss.web.auth.directory import Directory, SpokenFor
from pitboss.web.auth.register import digest


def proved_there(directory: Directory | None, person: Person) -> bool:
    """Whether somebody's second factor is the directory's: it asks for one, and they have none
    here.
    """
    asks = directory is not None and directory.use.second_factor
    return asks and person.identity is not None and not person.factors.any


class DirectoryRegister(BadgeRegister):
    """Accounts of the house's directory. Thread-safe."""

    _longest_ms: int

    def open_by_directory(
        self, spoken_for: SpokenFor, roles: tuple[Role, ...], *, second: bool
    ) -> str:
        """A new session's token for somebody whom the directory vouches for; raises Problem if that
        yields no account or no role.
        """
        token = secrets.token_urlsafe(32)
        key = digest(token)
        opening = c.OpenByDirectory(
            session=key,
            issuer=spoken_for.issuer,
            subject=spoken_for.subject,
            name=spoken_for.name,
            roles=roles,
            lasts_ms=self._longest_ms,
            second=second,
        )
        self._do(f"session/{key}", opening)
        return token

    def step_up_by_directory(self, name: str, token: str, spoken_for: SpokenFor) -> None:
        """Proves again who somebody is, if their second factor is at the directory and not here."""
        given = DirectoryGiven(spoken_for.issuer, spoken_for.subject)
        command = c.GiveSecond(digest(token), given)
        self._do(f"step-up/{secrets.token_hex(8)}", command, name)
