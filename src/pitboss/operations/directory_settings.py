"""The settings of a directory, in houses that have one."""

from typing import Annotated

import msgspec

from pitboss.operations.keeping import described


class DirectorySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Signing in by the house's directory (OpenID Connect)."""

    issuer: Annotated[
        str,
        described(
            "The issuer of the directory, exactly as it calls itself. Empty: there is none, and "
            "nothing else here has an effect.",
            'an address such as "https://login.example/realms/floor", or ""; http on this machine '
            "alone",
            pattern=r"^(|https://[^\s?#@]+|http://(127\.0\.0\.1|localhost)(:\d+)?(/[^\s?#@]*)?)$",
        ),
    ] = ""
    client_id: Annotated[
        str,
        described("As what the directory knows Pitboss.", "a text", pattern=r"^\S*$"),
    ] = ""
    client_secret_file: Annotated[
        str,
        described(
            "The file with the secret that the directory has given Pitboss. Empty: the "
            "environment variable PITBOSS_DIRECTORY_SECRET, or none.",
            "a path; a relative one begins in the data folder",
        ),
    ] = ""
    redirect: Annotated[
        str,
        described(
            "Where the directory sends people back to. Empty: the page /sign-in at "
            "sign_in.address, or at whatever the browser has asked for.",
            'an address such as "https://pitboss.example/sign-in", or ""',
            pattern=r"^(|https?://[^\s?#@]+/sign-in)$",
        ),
    ] = ""
    name_claim: Annotated[
        str,
        described(
            "The claim that says what a new account is called. Accounts are known again by issuer "
            "and subject alone.",
            "the name of a claim",
            min_length=1,
        ),
    ] = "preferred_username"
    groups_claim: Annotated[
        str,
        described("The claim that lists somebody's groups.", "the name of a claim", min_length=1),
    ] = "groups"
    roles: Annotated[
        tuple[str, ...],
        described(
            "Which role a group gives, looked at in every sign-in; of several the highest counts. "
            "In the environment with a colon between.",
            'a list such as ["floor-dealers=dealer", "surveillance=auditor"]',
        ),
    ] = ()
    trusted_for_high_posts: Annotated[
        bool,
        described(
            "Whether groups give the posts of pit manager and above, and administrators. Otherwise "
            "two administrators give them here, and the groups have to agree; until then a manager "
            "comes in as pit supervisor.",
            "true or false",
        ),
    ] = False
    second_factor: Annotated[
        bool,
        described(
            "Whether the directory asks everybody for a second factor, so that none is asked for "
            "here.",
            "true or false",
        ),
    ] = False
    passwords: Annotated[
        bool,
        described(
            "Whether people may sign in with a password of Pitboss, too. Administrators always "
            "may, for a day on which the directory is away.",
            "true or false",
        ),
    ] = True
