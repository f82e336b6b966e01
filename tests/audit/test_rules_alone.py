"""A journal alone, on a machine that has the program and not one of its rulebooks any more."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pitboss
from pitboss.journal.address import open_journal
from tests.casino.floor import Floor
from tests.support import MS


def test_a_journal_alone_is_found_right_where_every_rulebook_is_gone(tmp_path: Path) -> None:
    played = tmp_path / "played.db"
    floor = Floor(open_journal(f"sqlite:{played}"))
    table = floor.table("t1", MS, link=None, **{"progressive-bet": None})
    for _ in range(2):
        table.bet(ann=(1, {"ante": "25"}))
        table.play_on()
        table.finish()
    floor.casino.close()

    install = tmp_path / "machine"
    shutil.copytree(
        Path(pitboss.__file__).parent,
        install / "pitboss",
        ignore=shutil.ignore_patterns("__pycache__", "pages", "*-[0-9].toml", "clauses.csv"),
    )
    assert not list(install.rglob("rws-*.toml"))
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(played, alone / "journal.db")
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "audit", "--database", "journal.db"],
        cwd=alone,
        env={**os.environ, "PYTHONPATH": str(install), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
