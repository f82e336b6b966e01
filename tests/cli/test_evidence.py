"""``pitboss evidence``: what it writes, and what it says where it can't."""

import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.evidence.folder import verifier
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.casino.floor import Floor
from tests.cli.journals import Shell
from tests.evidence.authority import StampingAuthority
from tests.reports.test_reports import NOON_MS, pair_of_queens, royal
from tests.support import CS, MS


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A journal with a pair of queens and a royal flush at t1, and a virtual round at t2 that is
    on.
    """
    with closing(SqliteJournal(tmp_path / "floor.db")) as journal:
        floor = Floor(journal)
        floor.clock.now_ms = NOON_MS
        mega = floor.link("mega", rate_bp=1_000)
        table = floor.table("t1", MS)
        pair_of_queens(table)
        table.do("conclude")
        royal(table)
        mega.verify(*mega.claims)
        table.finish()
        other = floor.table("t2", CS, dealing="shuffler", cards="virtual")
        other.bet(bob=(1, {"ante": "25"}))
    found = Shell(tmp_path, monkeypatch)
    monkeypatch.setenv("PITBOSS_DATABASE", str(tmp_path / "floor.db"))
    return found


def checked(folder: Path, *key: str) -> str:
    """What the program in a folder says, which must be content."""
    command = [sys.executable, "-I", str(folder / "verify.py"), str(folder), *key]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_not_signed_is_asked_for_and_then_signed_by_itself(shell: Shell) -> None:
    assert "run 'pitboss checkpoint', then this again" in shell.refused("evidence", "t1-1")
    key = shell.said("checkpoint").splitlines()[-1].rpartition(" ")[2]
    said = shell.said("evidence", "t1-1", "--no-pdf")
    assert "To check it: python3 evidence-t1-1/verify.py" in said
    assert "round t1-1: everything fits." in checked(shell.folder / "evidence-t1-1", key)


def test_a_claim_in_one_file(shell: Shell) -> None:
    shell.said("checkpoint")
    shell.said("evidence", "t1-2/1", "--zip", "--no-pdf", "--to", "claim.zip")
    zipfile.ZipFile("claim.zip").extractall(shell.folder)
    assert "claim t1-2/1: everything fits." in checked(shell.folder / "claim")
    page = (shell.folder / "claim" / "page.html").read_text(encoding="utf-8")
    assert 'data-figure="t1-2/1/award">' in page
    assert "claims all of the jackpot for a royal flush" in page
    assert "<h2>Clauses of rws-multilink-stud-3, in words</h2>" in page


def test_a_person_and_a_day(shell: Shell) -> None:
    shell.said("checkpoint")
    shell.said("evidence", "ann", "--no-pdf")
    assert "person ann: everything fits." in checked(shell.folder / "evidence-ann")
    shell.said("evidence", "2026-03-01", "--no-pdf", "--tz", "Asia/Singapore")
    said = checked(shell.folder / "evidence-2026-03-01")
    assert "day 2026-03-01 Asia/Singapore: everything fits." in said


def test_without_the_key_the_seal_is_not_signed(shell: Shell) -> None:
    shell.said("checkpoint")
    (key,) = (shell.folder / "pitboss-data").glob("*.key")
    key.unlink()
    said = shell.said("evidence", "t1-1", "--no-pdf")
    assert "Its seal is not signed, because the journal's signing key is not here." in said
    assert "everything fits" in checked(shell.folder / "evidence-t1-1")


def test_a_stamped_folder(shell: Shell, tmp_path: Path) -> None:
    shell.said("checkpoint")
    authority = StampingAuthority(tmp_path / "authority")
    with authority.serving() as url:
        stamp = ("--timestamp", url, "--timestamp-ca", str(authority.ca))
        shell.said("evidence", "t1-1", "--no-pdf", *stamp)
        other = ("--timestamp", url.replace("/tsa", "/no"), "--to", "other")
        assert "refused a time-stamp" in shell.refused("evidence", "t1-1", "--no-pdf", *other)
    folder = shell.folder / "evidence-t1-1"
    assert "everything fits" in checked(folder)
    data = ("-data", str(folder / "manifest.json"), "-in", str(folder / "timestamp.tsr"))
    command = ["openssl", "ts", "-verify", *data, "-CAfile", str(authority.ca)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("t2-1",), "round t2-1 is still on"),
        (("t1-9",), "the rounds of t1 are t1-1 to t1-2"),
        (("nobody",), "Nor is 'nobody' a claim"),
        (("t1-1", "--as", "claim"), "there is no claim 't1-1'"),
        (("t1-1", "--as", "hand"), "--as takes round, claim, person, day"),
        (("t1-1", "--to", "."), ". already exists"),
        ((), "name a round, a claim, a person or a day"),
    ],
)
def test_what_there_is_no_evidence_of(shell: Shell, arguments: tuple[str, ...], says: str) -> None:
    shell.said("checkpoint")
    assert says in " ".join(shell.refused("evidence", *arguments).split())


def test_the_verifier_alone(shell: Shell) -> None:
    assert shell.said("evidence", "--verifier") == verifier().decode()


def test_a_copy_for_outsiders(shell: Shell) -> None:
    assert "nothing in" in shell.refused("redact", "copy")
    shell.said("checkpoint")
    said = shell.said("redact", "copy")
    assert "people have been given other names." in said
    assert "records have command ids that could be guessed" in said
    assert "journal up to checkpoint" in checked(shell.folder / "copy")
    assert "copy is a faithful copy of" in shell.said("redact", "copy", "--compare")
    assert "copy already exists" in shell.refused("redact", "copy")
    assert "holds no redacted copy" in shell.refused("redact", "nowhere", "--compare")
    events = shell.folder / "copy" / "events.jsonl"
    events.write_bytes(events.read_bytes().replace(b'"amount":2500', b'"amount":9900', 1))
    assert "differs from" in shell.said("redact", "copy", "--compare", code=1)
