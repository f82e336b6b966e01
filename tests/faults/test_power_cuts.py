"""Power cuts: what was acknowledged is on the disk. ``make faults`` makes 10,000 of them."""

from collections import Counter
from pathlib import Path
from random import Random

import apsw
import pytest

from tests.faults import cuts
from tests.faults.checks import AcknowledgedLost
from tests.faults.disk import Disk

LIVES, CUTS = 5, 10

SEED_WITH_TEETH = 1
"""Found by trying; any other that was tried does it too."""


def test_fifty_power_cuts_lose_nothing_that_was_acknowledged(seed: int) -> None:
    counts = sum((cuts.life(seed, number, CUTS) for number in range(LIVES)), start=Counter[str]())
    assert counts["cuts"] == 50
    assert counts["acknowledged"] > 200, counts
    assert counts["awards"] > 0, counts


def test_the_suite_has_teeth_without_a_sync_at_each_commit_it_finds_what_was_lost() -> None:
    for number in range(LIVES):
        try:
            cuts.life(SEED_WITH_TEETH, number, CUTS, synchronous="NORMAL")
        except AcknowledgedLost:
            return
    pytest.fail(f"{LIVES * CUTS} power cuts, and nobody noticed that commits were not synced")


def test_the_same_seed_that_has_teeth_loses_nothing_with_a_sync_at_each_commit() -> None:
    # The life in which the test above finds its loss; that it is the sync that matters shows only
    # with the same steps.
    assert cuts.life(SEED_WITH_TEETH, 0, CUTS, synchronous="FULL")["cuts"] == CUTS


# ── the disk itself ───────────────────────────────────────────────────────────────────────────────


def disk_with_a_table(folder: Path, seed: int) -> tuple[Disk, apsw.Connection]:
    (folder / "before").mkdir()
    disk = Disk(folder / "before", Random(seed))
    connection = apsw.Connection(str(disk.folder / "t.db"), vfs=disk.vfs)
    connection.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n)"
    ).fetchall()
    return disk, connection


def rows_after_a_cut(disk: Disk, connection: apsw.Connection, folder: Path) -> list[int]:
    disk.cut()
    connection.close()
    disk.power_on(folder / "after")
    disk.close()
    after = apsw.Connection(str(disk.folder / "t.db"))
    try:
        assert after.execute("PRAGMA integrity_check").get == "ok"
        return [n for (n,) in after.execute("SELECT n FROM t ORDER BY n")]
    finally:
        after.close()


@pytest.mark.parametrize("seed", range(20))
def test_what_was_synced_outlives_a_cut(tmp_path: Path, seed: int) -> None:
    disk, connection = disk_with_a_table(tmp_path, seed)
    for n in range(5):
        connection.execute("INSERT INTO t VALUES (?)", (n,))
    assert rows_after_a_cut(disk, connection, tmp_path) == [0, 1, 2, 3, 4]


def test_of_what_was_not_synced_any_part_may_be_left(tmp_path: Path) -> None:
    left = set()
    for seed in range(20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        disk, connection = disk_with_a_table(folder, seed)
        connection.execute("PRAGMA synchronous = NORMAL")
        for n in range(3):
            connection.execute("INSERT INTO t VALUES (?)", (n,))
        rows = rows_after_a_cut(disk, connection, folder)
        assert rows == list(range(len(rows)))
        left.add(len(rows))
    assert left >= {0, 3}
