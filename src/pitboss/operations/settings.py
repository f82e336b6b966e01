"""The list of settings: each with its type, its default, what it is for and what it may be.

What is read, checked, printed by ``pitboss config`` and written in docs/configuration.md all comes
from here.
"""

import textwrap
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

PREFIX = "PITBOSS_"
_DAY_S = 86_400


def _setting(description: str, allowed: str, **bounds: Any) -> Meta:
    """What a setting is for and what it may be, in words; ``bounds`` are checked by msgspec."""
    return Meta(description=description, extra={"allowed": allowed}, **bounds)


class LogLevel(StrEnum):
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    TEXT = "text"
    JSON = "json"


class Checkpoints(msgspec.Struct, frozen=True, kw_only=True):
    """Signed checkpoints of the journal."""

    every_events: Annotated[
        int,
        _setting(
            "A checkpoint is made when this many events have been stored since the last one.",
            "a whole number from 1 to 10000000",
            ge=1,
            le=10_000_000,
        ),
    ] = 10_000
    every_s: Annotated[
        int,
        _setting(
            (
                "A checkpoint is made when this many seconds have passed since the last one and "
                "something has been stored."
            ),
            "a whole number of seconds from 1 to 86400",
            ge=1,
            le=_DAY_S,
        ),
    ] = 300
    key: Annotated[
        str,
        _setting(
            "The file with the private key that signs checkpoints. Made when nothing is "
            "signed yet; only its owner "
            "may read it. All processes that serve a journal need the same one.",
            "a path; a relative one begins in the data folder",
            min_length=1,
        ),
    ] = "checkpoint.key"
    copy: Annotated[
        str,
        _setting(
            "The file to which every checkpoint is copied, one line each. Best on another "
            "machine's disk: with it, a "
            "journal that was rewritten as a whole is found out. Empty: no copy.",
            'a path, or "" for none; a relative one begins in the data folder',
        ),
    ] = "checkpoints.jsonl"


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """Jackpot links."""

    verifiers: Annotated[
        int,
        _setting(
            "How many persons must verify a jackpot claim, or decline it, at least. The "
            "server refuses a new link, and "
            "new parameters of a link, with fewer; where they leave it out, this is taken. A "
            "link that was opened with "
            "fewer keeps them until two shift managers change its parameters; 'pitboss "
            "doctor' names it.",
            "1 or 2",
            ge=1,
            le=2,
        ),
    ] = 2
    enter_every: Annotated[
        int,
        _setting(
            "Contributions of tables are entered in the jackpot's meter when so many wait. "
            "The sign counts them "
            "from the first moment on either way.",
            "a whole number from 1 to 100000",
            ge=1,
            le=100_000,
        ),
    ] = 200


class Backups(msgspec.Struct, frozen=True, kw_only=True):
    """Backups."""

    folder: Annotated[
        str,
        _setting(
            "Where 'pitboss backup' writes when it is given no file.",
            "a path; a relative one begins in the data folder",
            min_length=1,
        ),
    ] = "backups"


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """What the program says about its own work, on standard error."""

    level: Annotated[
        LogLevel,
        _setting(
            "The least important kind of line that is written.", "debug, info, warning or error"
        ),
    ] = LogLevel.INFO
    format: Annotated[
        LogFormat,
        _setting("Lines for people, or one JSON object a line for a collector.", "text or json"),
    ] = LogFormat.TEXT


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The server: where it listens, how long people stay signed in, and whether players
    practise.
    """

    host: Annotated[
        str,
        _setting(
            "The address to listen on. 127.0.0.1 is reached from this machine alone.",
            "a host name or an IP address",
            min_length=1,
            pattern=r"^[^\s/]+$",
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int, _setting("The port to listen on.", "a whole number from 1 to 65535", ge=1, le=65_535)
    ] = 8000
    session_idle_minutes: Annotated[
        int,
        _setting(
            "Anyone idle for this long is signed out.",
            "a whole number of minutes from 1 to 720",
            ge=1,
            le=720,
        ),
    ] = 30
    session_longest_hours: Annotated[
        int,
        _setting(
            "After this long everyone has to sign in again.",
            "a whole number of hours from 1 to 168",
            ge=1,
            le=168,
        ),
    ] = 12
    practice: Annotated[
        bool,
        _setting(
            "Practice: players may ask at their seats what the exact strategy would do and "
            "what each choice costs. "
            "Not for play with real money.",
            "true or false",
        ),
    ] = False


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. A struct inside is a table of the file."""

    data: Annotated[
        str,
        _setting(
            "The folder for everything Pitboss keeps. Made when it is needed.",
            (
                "a path; a relative one begins in the folder of the settings file, or where the "
                "command was started"
            ),
            min_length=1,
        ),
    ] = "pitboss-data"
    database: Annotated[
        str,
        _setting(
            "Where the journal is. Empty: the SQLite file pitboss.db in the data folder. A "
            "password is better given in "
            "the environment, or in a .pgpass file, than here.",
            "sqlite:PATH (or PATH alone), postgresql://user@host/database, or empty; a "
            "relative PATH begins in the "
            "data folder",
            pattern=r"^(|(?!memory:)(?!\w+://).+|postgres(ql)?://.+)$",
        ),
    ] = ""
    timezone: Annotated[
        str,
        _setting(
            "The time zone in which reports begin their day and times are written.",
            "a name of the time zone database, as UTC or Asia/Singapore",
            min_length=1,
        ),
    ] = "UTC"
    rulebooks: Annotated[
        tuple[str, ...],
        _setting(
            (
                "Own rulebook files, whose tables name them by their ids. In the environment, "
                "paths with a colon between."
            ),
            "a list of paths; a relative one begins in the folder of the settings file",
        ),
    ] = ()
    checkpoints: Checkpoints = Checkpoints()
    links: Links = Links()
    backups: Backups = Backups()
    log: Log = Log()
    server: ServerSettings = ServerSettings()


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
        """The table of the file that it stands in; empty for the top."""
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
        "# Settings of Pitboss. Each is shown with what it is when it is left out;",
        "# take away the # in front of those that are to be otherwise.",
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
