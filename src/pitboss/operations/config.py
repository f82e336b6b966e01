"""The settings in force: one TOML file, overridden by the environment (``settings.py`` lists all
settings).
"""

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from zoneinfo import ZoneInfo

import msgspec

from pitboss.operations.settings import BY_KEY, DESCRIBED, PREFIX, TABLES, Settings, toml_value

if TYPE_CHECKING:
    from pitboss.journal.port import Journal

FILE_NAME = "pitboss.toml"
"""The settings file that is read if none is named and it exists."""

FILE_VARIABLE = "PITBOSS_CONFIG"

_HIDDEN = "***"


class BadConfig(ValueError):
    """Invalid settings: one sentence for each problem."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The settings in force, where each comes from, and the paths they resolve to."""

    settings: Settings
    sources: Mapping[str, str]
    file: Path | None
    base: Path
    warnings: tuple[str, ...] = ()

    @property
    def data(self) -> Path:
        return self.base / self.settings.data

    @property
    def database(self) -> str:
        """The address of the journal, with an absolute path."""
        given = self.settings.database
        if not given:
            return f"sqlite:{self.data / 'pitboss.db'}"
        if "://" not in given:
            return f"sqlite:{self.data / given.removeprefix('sqlite:')}"
        return given

    @property
    def key(self) -> Path:
        return self.data / self.settings.checkpoints.key

    @property
    def vault(self) -> Path:
        return self.data / self.settings.vault.key

    @property
    def copy(self) -> Path | None:
        name = self.settings.checkpoints.copy
        return self.data / name if name else None

    @property
    def archive(self) -> Path:
        """The folder of the archive's segments."""
        if name := self.settings.archive.folder:
            return self.data / name
        path = sqlite_path(self.database)
        return (self.data if path is None else path.parent) / "archive"

    @property
    def backups(self) -> Path:
        return self.data / self.settings.backups.folder

    @property
    def rulebooks(self) -> tuple[Path, ...]:
        """The operator's own rulebook files."""
        return tuple(self.base / name for name in self.settings.rulebooks)

    @property
    def zone(self) -> ZoneInfo | None:
        """The time zone that the settings name, if they do."""
        name = self.settings.timezone
        return ZoneInfo(name) if name else None

    def zone_in(self, journal: "Journal") -> ZoneInfo:
        """The time zone that the settings name; otherwise the one that the house gave at set-up,
        which is in its journal; otherwise UTC.
        """
        return self.zone or ZoneInfo(_zone_on_record(journal) or "UTC")

    def value(self, key: str) -> Any:
        """A setting by its dotted name."""
        setting: Any = self.settings
        for name in key.split("."):
            setting = getattr(setting, name)
        return setting


