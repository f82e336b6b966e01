"""Settings: from a file, the environment and the command line; each fault is said with its place
and its fix.
"""

import importlib.util
import json
import logging
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pitboss.operations.config import (
    BadConfig,
    Config,
    load_config,
    shown_value,
    sqlite_path,
    without_password,
)
from pitboss.operations.logs import start_logging
from pitboss.operations.settings import DESCRIBED, Log, LogFormat, LogLevel, example

ROOT = Path(__file__).parents[2]


def written(folder: Path, text: str, name: str = "pitboss.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def loaded(
    folder: Path, text: str | None = None, environment: dict[str, str] | None = None, **more: Any
) -> Config:
    """Settings as a command in a folder gets them."""
    if text is not None:
        written(folder, text)
    return load_config(environment=environment or {}, folder=folder, **more)


def problems(
    folder: Path, text: str | None = None, environment: dict[str, str] | None = None
) -> tuple[str, ...]:
    with pytest.raises(BadConfig) as caught:
        loaded(folder, text, environment)
    return caught.value.problems


def test_without_anything_all_is_in_one_folder(tmp_path: Path) -> None:
    config = loaded(tmp_path)
    assert config.file is None
    assert config.database == f"sqlite:{tmp_path}/pitboss-data/pitboss.db"
    assert config.key == tmp_path / "pitboss-data" / "checkpoint.key"
    assert config.copy == tmp_path / "pitboss-data" / "checkpoints.jsonl"
    assert config.backups == tmp_path / "pitboss-data" / "backups"
    assert config.rulebooks == ()
    assert config.zone is None
    assert set(config.sources.values()) == {"default"}


def test_the_environment_goes_over_the_file_and_the_command_line_over_both(tmp_path: Path) -> None:
    text = 'database = "sqlite:file.db"\ntimezone = "Asia/Singapore"\n[server]\nport = 9000\n'
    environment = {"PITBOSS_DATABASE": "postgresql://env@host/db", "PITBOSS_SERVER_PORT": "9001"}
    config = loaded(tmp_path, text, environment)
    assert config.database == "postgresql://env@host/db"
    assert config.settings.server.port == 9001
    assert config.settings.timezone == "Asia/Singapore"
    assert config.sources["database"] == "environment PITBOSS_DATABASE"
    assert config.sources["timezone"] == str(tmp_path / "pitboss.toml")
    over = loaded(tmp_path, text, environment, database="other.db")
    assert over.database == f"sqlite:{tmp_path}/other.db"
    assert over.sources["database"] == "option --database"


def test_relative_paths_begin_where_it_is_said(tmp_path: Path) -> None:
    """Data in the file's folder, the rest in the data folder, and own rulebooks beside the file."""
    (tmp_path / "etc").mkdir()
    path = written(
        tmp_path / "etc",
        'data = "var"\ndatabase = "mine.db"\nrulebooks = ["own.toml"]\n'
        '[checkpoints]\ncopy = "/else/c.jsonl"\nkey = "k"\n',
    )
    config = load_config(path, environment={}, folder=tmp_path)
    assert config.database == f"sqlite:{tmp_path}/etc/var/mine.db"
    assert config.rulebooks == (tmp_path / "etc" / "own.toml",)
    assert config.copy == Path("/else/c.jsonl")
    assert config.key == tmp_path / "etc" / "var" / "k"


def test_no_copy_of_checkpoints_where_none_is_wanted(tmp_path: Path) -> None:
    assert loaded(tmp_path, '[checkpoints]\ncopy = ""\n').copy is None


def test_a_list_in_the_environment_has_colons_between(tmp_path: Path) -> None:
    assert loaded(tmp_path, None, {"PITBOSS_RULEBOOKS": "a.toml:b.toml"}).settings.rulebooks == (
        "a.toml",
        "b.toml",
    )


