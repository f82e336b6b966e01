"""The settings of a directory, in houses that have one."""

from typing import Annotated

import msgspec

from pitboss.operations.storage_settings import described


class DirectorySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Signing in through the house's directory (OpenID Connect)."""

    issuer: Annotated[
        str,
        described(
            "The directory's issuer, exactly as it names itself. Empty: there is no "
            "directory, and the other settings here have no effect.",
            'an address such as "https://login.example/realms/floor", or ""; http only on '
            "this machine",
            pattern=r"^(|https://[^\s?#@]+|http://(127\.0\.0\.1|localhost)(:\d+)?(/[^\s?#@]*)?)$",
        ),
    ] = ""
    client_id: Annotated[
        str,
        described(
            "The client id under which the directory knows Pitboss.", "a text", pattern=r"^\S*$"
        ),
    ] = ""
    client_secret_file: Annotated[
        str,
        described(
            "The file with the secret that the directory issued to Pitboss. Empty: the "
            "environment variable PITBOSS_DIRECTORY_SECRET, or none.",
            "a path; a relative path starts from the data folder",
        ),
    ] = ""
    redirect: Annotated[
        str,
        described(
            "Where the directory sends people back to. Empty: the page /sign-in at "
            "sign_in.address, or at the address the browser used.",
            'an address such as "https://pitboss.example/sign-in", or ""',
            pattern=r"^(|https?://[^\s?#@]+/sign-in)$",
        ),
    ] = ""
    name_claim: Annotated[
        str,
        described(
            "The claim that gives a new account its name. After that, an account is "
            "recognised by issuer and subject alone.",
            "the name of a claim",
            min_length=1,
        ),
    ] = "preferred_username"
    groups_claim: Annotated[
        str,
        described("The claim that lists a person's groups.", "the name of a claim", min_length=1),
    ] = "groups"
    roles: Annotated[
        tuple[str, ...],
        described(
            "The role that each group gives, checked at every sign-in; where several apply, "
            "the highest counts. In the environment, separate the entries with colons.",
            'a list such as ["floor-dealers=dealer", "surveillance=auditor"]',
        ),
    ] = ()
    trusted_for_high_posts: Annotated[
        bool,
        described(
            "Whether groups alone make somebody a pit manager or above, or an "
            "administrator. Otherwise two administrators give these posts here, and the "
            "groups have to agree; until then a manager signs in as a pit supervisor.",
            "true or false",
        ),
    ] = False
    second_factor: Annotated[
        bool,
        described(
            "Whether the directory asks everybody for a second factor, so that Pitboss need not.",
            "true or false",
        ),
    ] = False
    passwords: Annotated[
        bool,
        described(
            "Whether people may also sign in with a Pitboss password. Administrators always "
            "may, in case the directory is down.",
            "true or false",
        ),
    ] = True
