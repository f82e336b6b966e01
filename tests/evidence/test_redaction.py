"""A copy of a journal for outsiders: nobody is named, nothing is missing, what was signed fits."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.evidence import verify
from pitboss.evidence.folder import files_of, sealed, write_folder
from pitboss.evidence.proofs import NotSigned, Proof, rounds_on, written_row
from pitboss.evidence.redaction import UnreadableCopy, difference, redact
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal
from tests.evidence.bits import reseal
from tests.evidence.floors import KEY, PUBLIC, SHELF, STAFF, files_for, played

NAMES = re.compile(r"ann|bob|sue|dan|robot-[a-z-]+|T\d-player-\d")
"""Everybody on these floors."""


def quiet(_what: str, _done: int, _of: int) -> None:
    pass


def copied(journal: Journal, folder: Path) -> Proof:
    proof, _ = redact(journal, quiet)
    write_folder(sealed(files_of(proof, {}, {}, SHELF), KEY), folder)
    return proof


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys too."""
    if isinstance(value, dict):
        yield from value
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, str):
        yield value


def test_a_copy_of_a_random_floor_verifies_and_names_nobody(tmp_path: Path, seed: int) -> None:
    journal = played(seed, 500).journal
    copied(journal, tmp_path / "copy")
    said = verify.check(tmp_path / "copy", [PUBLIC])
    assert f"{journal.count()} events" in said, f"seed {seed}"
    lines = (tmp_path / "copy" / "events.jsonl").read_bytes().splitlines()
    rows = [json.loads(line) for line in lines]
    for row in rows:
        whole = {} if row["body"] is None else json.loads(row["body"])
        for text in texts([row, whole]):
            words = set(re.split(r"[^\w-]+", text))
            named = [word for word in words if NAMES.fullmatch(word)]
            assert not named, f"seed {seed}: position {row['position']}: {text}"
    assert b"$argon2id$" not in (tmp_path / "copy" / "events.jsonl").read_bytes()


def test_everybody_has_one_other_name_and_keeps_it() -> None:
    journal = played(4).journal
    proof, copy = redact(journal, quiet)
    other: dict[str, str] = {}
    for row, record in zip(proof.rows, journal.read_all(0, 1_000_000), strict=True):
        assert row["hash"] == record.hash.hex()
        if row["shown"] is not None:
            for name, pseudonym in renamed(json.loads(record.body), row["shown"]):
                assert other.setdefault(name, pseudonym) == pseudonym, name
    assert len(set(other.values())) == len(other) == len(copy.persons)
    assert {name for name, _ in STAFF} <= other.keys()