def test_the_file_that_the_environment_names(tmp_path: Path) -> None:
    path = written(tmp_path, "[server]\nport = 9002\n", "else.toml")
    config = loaded(tmp_path, None, {"PITBOSS_CONFIG": str(path)})
    assert config.settings.server.port == 9002
    assert config.file == path


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[checkpoints]\nevery_s = "often"\n',
            (
                'checkpoints.every_s is "often"; it must be a whole number of seconds from 1 '
                "to 86400. "
                "Write for example every_s = 300 under [checkpoints]."
            ),
        ),
        ("[checkpoints]\nevery_s = 0\n", "checkpoints.every_s is 0; it must be"),
        ("[checkpoints]\nevery_s = 1.5\n", "checkpoints.every_s is 1.5; it must be"),
        ("[checkpoints]\nevery_events = true\n", "checkpoints.every_events is true; it must be"),
        ("[links]\nverifiers = 3\n", "links.verifiers is 3; it must be 1 or 2."),
        ('[log]\nlevel = "loud"\n', "it must be debug, info, warning or error."),
        ('[server]\nhost = "a b"\n', 'server.host is "a b"; it must be a host name'),
        ("[server]\nport = 70000\n", "a whole number from 1 to 65535"),
        (
            'timezone = "Mars/Olympus"\n',
            'timezone is "Mars/Olympus"; it must be a time zone name',
        ),
        ('timezone = "../../etc/passwd"\n', "it must be a time zone name"),
        (
            'database = "mysql://root:hunter2@host/db"\n',
            'database is "mysql://root:***@host/db"; it must be sqlite:',
        ),
        ('database = "memory:"\n', 'database is "memory:"; it must be'),
        ("data = []\n", "data is a list; it must be a path"),
        ('rulebooks = "own.toml"\n', "rulebooks is"),
        ("[checkpoint]\nevery_s = 3\n", "there is no setting checkpoint. Did you mean checkpoints"),
        (
            "[checkpoints]\nevery_seconds = 3\n",
            "there is no setting checkpoints.every_seconds. Did you mean",
        ),
        ("port = 80\n", "there is no setting port. Did you mean server.port?"),
        ("server = 5\n", "server is a table. Write [server] on a line"),
        ("data = \n", "this is not TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_place_and_its_fix(
    tmp_path: Path, text: str, says: str
) -> None:
    (problem,) = problems(tmp_path, text)
    assert problem.startswith(f"{tmp_path / 'pitboss.toml'}: ")
    assert says in problem


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        '[server]\nport = 0\n[log]\nformat = "xml"\n',
        {"PITBOSS_LINKS_VERIFIERS": "many"},
    )
    assert len(found) == 3
    assert found[2] == (
        'PITBOSS_LINKS_VERIFIERS is "many"; it must be 1 or 2. Set PITBOSS_LINKS_VERIFIERS to '
        "1 or 2, or remove it."
    )


def test_a_file_that_is_not_there_or_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(
        BadConfig, match=r"nothing.toml: the settings file can't be read: No such file"
    ):
        load_config(tmp_path / "nothing.toml", environment={}, folder=tmp_path)
    (tmp_path / "pitboss.toml").write_bytes(b"\xff\xfe")
    (problem,) = problems(tmp_path)
    assert "this is not TOML" in problem


