"""Sessions of those for whom the directory speaks."""

import secrets

from pitboss.people import commands as c
from pitboss.people.roles import Role
from pitboss.web.auth.badges import BadgeRegister
from pitboss.web.auth.directory import SpokenFor
from pitboss.web.auth.register import digest


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
