"""Sessions of those for whom the directory speaks."""

import secrets

from pitboss.people import commands as c
from pitboss.people.factors import DirectoryGiven
from pitboss.people.roles import Role
from pitboss.people.state import Person
from pitboss.web.auth.badges import BadgeRegister
from pitboss.web.auth.directory import Directory, SpokenFor
from pitboss.web.auth.register import digest


def proved_there(directory: Directory | None, person: Person) -> bool:
    """Whether somebody's second factor is the directory's: it asks for one, and he has none
    here.
    """
    asks = directory is not None and directory.use.second_factor
    return asks and person.identity is not None and not person.factors.any


class DirectoryRegister(BadgeRegister):
    """Accounts of the house's directory. Many threads may ask."""

    _longest_ms: int

    def open_by_directory(
        self, spoken_for: SpokenFor, roles: tuple[Role, ...], *, second: bool
    ) -> str:
        """A new session's token for whoever the directory speaks for; raises Problem where that
        gives no account or no role.
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
        """Proves again who somebody is, who has a second factor at the directory and none here."""
        given = DirectoryGiven(spoken_for.issuer, spoken_for.subject)
        command = c.GiveSecond(digest(token), given)
        self._do(f"step-up/{secrets.token_hex(8)}", command, name)
