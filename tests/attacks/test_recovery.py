"""The way back in for an administrator: on the machine itself, once, and on record."""

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from typer.testing import CliRunner

from pitboss.audit import audit
from pitboss.casino.codec import read_event
from pitboss.cli.app import app
from pitboss.journal.address import open_journal
from pitboss.people.events import AdministratorRecovered
from pitboss.people.roles import Role
from pitboss.web.auth import recovery
from pitboss.web.auth.recovery import os_user
from tests.web.service import PASSWORD, House

GIVEN = re.compile(r"^    ([a-z2-9]{5}(?:-[a-z2-9]{5}){3})$", re.MULTILINE)
WHY = "The only administrator has left."


def recover(database: str, *arguments: str, code: int = 0) -> str:
    """What the command says."""
    line = ["recover-administrator", "--database", database, *arguments]
    found = CliRunner().invoke(app, line)
    assert found.exit_code == code, found.output
    return found.stdout if code == 0 else found.stderr


def recover_apart(database: str, *arguments: str) -> str:
    """The same as a process of its own, as somebody at the machine runs it."""
    line = [sys.executable, "-m", "pitboss", "recover-administrator", "--database", database]
    found = subprocess.run([*line, *arguments], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in every house of the tests; a process of its own hashes them as it should."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(recovery, "HASHER", quick)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A house with two administrators, neither of whom has a password, one of them disabled."""
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "pitboss.db"
    with House(path, furnished=False) as house:
        root = house.person(Role.ADMINISTRATOR)
        house.person(Role.ADMINISTRATOR, "gone")
        house.person(Role.DEALER)
        assert root.post("/api/people/gone/disable").status_code == 200
    return path


def events(path: Path) -> list[AdministratorRecovered]:
    with closing(open_journal(f"sqlite:{path}", read_only=True)) as journal:
        found = map(read_event, journal.read("people"))
        return [event for event in found if isinstance(event, AdministratorRecovered)]


def test_the_password_that_is_printed_is_good_for_one_sign_in(database: Path) -> None:
    said = recover_apart(str(database), "--reason", WHY)
    assert said.startswith(
        "root can sign in once with this password, and must then choose another:"
    )
    password = GIVEN.findall(said)[0]
    with House(database, furnished=False) as house:
        root = house.nobody()
        me = root.sign_in("root", password).json()
        assert (me["role"], me["password_change_needed"]) == ("administrator", True)
        assert root.get("/api/people").status_code == 403
        again = house.nobody().sign_in("root", password)
        assert again.json()["code"] == "first-password-used"
        own = root.post("/api/password", {"old": password, "new": PASSWORD})
        assert own.status_code == 200
        listed = root.json("/api/people")
    (found,) = listed["recoveries"]
    assert (found["name"], found["reason"], found["os_user"]) == ("root", WHY, os_user())


def test_it_is_on_record_and_the_audit_counts_it(database: Path) -> None:
    password = GIVEN.findall(recover(str(database), "--name", "root", "--reason", f"  {WHY} "))[0]
    (event,) = events(database)
    assert (event.by, event.name, event.reason, event.os_user) == (
        "pitboss",
        "root",
        WHY,
        os_user(),
    )
    assert password not in event.password
    with closing(open_journal(f"sqlite:{database}", read_only=True)) as journal:
        report = audit(journal)
    assert report.content
    assert report.counts.recoveries == 1


def test_whoever_was_signed_in_under_the_name_is_signed_out(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    with House(path, furnished=False) as house:
        token = house.person(Role.ADMINISTRATOR).token
    recover(str(path), "--reason", WHY)
    with House(path, furnished=False) as house:
        assert token is not None
        assert house.with_token(token).name is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--name", "gone"), "gone is not an enabled administrator; these are: root"),
        (("--name", "dana"), "dana is not an enabled administrator; these are: root"),
        (("--name", "new"), "new is not an enabled administrator; these are: root"),
        (("--reason", "  "), "Say why it is needed: the reason stays on record (--reason)"),
        (("--reason", "a\nb"), "The reason can't be recorded"),
        (("--reason", "x" * 501), "The reason can't be recorded"),
    ],
)
def test_what_can_not_be_done_changes_nothing(
    database: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    why = () if "--reason" in arguments else ("--reason", WHY)
    assert sentence in recover(str(database), *arguments, *why, code=2)
    assert events(database) == []


def test_without_a_reason_there_is_no_way_back(database: Path) -> None:
    assert "--reason" in recover(str(database), code=2)
    assert events(database) == []


def test_of_two_one_must_be_named(database: Path) -> None:
    with House(database, furnished=False) as house:
        house.person(Role.ADMINISTRATOR, "second")
    said = recover(str(database), "--reason", WHY, code=2)
    assert "There are several administrators: root, second. Name one of them (--name)" in said


def test_where_none_is_left_a_new_one_is_made(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    with House(path, furnished=False) as house:
        house.person(Role.DEALER)
    assert "name a new one (--name)" in recover(str(path), "--reason", WHY, code=2)
    assert "dana already works here as dealer and stays so" in recover(
        str(path), "--reason", WHY, "--name", "dana", code=2
    )
    assert "can't be the name" in recover(str(path), "--reason", WHY, "--name", "Dana", code=2)
    assert "can't be the name" in recover(str(path), "--reason", WHY, "--name", "a\x1bb", code=2)
    password = GIVEN.findall(recover(str(path), "--reason", WHY, "--name", "new"))[0]
    with House(path, furnished=False) as house:
        browser = house.nobody()
        assert browser.sign_in("new", password).json()["role"] == "administrator"
        assert house.service.guard.setup_token is None


def test_a_demonstration_needs_none(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    with House(path, furnished=False, demo=True) as house:
        assert house.service.guard.start_demo()
    said = recover(str(path), "--reason", WHY, code=2)
    assert "This is a demonstration" in said


def test_a_journal_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert "there is no journal at" in recover(str(tmp_path / "none.db"), "--reason", WHY, code=2)
    assert list(tmp_path.iterdir()) == []


def test_beside_a_server_on_sqlite_it_says_what_to_do(database: Path) -> None:
    with House(database, furnished=False):
        said = recover(str(database), "--reason", WHY, code=2)
    assert re.search(r"another process \(number \d+\) writes to .*\. Stop it first", said)
    assert "start the server again" in said
    assert events(database) == []
