"""The settings of how people prove who they are."""

from typing import Annotated

import msgspec

from pitboss.operations.approval_settings import Approver
from pitboss.operations.keeping import described


class SignInSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How people prove who they are. In a demonstration nobody is asked to."""

    second_factor: Annotated[
        Approver,
        described(
            "The post from which on people need a second factor, such as an authenticator app, "
            "beside their password; administrators need one with them. Whoever has none sets it "
            "up at the next sign-in, before anything else. With none it is left to each person; "
            "whoever has one is asked for it in any case.",
            "none, pit-supervisor, pit-manager or shift-manager",
        ),
    ] = Approver.PIT_SUPERVISOR
    address: Annotated[
        str,
        described(
            "The address at which browsers reach the server; passkeys are bound to its name. "
            "Empty: whatever the browser has asked for, as server.hosts allows it.",
            'an address such as "https://pitboss.example", without a path, or ""',
            pattern=r"^(|https?://[^\s/?#@]+)$",
        ),
    ] = ""
    stolen_passwords: Annotated[
        str,
        described(
            "A file of passwords that were stolen elsewhere, which nobody may choose: the SHA-1 of "
            "each in hexadecimal digits, one a line and in order, as Have I Been Pwned gives it "
            "away. Empty: the 30,000 commonest passwords are known, and no others.",
            'a path, from the data folder on, or ""',
        ),
    ] = ""
    step_up_minutes: Annotated[
        int,
        described(
            "Whoever approves something without a PIN, and has a second factor, must have proved "
            "it within so many minutes. 0: at the sign-in is enough.",
            "a whole number of minutes from 0 to 720",
            ge=0,
            le=720,
        ),
    ] = 15
    badge_pin: Annotated[
        bool,
        described(
            "Whoever approves at a table with a badge gives the PIN too. A badge alone may be "
            "found or borrowed.",
            "true or false",
        ),
    ] = True
    token_days: Annotated[
        int,
        described(
            "How long a program's token may last at most. Tokens that were made before keep their "
            "end.",
            "a whole number of days from 1 to 3650",
            ge=1,
            le=3_650,
        ),
    ] = 365
    device_days: Annotated[
        int,
        described(
            "For how many days the token of a sign or a console is good. An administrator renews "
            "it. 0: for ever.",
            "a whole number of days from 0 to 3650",
            ge=0,
            le=3_650,
        ),
    ] = 365
