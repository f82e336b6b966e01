"""Badges: how the number that a scanner reads is stored and recognised.

A number has few digits, so a plain hash of it could be undone by trying them all. It is stored as
an HMAC under a key derived from the vault key: nobody can copy a badge from the database.
"""

import hmac
from collections.abc import Callable

from pitboss.casino.app import Casino
from pitboss.people import commands as c
from pitboss.people.badges import badge_form_fault, badge_owner
from pitboss.people.refusals import WRONG_BADGE
from pitboss.people.state import Person
from pitboss.web.api.problems import Problem
from pitboss.web.auth.people_commands import problem_of
from pitboss.web.auth.programs import ProgramRegister
from pitboss.web.auth.rate_limit import Tries
from pitboss.web.auth.register import Done


class BadgeRegister(ProgramRegister):
    """People's badges. Thread-safe."""

    def __init__(self, casino: Casino, clock_ms: Callable[[], int]) -> None:
        super().__init__(casino, clock_ms)
        vault = casino.vault
        self._badge_key = None if vault is None else vault.key_for("badge")
        self.badge_tries = Tries("badges")

    def _badge(self, number: str) -> str:
        if self._badge_key is None:
            raise Problem(409, "no-vault", "Without a vault key no badge can be stored.")
        return hmac.digest(self._badge_key, number.strip().encode(), "sha256").hex()

    def issue_badge(self, by: str, name: str, number: str, *, key: str | None = None) -> Done:
        """Issues a badge to somebody."""
        if (fault := badge_form_fault(number.strip())) is not None:
            raise Problem(422, "bad-field", fault, where="badge")
        return self.change(by, c.IssueBadge(name, self._badge(number)), key=key)

    def badge_person(self, number: str, address: str, by: str) -> Person:
        """Whose badge was scanned; raises Problem if it is nobody's, or after too many tries.
        ``by`` is who is signed in there.
        """
        this = self.badge_tries.begin(by, address, self._clock_ms())
        person = badge_owner(self.refresh(), self._badge(number))
        if person is None:
            raise problem_of(WRONG_BADGE)
        this.fitted()
        return person
