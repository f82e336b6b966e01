"""Single bits of a stored journal: every one that is changed is found."""

from collections import Counter
from pathlib import Path

from tests.audit.bits import Bytes, Rows, flipped


def test_how_a_bit_is_flipped() -> None:
    assert flipped(5, 1) == 7
    assert flipped(7, 63) == 7 - (1 << 63)
    assert flipped(7 - (1 << 63), 63) == 7
    assert flipped("ab", 8) == b"ac"
    assert flipped(b"\x00\x80", 15) == b"\x00\x00"


def test_single_bits_of_rows_are_found(tmp_path: Path, seed: int) -> None:
    rows = Rows(tmp_path / "j.db", seed)
    columns: Counter[tuple[str, str]] = Counter()
    for flip, found in rows.flips(300):
        assert found, f"seed {seed}: {flip} was not noticed"
        columns[flip.table, flip.column] += 1
    rows.close()
    assert len(columns) > 10, f"seed {seed}"


def test_single_bits_of_the_file_are_found_or_say_nothing(tmp_path: Path, seed: int) -> None:
    outcomes: Counter[str] = Counter()
    for at, bit, outcome in Bytes(tmp_path / "j.db", seed).flips(100):
        assert outcome != "missed", f"seed {seed}: bit {bit} of byte {at} was not noticed"
        outcomes[outcome] += 1
    assert outcomes["found"] > 30, f"seed {seed}: {outcomes}"