def load_config(
    file: Path | None = None,
    *,
    database: str | None = None,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Config:
    """Reads the settings: the caller's, over the environment's, over the file's, over the defaults.

    The file is ``file``, or what PITBOSS_CONFIG names, or ``pitboss.toml`` in ``folder`` (the
    current one) if it exists there. Raises BadConfig with every problem there is.
    """
    environment = os.environ if environment is None else environment
    folder = Path.cwd() if folder is None else folder
    path = _find_file(file, environment, folder)
    problems: list[str] = []
    values: dict[str, object] = {}
    sources = {setting.key: "default" for setting in DESCRIBED}
    if path is not None:
        for key, value in _read_file(path, problems).items():
            if (
                good := _checked(key, value, f"{path}: {key}", _fix(key), problems, strict=True)
            ) is not None:
                values[key], sources[key] = good, str(path)
    for setting in DESCRIBED:
        text = environment.get(setting.variable)
        if text is not None:
            fix = f"Set {setting.variable} to {setting.allowed}, or remove it."
            good = _checked(setting.key, text, setting.variable, fix, problems, strict=False)
            if good is not None:
                values[setting.key], sources[setting.key] = good, f"environment {setting.variable}"
    if problems:
        raise BadConfig(problems)
    base = (folder / path).parent if path is not None else folder
    config = Config(
        settings=_built(values),
        sources=sources,
        file=path,
        base=base,
        warnings=_misspelt(environment),
    )
    return config if database is None else _with_database(config, database, folder)


def _find_file(file: Path | None, environment: Mapping[str, str], folder: Path) -> Path | None:
    if file is not None:
        return file
    if named := environment.get(FILE_VARIABLE):
        return Path(named)
    path = folder / FILE_NAME
    return path if path.is_file() else None


def _read_file(path: Path, problems: list[str]) -> dict[str, object]:
    """The settings of a file by their dotted names; an unknown key is a problem."""
    try:
        with path.open("rb") as source:
            read = tomllib.load(source)
    except OSError as error:
        problems.append(
            f"{path}: the settings file can't be read: {error.strerror}. Check its path."
        )
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(
            f"{path}: this is not TOML: {error}. 'pitboss config --example' prints a file to "
            "start from."
        )
        return {}
    flat: dict[str, object] = {}
    for name, value in read.items():
        if name in TABLES:
            if isinstance(value, dict):
                flat |= {f"{name}.{inner}": what for inner, what in value.items()}
            else:
                problems.append(
                    f"{path}: {name} is a table. Write [{name}] on a line, and its settings "
                    "below it."
                )
        else:
            flat[name] = value
    for key in [key for key in flat if key not in BY_KEY]:
        problems.append(f"{path}: there is no setting {key}. {_nearest(key, tuple(BY_KEY))}")
        del flat[key]
    return flat


def _nearest(name: str, names: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(name, names, n=1) or [
        other for other in names if other.rpartition(".")[2] == name.rpartition(".")[2]
    ]
    meant = f"Did you mean {close[0]}? " if close else ""
    return f"{meant}'pitboss config' lists all settings; remove this one or put it right."


def _misspelt(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Variables that look like ours but are not. Other programs may have set them, so they are only
    pointed out.
    """
    known = (FILE_VARIABLE, *(setting.variable for setting in DESCRIBED))
    return tuple(
        f"{name}: there is no such setting, so it is not used. Did you mean {close[0]}?"
        for name in sorted(environment)
        if name.startswith(PREFIX)
        and name not in known
        and (close := difflib.get_close_matches(name, known, n=1, cutoff=0.85))
    )


def _fix(key: str) -> str:
    setting = BY_KEY[key]
    under = f" under [{setting.table}]" if setting.table else ""
    return f"Write for example {setting.name} = {toml_value(setting.default)}{under}."


def _checked(
    key: str, value: Any, where: str, fix: str, problems: list[str], *, strict: bool
) -> Any:
    """A value of the setting's type; if it is not, None and one more problem."""
    setting = BY_KEY[key]
    if not strict and isinstance(setting.default, tuple):
        value = [part for part in value.split(os.pathsep) if part]
    try:
        converted = msgspec.convert(value, setting.type, strict=strict)
    except msgspec.ValidationError:
        converted = None
    if isinstance(converted, str) and (
        "\0" in converted or (key == "timezone" and converted and not is_zone(converted))
    ):
        converted = None
    if converted is None:
        shown = (
            _shown(key, value)
            if isinstance(value, str | int | float | bool)
            else f"a {type(value).__name__}"
        )
        problems.append(f"{where} is {shown}; it must be {setting.allowed}. {fix}")
    return converted


def _zone_on_record(journal: "Journal") -> str | None:
    # Commands that need no journal start without these.
    from pitboss.casino.codec import read_event
    from pitboss.people.events import PEOPLE_STREAM, TimeZoneSet

    kind = str(TimeZoneSet.__struct_config__.tag)
    for record in journal.read(PEOPLE_STREAM):
        event = read_event(record) if record.kind == kind else None
        if isinstance(event, TimeZoneSet):
            return event.timezone
    return None


def is_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        # It does not exist (ZoneInfoNotFoundError is a KeyError), or looks like a path to somewhere
        # else.
        return False
    return True


def _built(values: Mapping[str, Any]) -> Settings:
    nested: dict[str, Any] = {}
    for key, value in values.items():
        table, _, name = key.rpartition(".")
        (nested.setdefault(table, {}) if table else nested)[name] = value
    return msgspec.convert(nested, Settings)


def _with_database(config: Config, url: str, folder: Path) -> Config:
    """A database named on the command line: a bare path will do, relative to the current folder."""
    if "://" not in url:
        url = f"sqlite:{folder / url.removeprefix('sqlite:')}"
    settings = msgspec.structs.replace(config.settings, database=url)
    sources = {**config.sources, "database": "option --database"}
    return msgspec.structs.replace(config, settings=settings, sources=sources)


def sqlite_path(url: str) -> Path | None:
    """The file of an address; None if the journal is not a SQLite file."""
    if "://" in url or url == "memory:":
        return None
    return Path(url.removeprefix("sqlite:"))


def without_password(url: str) -> str:
    """An address that may be shown to anybody."""
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
        user = parts.username
        has_password = parts.password is not None
    except ValueError:
        return _HIDDEN
    netloc = f"{user or ''}:{_HIDDEN}@{host}" if has_password else parts.netloc
    if "://" not in url:
        return url
    asked = [
        (name, _HIDDEN if "pass" in name.lower() else value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
    ]
    query = f"?{urlencode(asked, safe='*/')}" if asked else ""
    return f"{parts.scheme}://{netloc}{parts.path}{query}"


def _shown(key: str, value: Any) -> str:
    return toml_value(
        without_password(value) if key == "database" and isinstance(value, str) else value
    )


def shown_value(config: Config, key: str) -> str:
    """A setting in force as the file would write it, never with a password."""
    return _shown(key, config.value(key))
