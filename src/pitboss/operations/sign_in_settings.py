"""The settings of how people prove who they are."""

from typing import Annotated

import msgspec

from pitboss.operations.approval_settings import Approver
from pitboss.operations.storage_settings import described


class SignInSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How people prove who they are. In a demonstration nobody is asked to."""

    second_factor: Annotated[
        Approver,
        described(
            "The lowest post that needs a second factor, such as an authenticator app, "
            "besides a password; administrators then need one too. Anyone without one sets "
            "it up at the next sign-in, before anything else. With none, it is up to each "
            "person; anyone who has one is always asked for it.",
            "none, pit-supervisor, pit-manager or shift-manager",
        ),
    ] = Approver.PIT_SUPERVISOR
    address: Annotated[
        str,
        described(
            "The address at which browsers reach the server; passkeys are bound to its "
            "name. Empty: the address the browser used, if server.hosts allows it.",
            'an address such as "https://pitboss.example", without a path, or ""',
            pattern=r"^(|https?://[^\s/?#@]+)$",
        ),
    ] = ""
    stolen_passwords: Annotated[
        str,
        described(
            "A file of passwords stolen elsewhere, which nobody may choose: the SHA-1 of "
            "each in hexadecimal, one per line and sorted, as published by Have I Been "
            "Pwned. Empty: only the 30,000 most common passwords are rejected.",
            'a path, or ""; a relative path starts from the data folder',
        ),
    ] = ""
    step_up_minutes: Annotated[
        int,
        described(
            "Anyone who approves something without a PIN, and has a second factor, must "
            "have proved it within this many minutes. 0: proving it at sign-in is enough.",
            "a whole number of minutes from 0 to 720",
            ge=0,
            le=720,
        ),
    ] = 15
    badge_pin: Annotated[
        bool,
        described(
            "Whether approving at a table with a badge takes a PIN too. A badge alone may "
            "be found or borrowed.",
            "true or false",
        ),
    ] = True
    token_days: Annotated[
        int,
        described(
            "The longest a program's token may last. Tokens made earlier keep their expiry.",
            "a whole number of days from 1 to 3650",
            ge=1,
            le=3_650,
        ),
    ] = 365
    device_days: Annotated[
        int,
        described(
            "How many days the token of a sign or a console is valid. An administrator "
            "renews it. 0: forever.",
            "a whole number of days from 0 to 3650",
            ge=0,
            le=3_650,
        ),
    ] = 365
