"""The list of settings: each with its type, default, purpose and constraints.

Reading, validation, the output of ``pitboss config`` and docs/configuration.md are all based on it.
"""

import textwrap
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pitboss.operations.approval_settings import ApprovalSettings
from pitboss.operations.directory_settings import DirectorySettings
from pitboss.operations.sign_in_settings import SignInSettings
from pitboss.operations.storage_settings import (
    ArchiveSettings,
    Backups,
    Checkpoints,
    VaultSettings,
    described,
)

PREFIX = "PITBOSS_"


class LogLevel(StrEnum):
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    TEXT = "text"
    JSON = "json"


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """Jackpot links."""

    verifiers: Annotated[
        int,
        described(
            "The smallest number of people who must verify or decline a jackpot claim. The server "
            "refuses a new link, or new parameters for one, with fewer; where no number is given, "
            "it uses this one. A link opened with fewer keeps its number until two shift managers "
            "change its parameters; 'pitboss doctor' names such links.",
            "1 or 2",
            ge=1,
            le=2,
        ),
    ] = 2
    enter_every: Annotated[
        int,
        described(
            "Tables' contributions are entered in the jackpot's meter when this many are "
            "waiting. The sign counts them at once either way.",
            "a whole number from 1 to 100000",
            ge=1,
            le=100_000,
        ),
    ] = 200


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """The program's own log, on standard error."""

    level: Annotated[
        LogLevel,
        described("The least severe level that is logged.", "debug, info, warning or error"),
    ] = LogLevel.INFO
    format: Annotated[
        LogFormat,
        described(
            "Lines for people, or one JSON object per line for a log collector.", "text or json"
        ),
    ] = LogFormat.TEXT


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The server: where it listens, how long people stay signed in, and whether players
    practise.
    """

    host: Annotated[
        str,
        described(
            "The address to listen on. 127.0.0.1 can be reached only from this machine.",
            "a host name or an IP address",
            min_length=1,
            pattern=r"^[^\s/]+$",
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int, described("The port to listen on.", "a whole number from 1 to 65535", ge=1, le=65_535)
    ] = 8000
    session_idle_minutes: Annotated[
        int,
        described(
            "Anyone idle for this long is signed out.",
            "a whole number of minutes from 1 to 720",
            ge=1,
            le=720,
        ),
    ] = 30
    session_longest_hours: Annotated[
        int,
        described(
            "After this long everyone has to sign in again.",
            "a whole number of hours from 1 to 168",
            ge=1,
            le=168,
        ),
    ] = 12
    proxies: Annotated[
        tuple[str, ...],
        described(
            "Addresses of the proxies in front of the server. X-Forwarded-For and "
            "X-Forwarded-Proto are trusted from these addresses only.",
            "a list of IP addresses",
        ),
    ] = ()
    hosts: Annotated[
        tuple[str, ...],
        described(
            "The host names the server answers to, without a port; requests for any other "
            "are refused, except that /healthz, /readyz and /metrics answer by address too. "
            "Empty: any name.",
            "a list of host names or IP addresses",
        ),
    ] = ()
    metrics: Annotated[
        tuple[str, ...],
        described(
            "The addresses that may read /metrics. Empty: any address.",
            "a list of IP addresses",
        ),
    ] = ("127.0.0.1", "::1")
    certificate: Annotated[
        str,
        described(
            "The certificate with which the server itself serves https, in a PEM file with the "
            "whole chain. Empty: plain http, for use on this machine or behind a proxy on it.",
            "a path; a relative path starts from the data folder",
        ),
    ] = ""
    certificate_key: Annotated[
        str,
        described(
            "The certificate's private key (PEM).",
            "a path; a relative path starts from the data folder",
        ),
    ] = ""
    drain_s: Annotated[
        int,
        described(
            "When the server is told to stop (SIGTERM), no new round begins, and it waits "
            "this long for rounds in progress. Told a second time, or stopped with Ctrl-C, "
            "it stops at once.",
            "a whole number of seconds from 0 to 3600",
            ge=0,
            le=3_600,
        ),
    ] = 120
    practice: Annotated[
        bool,
        described(
            "Practice: players may ask at their seats what the exact strategy would do and what "
            "each choice costs. Not for play with real money.",
            "true or false",
        ),
    ] = False


class ClientLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one client may ask of the server, so that it does not slow down the rest."""

    requests_per_second: Annotated[
        int,
        described(
            "Requests per second that one session, device or unknown address may sustain, "
            "with bursts of up to five seconds' worth. A refused request counts three "
            "times. 0: no limit, for a program that plays many tables in one session.",
            "a whole number from 0 to 100000",
            ge=0,
            le=100_000,
        ),
    ] = 30
    connections: Annotated[
        int,
        described(
            "The most connections open at once; any more are closed immediately.",
            "a whole number from 10 to 100000",
            ge=10,
            le=100_000,
        ),
    ] = 4_000
    connections_per_address: Annotated[
        int,
        described(
            "The most connections open at once from one address, and the most it may open in a "
            "second. Does not apply to a proxy listed in server.proxies.",
            "a whole number from 1 to 100000",
            ge=1,
            le=100_000,
        ),
    ] = 250
    streams_per_session: Annotated[
        int,
        described(
            "The most live-update streams that one session or device may have open at once. "
            "Pages in the same browser share one.",
            "a whole number from 1 to 100000",
            ge=1,
            le=100_000,
        ),
    ] = 20
    request_seconds: Annotated[
        int,
        described(
            "A request whose headers and body have not arrived within this time is dropped, "
            "and so is a connection that sends no request.",
            "a whole number of seconds from 1 to 600",
            ge=1,
            le=600,
        ),
    ] = 20


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. A nested struct is a table of the file."""

    data: Annotated[
        str,
        described(
            "The folder where Pitboss keeps everything. Created when needed.",
            (
                "a path; a relative path starts from the folder of the settings file, or "
                "from where the command was run"
            ),
            min_length=1,
        ),
    ] = "pitboss-data"
    database: Annotated[
        str,
        described(
            "Where the journal is. Empty: the SQLite file pitboss.db in the data folder. "
            "Keep a password in the environment or in a .pgpass file rather than here.",
            "sqlite:PATH (or PATH alone), postgresql://user@host/database, or empty; a "
            "relative PATH starts from the data folder",
            pattern=r"^(|(?!memory:)(?!\w+://).+|postgres(ql)?://.+)$",
        ),
    ] = ""
    timezone: Annotated[
        str,
        described(
            (
                "The time zone in which times are shown and a report's day begins. Empty: the one "
                "given when the house was set up, or UTC."
            ),
            "a time zone name such as UTC or Asia/Singapore",
        ),
    ] = ""
    rulebooks: Annotated[
        tuple[str, ...],
        described(
            (
                "Your own rulebook files; tables refer to them by their ids. In the "
                "environment, separate the paths with colons."
            ),
            "a list of paths; a relative path starts from the folder of the settings file",
        ),
    ] = ()
    checkpoints: Checkpoints = Checkpoints()
    vault: VaultSettings = VaultSettings()
    links: Links = Links()
    approvals: ApprovalSettings = ApprovalSettings()
    sign_in: SignInSettings = SignInSettings()
    directory: DirectorySettings = DirectorySettings()
    archive: ArchiveSettings = ArchiveSettings()
    backups: Backups = Backups()
    log: Log = Log()
    server: ServerSettings = ServerSettings()
    limits: ClientLimits = ClientLimits()


class Described(msgspec.Struct, frozen=True):
    """A setting as it is documented."""

    key: str
    type: Any
    default: Any
    description: str
    allowed: str

    @property
    def variable(self) -> str:
        """The environment variable that overrides it."""
        return PREFIX + self.key.replace(".", "_").upper()

    @property
    def table(self) -> str:
        """The table of the file that contains it; empty for the top level."""
        return self.key.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.key.rpartition(".")[2]


def _fields(kind: type[msgspec.Struct], table: str) -> Iterator[Described]:
    for field in msgspec.structs.fields(kind):
        key = f"{table}{field.name}"
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from _fields(field.type, f"{key}.")
            continue
        meta: Meta = field.type.__metadata__[0]
        default = field.default.value if isinstance(field.default, StrEnum) else field.default
        extra = meta.extra or {}
        yield Described(key, field.type, default, meta.description or "", extra["allowed"])


DESCRIBED: tuple[Described, ...] = tuple(_fields(Settings, ""))
"""Every setting, in the order of the file."""

TABLES: dict[str, str] = {
    field.name: " ".join((field.type.__doc__ or "").split())
    for field in msgspec.structs.fields(Settings)
    if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct)
}
"""The tables of the file, and what each is about."""

BY_KEY = {setting.key: setting for setting in DESCRIBED}


def toml_value(value: Any) -> str:
    """A value as it is written in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return msgspec.json.encode(value).decode()


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, 98, break_on_hyphens=False)]


def example() -> str:
    """A settings file with every setting, its description and its default."""
    lines = [
        "# Pitboss settings. Each is shown with its default;",
        "# remove the # in front of any you want to change.",
        "",
    ]
    table = ""
    for setting in DESCRIBED:
        if setting.table != table:
            table = setting.table
            lines += [*_comment(TABLES[table]), f"[{table}]", ""]
        about = (
            f"{setting.description} Allowed: {setting.allowed}. Environment: {setting.variable}."
        )
        lines += _comment(about)
        lines += [f"# {setting.name} = {toml_value(setting.default)}", ""]
    return "\n".join(lines).rstrip() + "\n"