def renamed(before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """Names, and what stands in their place."""
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            yield from zip(before, after, strict=True)
        for one, two in zip(before.values(), after.values(), strict=True):
            yield from renamed(one, two)
    elif isinstance(before, list) and isinstance(after, list):
        for one, two in zip(before, after, strict=True):
            yield from renamed(one, two)
    elif before != after and after != "withheld":
        yield before, after


def test_evidence_of_a_round_opens_what_the_copy_is_bound_to(tmp_path: Path) -> None:
    floor = played(4)
    proof = copied(floor.journal, tmp_path / "copy")
    hashes = {row["position"]: row["hash"] for row in proof.rows}
    opened = files_for(floor.journal, floor.rounds[0])["events.jsonl"].splitlines()
    for line in opened:
        row = json.loads(line)
        assert hashes[row["position"]] == row["hash"]


def test_the_cards_of_rounds_that_are_on_are_covered() -> None:
    journal = played(4).journal
    stored = [written_row(record, told=False) for record in journal.read_all(0, 1_000_000)]
    on = set(rounds_on(row for row in stored if row["stream"].startswith("table/")))
    proof, _ = redact(journal, quiet)
    rounds: dict[str, str] = {}
    covered = 0
    for row in proof.rows:
        event = json.loads(row["body"] or "") if row["shown"] is None else row["shown"]
        if row["kind"] == "betting-opened/1":
            rounds[row["stream"]] = event["round"]
        if rounds.get(row["stream"]) in on and "cards" in event:
            assert event["cards"] == "withheld"
            covered += 1
    assert on
    assert covered


def changed(folder: Path, nth: int, **fields: object) -> None:
    """A row of a copy with other fields, by somebody who makes the manifest fit."""
    path = folder / "events.jsonl"
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    rows[nth] |= fields
    path.write_bytes(b"".join(verify.written(row, None) for row in rows))
    reseal(folder)


def rewritten(folder: Path, proof: Proof, keep: Callable[[str, int], bool]) -> None:
    """A copy without some records, and without the proofs of them."""
    rows = [row for row in proof.rows if keep(row["stream"], row["version"])]
    anchors = [one for one in proof.proof["anchors"] if keep(one["stream"], one["version"])]
    (folder / "events.jsonl").write_bytes(b"".join(verify.written(row, None) for row in rows))
    (folder / "proof.json").write_bytes(verify.written(proof.proof | {"anchors": anchors}))
    reseal(folder)


def wrong(folder: Path) -> str:
    with pytest.raises(verify.Wrong) as found:
        verify.check(folder, [PUBLIC])
    return str(found.value)


def test_no_record_can_be_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    proof = copied(played(4).journal, folder)
    signed = {(one["stream"], one["version"]) for one in proof.proof["anchors"]}
    places = [(row["stream"], row["version"]) for row in proof.rows]
    within = next(one for one in places if {one, (one[0], one[1] - 1)}.isdisjoint(signed))
    rewritten(folder, proof, lambda stream, version: (stream, version) != within)
    assert "nothing says what stands before it" in wrong(folder)
    after = next(one for one in places if (one[0], one[1] - 1) in signed and one not in signed)
    rewritten(folder, proof, lambda stream, version: (stream, version) != after)
    assert "nothing says what stands before it" in wrong(folder)
    rewritten(folder, proof, lambda stream, _: stream != "link/RWS")
    assert "a stream of the journal is missing" in wrong(folder)
    last = max(version for stream, version in signed if stream == "link/RWS")
    before = max(version for stream, version in signed if stream == "link/RWS" and version < last)
    rewritten(folder, proof, lambda stream, at: stream != "link/RWS" or at <= before)
    assert "a stream of the journal is missing, or the beginning or the end" in wrong(folder)


def test_a_signed_record_with_another_hash_is_found(tmp_path: Path) -> None:
    proof = copied(played(4).journal, tmp_path / "copy")
    anchor = proof.proof["anchors"][-1]
    nth = next(
        n
        for n, row in enumerate(proof.rows)
        if (row["stream"], row["version"]) == (anchor["stream"], anchor["version"])
    )
    changed(tmp_path / "copy", nth, hash="00" * 32)
    assert "not in its checkpoint" in wrong(tmp_path / "copy")


def test_who_may_see_the_journal_finds_out_a_dishonest_copy(tmp_path: Path) -> None:
    journal = played(4).journal
    proof = copied(journal, tmp_path / "copy")
    assert difference(journal, tmp_path / "copy", quiet) is None
    nth = next(n for n, row in enumerate(proof.rows) if row["kind"] == "raised/1")
    shown = proof.rows[nth]["shown"] | {"amount": 1}
    changed(tmp_path / "copy", nth, shown=shown)
    verify.check(tmp_path / "copy", [PUBLIC])
    found = difference(journal, tmp_path / "copy", quiet)
    assert found is not None
    assert found.endswith(f"at position {proof.rows[nth]['position']}")
    with pytest.raises(UnreadableCopy, match="holds no redacted copy"):
        difference(journal, tmp_path, quiet)


def test_the_copy_goes_up_to_the_last_checkpoint() -> None:
    with pytest.raises(NotSigned, match="run 'pitboss checkpoint'"):
        redact(MemoryJournal(), quiet)
    journal = played(4).journal
    with pytest.raises(NotSigned, match="has no checkpoint 9999"):
        redact(journal, quiet, 9_999)
    early, _ = redact(journal, quiet, 3)
    assert early.rows[-1]["position"] <= early.proof["checkpoints"][-1]["position"]
    assert len(early.proof["checkpoints"]) == 3
