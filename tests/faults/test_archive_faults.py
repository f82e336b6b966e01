"""Faults while a segment is sealed: nothing lost, nothing twice. ``make faults`` makes more."""

from collections import Counter

from tests.faults import archive_faults


def test_power_cuts_while_a_segment_is_sealed(seed: int) -> None:
    counts = sum((archive_faults.cut_life(seed, number, 6) for number in range(2)), Counter[str]())
    assert counts["cuts"] == 12
    assert counts["cut while sealing"] > 3, counts
    assert counts["segments"] > 0, counts


def test_a_disk_that_fails_while_a_segment_is_sealed(seed: int) -> None:
    counts = sum(
        (archive_faults.error_life(seed, number, 4) for number in range(2)), Counter[str]()
    )
    assert counts["bad times"] == 8
    assert counts["failed while sealing"] > 0, counts


def test_a_process_that_is_killed_while_it_seals(seed: int) -> None:
    counts = sum((archive_faults.kill_life(seed, number, 6) for number in range(2)), Counter[str]())
    assert counts["kills"] == 12
    assert counts["killed while sealing"] > 2, counts
