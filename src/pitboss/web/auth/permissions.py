"""Who may do what: one table of every endpoint. Whatever is not in it is refused, and an endpoint
without an entry keeps the server from starting.

What a role may do at a table or on a link is up to the engine; this table only says who gets in.
"""

from collections.abc import Mapping

from pitboss.people.roles import Role

ANYONE: frozenset[Role | None] = frozenset((*Role, None))
"""Signed in or not."""

SIGNED_IN: frozenset[Role | None] = frozenset(Role)
STAFF: frozenset[Role | None] = frozenset(
    (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
)
PLAYERS: frozenset[Role | None] = frozenset((Role.PLAYER,))
PLAY: frozenset[Role | None] = STAFF | PLAYERS
SUPERVISORS: frozenset[Role | None] = STAFF - {Role.DEALER}
READERS: frozenset[Role | None] = STAFF | {Role.AUDITOR}
DISPLAYS: frozenset[Role | None] = frozenset((Role.DISPLAY,))
ADMINISTRATOR: frozenset[Role | None] = frozenset((Role.ADMINISTRATOR,))
DRAINERS: frozenset[Role | None] = ADMINISTRATOR | {Role.SHIFT_MANAGER}

PERMISSIONS: Mapping[tuple[str, str], frozenset[Role | None]] = {
    ("GET", "/healthz"): ANYONE,
    ("GET", "/readyz"): ANYONE,
    ("GET", "/metrics"): ANYONE,
    ("GET", "/api/openapi.json"): ANYONE,
    ("GET", "/api/me"): ANYONE,
    ("POST", "/api/sign-in"): ANYONE,
    ("POST", "/api/sign-out"): SIGNED_IN,
    ("POST", "/api/setup"): ANYONE,
    ("POST", "/api/invitations"): ANYONE,
    ("POST", "/api/invitations/accept"): ANYONE,
    ("POST", "/api/demo/sign-in"): ANYONE,
    ("POST", "/api/tour"): SIGNED_IN,
    ("POST", "/api/password"): SIGNED_IN,
    ("POST", "/api/pin"): STAFF,
    ("GET", "/api/factors"): SIGNED_IN,
    ("POST", "/api/factors/totp"): SIGNED_IN,
    ("POST", "/api/factors/totp/confirm"): SIGNED_IN,
    ("POST", "/api/factors/totp/remove"): SIGNED_IN,
    ("POST", "/api/factors/codes"): SIGNED_IN,
    ("POST", "/api/factors/passkeys/options"): SIGNED_IN,
    ("POST", "/api/factors/passkeys"): SIGNED_IN,
    ("POST", "/api/factors/passkeys/{passkey}/remove"): SIGNED_IN,
    ("GET", "/api/sessions"): SIGNED_IN,
    ("POST", "/api/sessions/{session}/end"): SIGNED_IN,
    ("POST", "/api/step-up"): SIGNED_IN,
    ("POST", "/api/step-up/directory/start"): SIGNED_IN,
    ("POST", "/api/step-up/directory"): SIGNED_IN,
    ("POST", "/api/passkey-options"): ANYONE,
    ("POST", "/api/sign-in/passkey"): ANYONE,
    ("POST", "/api/sign-in/directory/start"): ANYONE,
    ("POST", "/api/sign-in/directory"): ANYONE,
    ("GET", "/api/time"): SIGNED_IN,
    ("GET", "/api/floor"): SIGNED_IN,
    ("GET", "/api/stream"): SIGNED_IN,
    # Whether each of those who share it is signed in is checked separately.
    ("GET", "/api/stream/shared"): ANYONE,
    ("GET", "/api/tables/{table}"): SIGNED_IN,
    ("GET", "/api/tables/{table}/entries"): READERS,
    ("POST", "/api/tables/{table}/commands"): PLAY,
    ("POST", "/api/tables/{table}/walk-ins"): SUPERVISORS,
    ("GET", "/api/hint"): PLAYERS,
    ("GET", "/api/links"): SIGNED_IN,
    ("GET", "/api/links/{link}"): SIGNED_IN,
    ("GET", "/api/links/{link}/why"): SIGNED_IN,
    ("POST", "/api/links/{link}/commands"): SUPERVISORS,
    ("GET", "/api/house/rules"): READERS,
    ("GET", "/api/house/rules/{rules}"): READERS,
    ("POST", "/api/house/commands"): SUPERVISORS,
    ("GET", "/api/approvals"): STAFF,
    ("POST", "/api/approvals/{digest}"): STAFF,
    ("POST", "/api/approvals/{digest}/drop"): STAFF,
    ("GET", "/api/claims"): READERS,
    ("GET", "/api/incidents"): READERS,
    ("GET", "/api/incidents/facts"): READERS,
    ("POST", "/api/rule"): SIGNED_IN,
    ("GET", "/api/rounds"): READERS,
    ("GET", "/api/rounds/{round}"): READERS,
    ("GET", "/api/rounds/{round}/record"): READERS,
    # What is public about a finished round; a link to it can be passed on to anybody.
    ("GET", "/api/rounds/{round}/why"): ANYONE,
    ("GET", "/api/rounds/{round}/proof"): SIGNED_IN,
    ("GET", "/api/rounds/{round}/shuffle"): SIGNED_IN,
    ("GET", "/api/reports/day"): READERS,
    ("GET", "/api/reports/today"): READERS,
    ("GET", "/api/reports/jackpot"): READERS,
    ("GET", "/api/log"): READERS,
    ("GET", "/api/reports/displays"): READERS,
    ("POST", "/api/displays"): DISPLAYS,
    ("GET", "/api/reports/reconcile"): READERS,
    ("GET", "/api/audit"): READERS,
    ("POST", "/api/audit"): READERS,
    ("GET", "/api/rulebooks"): SIGNED_IN,
    ("GET", "/api/rulebooks/diff"): SIGNED_IN,
    ("GET", "/api/rulebooks/{rulebook}"): SIGNED_IN,
    ("GET", "/api/rulebooks/{rulebook}/clauses/{clause}"): SIGNED_IN,
    ("GET", "/api/rulebooks/{rulebook}/opening"): SUPERVISORS,
    ("GET", "/api/rulebooks/{rulebook}/maths"): SIGNED_IN,
    ("GET", "/api/maths"): SIGNED_IN,
    ("POST", "/api/drain"): DRAINERS,
    ("GET", "/api/people"): ADMINISTRATOR,
    ("POST", "/api/people"): ADMINISTRATOR,
    ("POST", "/api/people/{name}/{change}"): ADMINISTRATOR,
    ("POST", "/api/deeds/{digest}/{answer}"): ADMINISTRATOR,
    ("POST", "/api/badges/{name}"): ADMINISTRATOR,
    ("POST", "/api/badges/{name}/revoke"): ADMINISTRATOR,
    ("GET", "/api/devices"): ADMINISTRATOR,
    ("POST", "/api/devices"): ADMINISTRATOR,
    ("POST", "/api/devices/{device}/renew"): ADMINISTRATOR,
    ("POST", "/api/devices/{device}/revoke"): ADMINISTRATOR,
    ("GET", "/api/tokens"): ADMINISTRATOR,
    ("POST", "/api/tokens"): ADMINISTRATOR,
    ("POST", "/api/tokens/{program}/revoke"): ADMINISTRATOR,
    ("POST", "/api/device"): ANYONE,
}


BEFORE_OWN_PASSWORD = frozenset(
    (("POST", "/api/password"), ("POST", "/api/sign-out"), ("GET", "/api/me"))
)
"""All that is open to somebody who must choose a password first."""


TO_ENROL = BEFORE_OWN_PASSWORD | frozenset(
    (
        ("GET", "/api/factors"),
        ("POST", "/api/factors/totp"),
        ("POST", "/api/factors/totp/confirm"),
        ("POST", "/api/factors/passkeys/options"),
        ("POST", "/api/factors/passkeys"),
    )
)
"""All that is open to somebody who must set up a second factor first."""


TO_PROVE = frozenset((("POST", "/api/step-up"), ("POST", "/api/sign-out"), ("GET", "/api/me")))
"""All that is open to somebody from the directory who still has a second factor to prove."""


def held_back(allowed: frozenset[tuple[str, str]] | None, method: str, path: str) -> bool:
    """Whether somebody has to do something else first, for which only ``allowed`` is open.
    Endpoints for anyone are not held back.
    """
    return (
        allowed is not None
        and (method, path) not in allowed
        and None not in PERMISSIONS[method, path]
    )


def may(role: Role | None, method: str, path: str) -> bool:
    """Whether somebody in a role, or nobody in particular, may call an endpoint."""
    return role in PERMISSIONS.get((method, path), frozenset())
