"""Why a command about people is refused: a stable code and a sentence."""

from enum import StrEnum

import msgspec

from pitboss.people.events import AnyPeopleEvent


class PeopleRefusal(StrEnum):
    """The codes, in order of precedence: if there are several reasons, the first is given."""

    ALREADY_SET_UP = "already-set-up"
    IN_USE = "in-use"
    REASON_NEEDED = "reason-needed"
    BAD_REASON = "bad-reason"
    DEMONSTRATION = "demonstration"
    NAME_NEEDED = "name-needed"
    NOT_AN_ADMINISTRATOR = "not-an-administrator"
    BAD_FIELD = "bad-field"
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    OWN_PASSWORD = "own-password"
    OWN_ROLE = "own-role"
    OWN_FACTORS = "own-factors"
    NOTHING_WAITS = "nothing-waits"
    SECOND_NEEDED = "second-administrator-needed"
    ACCOUNT_TOO_NEW = "account-too-new"
    NO_SUCH_PERSON = "no-such-person"
    NO_SUCH_DEVICE = "no-such-device"
    NO_SUCH_PROGRAM = "no-such-token"
    NO_SUCH_PASSKEY = "no-such-passkey"
    LAST_ADMINISTRATOR = "last-administrator"
    WRONG_NAME_OR_PASSWORD = "wrong-name-or-password"
    ACCOUNT_DISABLED = "account-disabled"
    NO_ROLE = "no-role"
    FIRST_PASSWORD_USED = "first-password-used"
    NO_INVITATION = "no-invitation"
    WRONG_NAME_OR_PIN = "wrong-name-or-pin"
    BADGE_TAKEN = "badge-taken"
    NO_BADGE = "no-badge"
    WRONG_BADGE = "wrong-badge"
    PIN_LOCKED = "pin-locked"
    NO_SECOND_FACTOR = "no-second-factor"
    NOTHING_TO_CONFIRM = "nothing-to-confirm"
    LAST_FACTOR = "last-factor"
    SECOND_FACTOR_NEEDED = "second-factor-needed"
    WRONG_CODE = "wrong-code"
    WRONG_PASSKEY = "wrong-passkey"
    SECOND_FACTOR_LOCKED = "second-factor-locked"


class PeopleRefused(msgspec.Struct, frozen=True):
    """A command that was refused; nothing has changed. ``where`` is the field that is wrong."""

    code: PeopleRefusal
    message: str
    where: str = ""


PeopleDecision = tuple[AnyPeopleEvent, ...] | PeopleRefused

ALREADY_SET_UP = PeopleRefused(
    PeopleRefusal.ALREADY_SET_UP, "There is an administrator already; sign in."
)
WRONG_NAME_OR_PASSWORD = PeopleRefused(
    PeopleRefusal.WRONG_NAME_OR_PASSWORD, "The name and password do not match."
)
"""One answer for everything that can be wrong, so that nobody learns which names exist."""

NO_INVITATION = PeopleRefused(
    PeopleRefusal.NO_INVITATION,
    "This link opens nothing: it has been used, has run out, was replaced by another, or still "
    "waits for a second administrator. Ask an administrator. If somebody else may have used it, "
    "say so at once.",
)
"""One answer whatever is wrong with a link."""

WRONG_NAME_OR_PIN = PeopleRefused(PeopleRefusal.WRONG_NAME_OR_PIN, "The name and PIN do not match.")
"""The same for PINs."""

WRONG_BADGE = PeopleRefused(
    PeopleRefusal.WRONG_BADGE, "That badge belongs to nobody here, or was revoked.", "badge"
)
NO_SECOND_FACTOR = PeopleRefused(
    PeopleRefusal.NO_SECOND_FACTOR, "No second factor has been set up for this account."
)
WRONG_PASSKEY = PeopleRefused(
    PeopleRefusal.WRONG_PASSKEY,
    "That passkey is not known here, or its answer was wrong: try again.",
)
WRONG_CODE = PeopleRefused(
    PeopleRefusal.WRONG_CODE,
    "That code is wrong or has been used already: wait for the next one.",
    "code",
)