def test_a_variable_that_is_nearly_ours_is_pointed_out(tmp_path: Path) -> None:
    """A setting that is misspelt would be passed over in silence; a variable of another program
    must not stop us.
    """
    config = loaded(tmp_path, None, {"PITBOSS_DATABSE": "x", "PITBOSS_SOMETHING_ELSE": "y"})
    (text,) = config.warnings
    assert text == (
        "PITBOSS_DATABSE: there is no such setting, so it is not used. Did you mean "
        "PITBOSS_DATABASE?"
    )


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:secret@host:5432/db", "postgresql://ann:***@host:5432/db"),
        (
            "postgresql://host/db?user=ann&password=secret",
            "postgresql://host/db?user=ann&password=***",
        ),
        ("postgresql://ann@host/db", "postgresql://ann@host/db"),
        (
            "postgresql:///db?host=/run/pg&sslpassword=secret",
            "postgresql:///db?host=/run/pg&sslpassword=***",
        ),
        ("postgresql://[broken/db:secret@", "***"),
        ("sqlite:/data/pitboss.db", "sqlite:/data/pitboss.db"),
    ],
)
def test_a_password_is_never_shown(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_no_setting_shows_a_password(tmp_path: Path) -> None:
    config = loaded(tmp_path, None, {"PITBOSS_DATABASE": "postgresql://ann:secret@host/db"})
    assert all("secret" not in shown_value(config, setting.key) for setting in DESCRIBED)
    assert shown_value(config, "log.level") == '"info"'


def test_the_file_of_an_address() -> None:
    assert sqlite_path("sqlite:/a/b.db") == Path("/a/b.db")
    assert sqlite_path("b.db") == Path("b.db")
    assert sqlite_path("postgresql://host/db") is None
    assert sqlite_path("memory:") is None


# ── documentation ─────────────────────────────────────────────────────────────────────────────────


def test_the_example_says_what_is_so_anyway(tmp_path: Path) -> None:
    """Read as it is, it changes nothing; with every # taken away, it sets each setting to its
    default.
    """
    assert loaded(tmp_path, example()).settings == loaded(tmp_path).settings
    uncommented = "\n".join(
        line.removeprefix("# ")
        if " = " in line and line.startswith("# ") and "Allowed" not in line
        else line
        for line in example().splitlines()
    )
    found = tomllib.loads(uncommented)
    assert len(DESCRIBED) == sum(
        len(value) if isinstance(value, dict) else 1 for value in found.values()
    )
    config = loaded(tmp_path, uncommented)
    assert config.settings == loaded(tmp_path, "").settings
    assert set(config.sources.values()) == {str(tmp_path / "pitboss.toml")}


def test_every_setting_is_described_in_a_sentence() -> None:
    assert DESCRIBED
    for setting in DESCRIBED:
        assert setting.description.endswith("."), setting.key
        assert setting.allowed, setting.key
        assert setting.variable.startswith("PITBOSS_")


def test_the_page_is_made_from_the_settings() -> None:
    """Renew it with ``make docs``, and look at what has changed."""
    spec = importlib.util.spec_from_file_location(
        "configuration", ROOT / "tools" / "configuration.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.page() == (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")


# ── what the program says of its own work ─────────────────────────────────────────────────────────


@pytest.fixture
def logger() -> Iterator[logging.Logger]:
    """The program's logger, left as it was."""
    found = logging.getLogger("pitboss")
    before = (found.handlers[:], found.level, found.propagate)
    yield found
    found.handlers[:], found.level, found.propagate = before


def test_lines_for_people(logger: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(Log(level=LogLevel.WARNING))
    logging.getLogger("pitboss.checkpoints").info("not this")
    logging.getLogger("pitboss.checkpoints").warning("disk %s", "slow")
    assert capsys.readouterr().err.endswith(" WARNING pitboss.checkpoints: disk slow\n")


def test_lines_for_people_have_the_time_of_the_casino(logger: logging.Logger) -> None:
    start_logging(Log(), ZoneInfo("Asia/Singapore"))
    said = logging.makeLogRecord({"created": 1_700_000_000.5, "msg": "x", "name": "pitboss"})
    assert logger.handlers[0].format(said).startswith("2023-11-15 06:13:20 ")


def test_lines_for_a_collector(logger: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(Log(format=LogFormat.JSON))
    start_logging(Log(format=LogFormat.JSON))
    try:
        raise ValueError("boom")
    except ValueError:
        logger.exception("it broke")
    (line,) = capsys.readouterr().err.splitlines()
    found = json.loads(line)
    assert (found["level"], found["from"], found["message"]) == ("error", "pitboss", "it broke")
    assert "ValueError: boom" in found["error"]
    assert found["at"].endswith("Z")
