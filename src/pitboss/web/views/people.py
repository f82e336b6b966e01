"""People and devices as clients see them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.jackpot.decide import LEAST_POST as ON_LINKS
from pitboss.kernel.json_types import DigestText, Outgoing
from pitboss.people.appointments import HouseRules, appoints_from_ms
from pitboss.people.roles import Role
from pitboss.people.state import People
from pitboss.rulebook.authority import Authority, Post
from pitboss.table.decide import LEAST_POST as AT_TABLES


class SessionEnd(Outgoing, frozen=True):
    """When a session ends: after so long without a request, and whatever is done."""

    idle_ms: int
    expires_in_ms: int


class Me(Outgoing, frozen=True, kw_only=True):
    """Who the caller is, and what this service is."""

    name: str | None
    role: Role | None
    post: Annotated[
        int | None,
        msgspec.Meta(
            description="The rank of the post in the rule documents: higher is a larger number."
        ),
    ]
    may: Annotated[
        tuple[str, ...],
        msgspec.Meta(
            description="The commands at tables and on links that require a post and that the "
            "caller's post allows. The rules may still refuse one in a particular case."
        ),
    ]
    decides: Annotated[
        tuple[Authority, ...],
        msgspec.Meta(description="The authorities, as named in rulings, that the caller holds."),
    ]
    csrf: Annotated[
        str | None, msgspec.Meta(description="What changes by this session send as X-CSRF-Token.")
    ]
    demo: bool
    practice: bool
    timezone: str
    set_up_needed: Annotated[
        bool, msgspec.Meta(description="The first administrator still has to be created.")
    ]
    asks_timezone: Annotated[
        bool | UnsetType,
        msgspec.Meta(description="The settings name no time zone, so the set-up asks for it."),
    ] = UNSET
    password_change_needed: bool
    enrolment_needed: Annotated[
        bool, msgspec.Meta(description="A second factor has to be set up before anything else.")
    ]
    second_factor_needed: Annotated[
        bool, msgspec.Meta(description="It has to be proved (/api/step-up) before anything else.")
    ]
    directory: Annotated[
        bool, msgspec.Meta(description="People may sign in through the house's directory.")
    ]
    passwords: Annotated[
        bool, msgspec.Meta(description="People may sign in with a Pitboss password.")
    ]
    session: Annotated[
        SessionEnd | UnsetType, msgspec.Meta(description="Of somebody who is signed in.")
    ] = UNSET
    approves_from_ms: Annotated[
        int | UnsetType,
        msgspec.Meta(
            description="From when on the caller's account is old enough to approve and verify; "
            "left out if it is."
        ),
    ] = UNSET
    sign_out_at: Annotated[
        str | UnsetType,
        msgspec.Meta(description="Where to sign out of the directory after signing out here."),
    ] = UNSET
    view: Annotated[
        str | UnsetType,
        msgspec.Meta(description="In a demonstration: what a tab sends as X-View-As."),
    ] = UNSET


def commands_of(post: Post) -> tuple[str, ...]:
    """The commands that require a post which somebody has."""
    least = (*AT_TABLES.items(), *ON_LINKS.items())
    return tuple(
        sorted(str(command.__struct_config__.tag) for command, asked in least if asked <= post)
    )


def authorities_of(post: Post) -> tuple[Authority, ...]:
    """The authorities that somebody in a post has."""
    return tuple(authority for authority in Authority if authority.least_post <= post)


class PersonView(Outgoing, frozen=True, kw_only=True):
    """Somebody who may sign in, or used to."""

    name: str
    role: Role
    enabled: bool
    has_password: bool
    must_change: Annotated[bool, msgspec.Meta(description="The password, at the next sign-in.")]
    second_factor: Annotated[bool, msgspec.Meta(description="One is asked for at every sign-in.")]
    badge: Annotated[bool, msgspec.Meta(description="For approvals at a table.")]
    invited_until_ms: Annotated[
        int | UnsetType,
        msgspec.Meta(
            description="Until when the one-time link is good with which the person still has to "
            "choose a password; left out if there is none."
        ),
    ] = UNSET


class RecoveryView(Outgoing, frozen=True, kw_only=True):
    """A recovery of an administrator from the command line: when, by whom and why."""

    name: str
    at_ms: int
    reason: str
    os_user: str
    host: str


Invitation = Annotated[
    str | UnsetType | None,
    msgspec.Meta(
        description="The token of a one-time link (/invitation#TOKEN), shown once: null when a "
        "request is repeated."
    ),
]
Waits = Annotated[
    DigestText | None,
    msgspec.Meta(
        description="What another administrator approves it by; null if it is already done."
    ),
]


class DeedView(Outgoing, frozen=True, kw_only=True):
    """A change to a person that one administrator has proposed, waiting for another."""

    digest: DigestText
    by: str
    at_ms: int
    do: Annotated[str, msgspec.Meta(description="add-person, change-role, and so on.")]
    name: str
    role: Role | None
    from_ms: Annotated[
        int,
        msgspec.Meta(
            description="From when on the accounts of both, of whoever proposed it and the "
            "caller's, are old enough; 0 for now."
        ),
    ]


class Everybody(Outgoing, frozen=True):
    """All people, the changes to them that wait for a second administrator, and the recoveries of
    administrators. While a house is in its founding, before its first table, whom two
    administrators appoint can approve at once.
    """

    people: list[PersonView]
    waiting: list[DeedView]
    recoveries: list[RecoveryView]
    founding: bool


def everybody(people: People, rules: HouseRules, name: str) -> Everybody:
    """All people, as the administrator of a name sees them."""
    own_ms = appoints_from_ms(people, name, rules)
    waiting = [
        DeedView(
            digest=digest,
            by=waits.by,
            at_ms=waits.at_ms,
            do=str(waits.deed.__struct_config__.tag),
            name=waits.deed.name,
            role=getattr(waits.deed, "role", None),
            from_ms=max(appoints_from_ms(people, waits.by, rules), own_ms),
        )
        for digest, waits in people.deeds.items()
    ]
    persons = [
        PersonView(
            name=one.name,
            role=one.role,
            enabled=one.enabled,
            has_password=bool(one.password),
            must_change=one.must_change,
            second_factor=one.factors.any,
            badge=one.badge is not None,
            invited_until_ms=one.link_until_ms if one.invitation else UNSET,
        )
        for one in people.persons.values()
    ]
    recoveries = [RecoveryView(**msgspec.structs.asdict(one)) for one in people.recoveries]
    founding = not people.founded and rules.appointments
    return Everybody(persons, waiting, recoveries, founding)


class NewPerson(Outgoing, frozen=True):
    """Somebody who was added."""

    name: str
    role: Role
    waits: Waits
    invitation: Invitation = UNSET


class InvitationView(Outgoing, frozen=True, kw_only=True):
    """For whom a one-time link is, and until when it is good."""

    name: str
    role: Role
    ends_ms: int


PersonChange = Literal["disable", "enable", "role", "invite", "factors"]


class ChangedPerson(Outgoing, frozen=True):
    """Who was changed, and what changed."""

    name: str
    changed: PersonChange
    waits: Waits
    invitation: Invitation = UNSET


class DecidedDeed(Outgoing, frozen=True):
    """What was waiting, and what happened to it."""

    digest: DigestText
    answer: Annotated[str, msgspec.Meta(description="approve or drop.")]


class DeviceView(Outgoing, frozen=True, kw_only=True):
    """A sign or a console; table is the one table of a dealer's console."""

    device: str
    role: Role
    label: str
    table: str | None
    revoked: bool
    ends_ms: Annotated[
        int | None, msgspec.Meta(description="When its token expires; null for never.")
    ]


