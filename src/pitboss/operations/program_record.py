"""Records which program ran, from when to when and with which settings, so that any reader of the
journal knows what wrote it.
"""

import hashlib
import platform
import secrets
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import msgspec

from pitboss.casino.app import Casino
from pitboss.casino.codec import read_event
from pitboss.casino.operations import (
    OPERATIONS_STREAM,
    AnyOperationsEvent,
    ProgramStarted,
    ProgramStopped,
    SettingsInForce,
    SettingsJson,
    system_user,
)
from pitboss.casino.requests import NoteRequest
from pitboss.journal.port import Journal
from pitboss.operations.config import Config
from pitboss.operations.settings import DESCRIBED
from pitboss.rulebook.shape import added_packages
from pitboss.version import __version__

NOT_ON_RECORD = (
    "data",
    "database",
    "rulebooks",
    "checkpoints.key",
    "checkpoints.copy",
    "vault.",
    "archive.folder",
    "backups.",
    "directory.client_secret_file",
    "sign_in.stolen_passwords",
    "log.",
    "server.host",
    "server.port",
    "server.proxies",
    "server.hosts",
    "server.metrics",
)
"""Settings that affect no decision: paths, addresses and logging. One of them may contain a
password. The texts of custom rulebooks are on record themselves.
"""


def program_hash(folder: Path) -> str:
    """One hash over all files of a package, names included, in order of name."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            body = path.read_bytes()
            name = path.relative_to(folder).as_posix().encode()
            whole.update(b"%d %d\n" % (len(name), len(body)) + name + body)
    return whole.hexdigest()


def deciding(config: Config) -> SettingsJson:
    """The settings that affect decisions, by name."""
    return {
        setting.key: msgspec.to_builtins(config.value(setting.key))
        for setting in DESCRIBED
        if not setting.key.startswith(NOT_ON_RECORD)
    }


def settings_on_record(journal: Journal) -> SettingsJson | None:
    """The settings in force according to the journal; None if there never were any."""
    settings = None
    for record in journal.read(OPERATIONS_STREAM):
        event = read_event(record)
        if isinstance(event, SettingsInForce):
            settings = event.settings
    return settings


def put_start_on_record(casino: Casino, config: Config) -> Callable[[], None]:
    """Records that this program has started, and its settings if they differ from those on record.
    Returns a function that records that it has stopped.
    """
    process = secrets.token_hex(8)
    folder = Path(str(files("pitboss")))
    started = ProgramStarted(
        at_ms=0,
        by=system_user(),
        process=process,
        version=__version__,
        program=program_hash(folder),
        python=platform.python_version(),
        games=added_packages(),
    )
    _note(casino, started)
    settings = deciding(config)
    if settings_on_record(casino.journal) != settings:
        _note(casino, SettingsInForce(at_ms=0, by=system_user(), settings=settings))
    return lambda: _note(casino, ProgramStopped(at_ms=0, by=system_user(), process=process))


def _note(casino: Casino, event: AnyOperationsEvent) -> None:
    casino.carry_out(NoteRequest(id=f"{OPERATIONS_STREAM}/{secrets.token_hex(8)}", note=event))
