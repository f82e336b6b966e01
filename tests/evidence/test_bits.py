"""Single bits of a folder of evidence: every one that is changed is found. ``make evidence`` flips
10,000.
"""

import os
from collections import Counter
from pathlib import Path
from random import Random

from tests.evidence.bits import flips, forgeries, is_found
from tests.evidence.floors import DAY, folder_of, played

FLIPS = int(os.environ.get("PITBOSS_EVIDENCE_FLIPS", "300"))


def test_single_bits_of_any_file_are_found(tmp_path: Path, seed: int) -> None:
    random, floor = Random(seed), played(seed, 400)
    files: Counter[str] = Counter()
    names = [*random.sample(floor.rounds, min(2, len(floor.rounds))), "ann", DAY]
    for name in names:
        folder = folder_of(floor.journal, name, tmp_path / "folder")
        assert not is_found(folder), f"seed {seed}: {name}"
        for flip, found in flips(folder, random, FLIPS // len(names)):
            assert found, f"seed {seed}: {flip} of {name} was not noticed"
            files[flip.file] += 1
        assert not is_found(folder), f"seed {seed}: {name}"
    assert len(files) >= 6, f"seed {seed}: {files}"


def test_single_bits_of_what_was_signed_are_found_where_the_manifest_is_made_to_fit(
    tmp_path: Path, seed: int
) -> None:
    random, floor = Random(seed), played(seed, 400)
    files: Counter[str] = Counter()
    name = random.choice(floor.rounds)
    folder = folder_of(floor.journal, name, tmp_path / "folder")
    for flip, found in forgeries(folder, random, FLIPS // 4):
        assert found, f"seed {seed}: {flip} of {name} was not noticed"
        files[flip.file] += 1
    assert not is_found(folder)
    assert len(files) >= 5, f"seed {seed}: {files}"