class Devices(Outgoing, frozen=True):
    """All signs and consoles."""

    devices: list[DeviceView]


class NewDevice(Outgoing, frozen=True):
    """The token is shown once: it is null when a request is repeated."""

    device: str
    token: str | None


class SignedInDevice(Outgoing, frozen=True):
    """A device whose token is now in a cookie; the header X-Device names it from now on."""

    device: str


class RevokedDevice(Outgoing, frozen=True):
    """A device whose token is no longer valid."""

    device: str
    revoked: bool


class SessionView(Outgoing, frozen=True, kw_only=True):
    """A browser in which the caller is signed in."""

    session: Annotated[str, msgspec.Meta(description="What to end it by.")]
    opened_ms: int
    seen_ms: Annotated[int, msgspec.Meta(description="When it was last used.")]
    ends_ms: Annotated[int, msgspec.Meta(description="When it ends, however much it is used.")]
    here: Annotated[bool, msgspec.Meta(description="This is the session making the request.")]


class OwnSessions(Outgoing, frozen=True):
    """Where the caller is signed in, the oldest first."""

    sessions: list[SessionView]


class PasskeyView(Outgoing, frozen=True):
    """A passkey, by its id and by the name its owner gave it."""

    id: str
    label: str


class OwnFactors(Outgoing, frozen=True, kw_only=True):
    """The caller's ways to prove who they are, besides a password."""

    totp: Annotated[bool, msgspec.Meta(description="An authenticator app.")]
    locked: Annotated[bool, msgspec.Meta(description="Locked after too many wrong codes.")]
    passkeys: list[PasskeyView]
    codes_left: Annotated[int, msgspec.Meta(description="Unused recovery codes.")]
    pin: Annotated[bool, msgspec.Meta(description="For approvals at a table.")]
    needed: Annotated[bool, msgspec.Meta(description="The caller's post needs a second factor.")]
    directory: Annotated[
        bool,
        msgspec.Meta(
            description="The second factor is the directory's: it is proved again at "
            "/api/step-up/directory."
        ),
    ]
    proved_lately: Annotated[
        bool,
        msgspec.Meta(
            description="Factors can be changed now; otherwise prove one at /api/step-up."
        ),
    ]


class TotpToConfirm(Outgoing, frozen=True, kw_only=True):
    """The secret for an authenticator app, shown this once: as text, as an address that apps
    understand, and as a picture of it.
    """

    secret: str
    uri: str
    qr: Annotated[str, msgspec.Meta(description="An SVG image as a data: address.")]


class NewCodes(Outgoing, frozen=True):
    """Recovery codes, shown this once; each is good for one sign-in."""

    codes: tuple[str, ...]


class PasskeyOptions(Outgoing, frozen=True):
    """What a browser needs to create a passkey, or to have one answer (WebAuthn); binary fields are
    in base64url.
    """

    options: dict[str, Any]
