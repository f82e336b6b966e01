"""Failed sign-ins and refused requests: in the log, and as metrics for an alarm.

An attacker can't flood the log: lines per minute are limited for each address and in total, and the
next line says how many were dropped. The metrics count them all.
"""

import logging
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter

from pitboss.casino.texts import one_line
from pitboss.kernel.texts import MOST_NAME
from pitboss.operations.logs import Allowance
from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import Caller
from pitboss.web.auth.rate_limit import neighbourhood

LINES_OF_AN_ADDRESS = 20
LINES = 100
NOT_ALLOWED = "not-allowed"
"""The engine's own code for what a post does not allow."""

SIGN_IN = ("POST /api/sign-in", "POST /api/sign-in/passkey", "POST /api/sign-in/directory")
OUTCOMES = {
    "wrong-name-or-password": "wrong",
    "too-many-tries": "too-many-tries",
    "first-password-used": "first-password-used",
    "wrong-code": "wrong-code",
    "wrong-passkey": "wrong-passkey",
    "second-factor-locked": "second-factor-locked",
    "directory-refused": "directory-refused",
    "no-role": "no-role",
}
PIN_OUTCOMES = {
    "wrong-name-or-pin": "wrong",
    "pin-locked": "locked",
    "wrong-badge": "wrong-badge",
    "too-many-tries": "too-many-tries",
}
CODE_OUTCOMES = {
    "wrong-code": "wrong",
    "wrong-passkey": "wrong-passkey",
    "second-factor-locked": "locked",
    "directory-refused": "directory-refused",
    "too-many-tries": "too-many-tries",
}
CODE_ASKED = "second-factor-needed"
"""The password was right, and the code comes next: nothing has been refused yet."""

_REFUSED = frozenset((401, 403, 429))
_log = logging.getLogger("pitboss.security")


class SecurityLog:
    """The metrics and the log of one process. Names and addresses come from outside; metric labels
    never do.
    """

    def __init__(self, registry: CollectorRegistry, clock_ms: Callable[[], int]) -> None:
        self._allowance = Allowance(LINES_OF_AN_ADDRESS, LINES, clock_ms)
        self._sign_ins = Counter(
            "pitboss_sign_ins", "Sign-in attempts, by outcome.", ("outcome",), registry=registry
        )
        self._deeds = Counter(
            "pitboss_refused_deeds",
            "Requests refused for lack of permission, by code and role.",
            ("code", "role"),
            registry=registry,
        )
        self._pins = Counter(
            "pitboss_wrong_pins",
            "Wrong PINs and badges, by outcome.",
            ("outcome",),
            registry=registry,
        )
        self._codes = Counter(
            "pitboss_wrong_codes",
            "Wrong second factors, by outcome.",
            ("outcome",),
            registry=registry,
        )
        for outcome in PIN_OUTCOMES.values():
            self._pins.labels(outcome)
        for outcome in CODE_OUTCOMES.values():
            self._codes.labels(outcome)
        for outcome in ("right", *OUTCOMES.values()):
            # So that an alarm sees the first one rise from zero.
            self._sign_ins.labels(outcome)

    def signed_in(self) -> None:
        self._sign_ins.labels("right").inc()

    def not_signed_in(self, problem: Problem, name: str, address: str) -> None:
        """Somebody has failed to sign in."""
        outcome = OUTCOMES.get(problem.code)
        if outcome is not None:
            self._sign_ins.labels(outcome).inc()
            self._write(
                logging.WARNING,
                f"sign-in failed ({outcome}): {one_line(name, MOST_NAME)}",
                address,
            )

    def pin_refused(self, problem: Problem, name: str, caller: Caller, address: str) -> None:
        """Somebody's PIN was wrong, or could not be tried."""
        outcome = PIN_OUTCOMES.get(problem.code)
        if outcome is not None:
            self._pins.labels(outcome).inc()
            whose, where = one_line(name, MOST_NAME), one_line(caller.name, MOST_NAME)
            self._write(
                logging.WARNING, f"PIN of {whose} refused ({outcome}) at {where}'s", address
            )

    def code_refused(self, problem: Problem, name: str, address: str) -> None:
        """Somebody has the password, or a session, but not the second factor."""
        outcome = CODE_OUTCOMES.get(problem.code)
        if outcome is not None:
            self._codes.labels(outcome).inc()
            whose = one_line(name, MOST_NAME)
            self._write(logging.WARNING, f"second factor of {whose} refused ({outcome})", address)

    def refused(self, problem: Problem, caller: Caller, deed: str, address: str) -> None:
        """Something was refused, if because of who asked. ``deed`` is the endpoint."""
        if problem.status not in _REFUSED and problem.code != NOT_ALLOWED:
            return
        if deed in SIGN_IN and problem.code in (*OUTCOMES, CODE_ASKED):
            # It has already been counted as a sign-in.
            return
        role = caller.role or "nobody"
        self._deeds.labels(problem.code, role).inc()
        # Every session expires some day; that is not news.
        level = logging.INFO if problem.code == "sign-in-needed" else logging.WARNING
        who = f"{one_line(caller.name, MOST_NAME)} ({role})" if caller.name else role
        self._write(level, f"refused ({problem.code}): {deed} by {who}", address)

    def _write(self, level: int, sentence: str, address: str) -> None:
        left_out = self._allowance.take(neighbourhood(address))
        if left_out is not None:
            more = f"; {left_out} more like these were left out" if left_out else ""
            _log.log(level, "%s from %s%s", sentence, one_line(address, MOST_NAME), more)
