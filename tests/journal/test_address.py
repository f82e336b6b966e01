"""A journal by its address."""

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.journal.address import open_journal
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import NotAJournal, Unavailable
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.journal.units import one


def test_memory() -> None:
    journal = open_journal("memory:")
    assert isinstance(journal, MemoryJournal)
    journal.append([one("c1", "a", 0)])


def test_there_is_nothing_to_read_in_new_memory() -> None:
    with pytest.raises(NotAJournal, match="begins empty"):
        open_journal("memory:", read_only=True)


@pytest.mark.parametrize("prefix", ["", "sqlite:"])
def test_a_path_with_or_without_its_kind(tmp_path: Path, prefix: str) -> None:
    path = tmp_path / "with space & ümlaut?.db"
    journal = open_journal(f"{prefix}{path}")
    assert isinstance(journal, SqliteJournal)
    journal.append([one("c1", "a", 0)])
    reader = open_journal(f"{prefix}{path}", read_only=True)
    assert reader.count() == 1
    reader.close()
    journal.close()
    assert path.exists()


def test_a_path_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_journal("journal.db").close()
    assert (tmp_path / "journal.db").exists()


@pytest.mark.parametrize("url", ["", "sqlite:"])
def test_an_address_without_a_file_is_refused(url: str) -> None:
    with pytest.raises(NotAJournal, match=r"names no file\. Write sqlite:PATH"):
        open_journal(url)


@pytest.mark.parametrize(
    "url", ["mysql://u:very-secret@host/x", "memory:somewhere", "https://host/x"]
)
def test_another_kind_of_address_is_refused_with_those_there_are(url: str) -> None:
    with pytest.raises(
        NotAJournal, match=r"is not the address of a journal\. Write sqlite:PATH .*memory:"
    ) as caught:
        open_journal(url)
    assert "very-secret" not in str(caught.value)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_an_address_of_postgresql(scheme: str) -> None:
    with pytest.raises(
        Unavailable, match=r"PostgreSQL journal x at 127\.0\.0\.1:1 can't be reached"
    ):
        open_journal(f"{scheme}://u@127.0.0.1:1/x")


def test_nobody_waits_for_a_driver_that_he_does_not_use() -> None:
    script = (
        "import sys; from pitboss.journal.address import open_journal; open_journal('memory:');"
        "sys.exit(bool({'apsw', 'psycopg', 'cryptography'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
