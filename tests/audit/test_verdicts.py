"""An audit that goes on from a signed verdict comes to what one from the first record comes to; a
verdict that can't be believed is named, and never is.
"""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from pitboss.audit.report import AuditReport, KeyChange
from pitboss.audit.run import WantedAudit, audit_as
from pitboss.audit.runs.verdict import (
    AuditVerdict,
    BadVerdict,
    as_file,
    check_program,
    packed,
    read_verdict,
    signed,
    unpacked,
)
from pitboss.journal import checkpoints as checkpoints_made
from pitboss.journal.port import Checkpoint, Head, Record
from tests.audit.tampering import edited, hashed_again, journal_of
from tests.audit.test_checkpoints import KEY, OTHER_KEY, PUBLIC
from tests.audit.verdicts import PROGRAM, floor, verdict_of

replace = msgspec.structs.replace
Floor = tuple[list[Record], list[Checkpoint]]


@pytest.fixture(scope="module")
def played() -> Floor:
    return floor(6)


@pytest.fixture(scope="module")
def verdict(played: Floor) -> AuditVerdict:
    return verdict_of(*played)


def went_on(
    records: Sequence[Record],
    checkpoints: Sequence[Checkpoint],
    verdict: AuditVerdict,
    reread: bool = False,
) -> AuditReport:
    wanted = WantedAudit(verdict=verdict, witness=verdict, reread=reread)
    return audit_as(journal_of(records, checkpoints), wanted).report


def in_full(records: Sequence[Record], checkpoints: Sequence[Checkpoint]) -> AuditReport:
    return audit_as(journal_of(records, checkpoints), WantedAudit()).report


@pytest.mark.parametrize("seed", [6, 21])
def test_it_comes_to_the_same_as_one_from_the_first_record(seed: int) -> None:
    records, checkpoints = floor(seed)
    verdict = verdict_of(records, checkpoints)
    full = in_full(records, checkpoints)
    later = went_on(records, checkpoints, verdict)
    assert later.begun is not None
    assert later.begun.position == checkpoints[-1].position < full.last_position
    assert replace(later, begun=None) == replace(full, decided=None)
    again = went_on(records, checkpoints, verdict, reread=True)
    assert replace(again, begun=None) == replace(full, decided=None)
    # What is kept by an audit that went on is what one from the start keeps.
    journal = journal_of(records, [*checkpoints, signed_at_end(records, checkpoints)])
    kept = [audit_as(journal, WantedAudit(keep=True, verdict=one)).kept for one in (None, verdict)]
    assert kept[0] is not None
    assert kept[0] == kept[1]


def signed_at_end(records: Sequence[Record], checkpoints: Sequence[Checkpoint]) -> Checkpoint:
    heads = {record.stream: Head(record.version, record.hash) for record in records}
    return checkpoints_made.build(
        heads, position=records[-1].position, at_ms=9, last=checkpoints[-1], key=KEY
    )


def tampered(records: Sequence[Record], random: Random, among: Sequence[Record]) -> list[Record]:
    """A number or a name in one event is another, and all hashes fit again."""

    def change(event: dict[str, object]) -> None:
        for field, value in event.items():
            if field != "event" and isinstance(value, int) and not isinstance(value, bool):
                event[field] = value + 1
                return
        event["event"] = "folded/1"

    at = random.choice(among)
    return hashed_again([edited(one, change) if one is at else one for one in records])


def test_tampering_behind_the_checkpoint_is_told_in_the_same_words(
    played: Floor, verdict: AuditVerdict
) -> None:
    records, checkpoints = played
    random = Random(1)
    behind = [one for one in records if one.position > verdict.position]
    found = 0
    for _ in range(6):
        bad = tampered(records, random, behind)
        full, later = in_full(bad, checkpoints), went_on(bad, checkpoints, verdict)
        assert later.problem == full.problem
        assert replace(later, begun=None) == replace(full, decided=None)
        found += full.problem is not None
    assert found > 3


def test_tampering_before_the_checkpoint(played: Floor, verdict: AuditVerdict) -> None:
    records, checkpoints = played
    random = Random(2)
    before = [one for one in records if one.position <= verdict.position]
    for _ in range(3):
        # With all hashes computed again the ends of streams are not those that were signed.
        bad = tampered(records, random, before)
        assert in_full(bad, checkpoints).problem is not None
        assert went_on(bad, checkpoints, verdict).problem is not None
        # In its place alone, it is seen by whoever reads it: that is what --reread is for.
        at = random.choice(before)
        bad = [replace(one, at_ms=one.at_ms + 1) if one is at else one for one in records]
        full, again = in_full(bad, checkpoints), went_on(bad, checkpoints, verdict, reread=True)
        assert full.problem is not None
        assert again.problem == full.problem
        assert went_on(bad, checkpoints, verdict).begun is not None


def test_a_journal_that_was_rolled_back(played: Floor, verdict: AuditVerdict) -> None:
    records, checkpoints = played
    cut = [one for one in records if one.position <= checkpoints[0].position]
    assert in_full(cut, checkpoints[:1]).content, "by itself nobody can tell"
    for kept in (checkpoints[:1], []):
        journal = journal_of(cut, kept)
        for wanted in (
            WantedAudit(verdict=verdict, witness=verdict, house=PUBLIC),
            WantedAudit(witness=verdict, house=PUBLIC),
        ):
            problem = audit_as(journal, wanted).report.problem
            assert problem is not None
            assert problem.what == (
                "the journal has been cut short or written anew: it was audited up to checkpoint 2"
            )
            assert problem.found == "no such checkpoint"
    # A record less than the checkpoint names, with the checkpoint left as it is.
    short = [one for one in records if one.position < checkpoints[1].position]
    assert went_on(short, checkpoints, verdict).problem is not None


# ── what is not believed ──────────────────────────────────────────────────────────────────────────


def test_a_damaged_one_is_noticed_at_every_byte(verdict: AuditVerdict) -> None:
    content = as_file(verdict)
    assert read_verdict(content) == verdict
    for at in range(0, len(content), 211):
        for bit in (1, 64):
            bad = bytearray(content)
            bad[at] ^= bit
            with pytest.raises(BadVerdict):
                read_verdict(bytes(bad))
    for cut in (b"", content[:-1], content[:100], content + b"\n", b"null\n", b"[]\n"):
        with pytest.raises(BadVerdict):
            read_verdict(cut)


def test_one_with_another_field_has_no_signature(verdict: AuditVerdict) -> None:
    other: dict[str, object] = {
        field: value + 1
        for field in AuditVerdict.__struct_fields__
        if isinstance(value := getattr(verdict, field), int)
    }
    other |= dict.fromkeys(("form", "journal", "name", "key", "signature"), "00" * 32)
    change = KeyChange(position=1, at_ms=1, by="x", before="", after="", confirmed=True)
    other |= {
        "program": replace(PROGRAM, version="0"),
        "seen": (),
        "key_changes": (change,),
        "books": verdict.books[:-1],
    }
    assert set(other) == set(AuditVerdict.__struct_fields__)
    for field, value in other.items():
        with pytest.raises(BadVerdict):
            read_verdict(as_file(replace(verdict, **{field: value})))


def test_one_of_another_program(verdict: AuditVerdict) -> None:
    check_program(verdict, PROGRAM)
    for other, because in (
        (replace(PROGRAM, version="0.9"), "another program"),
        (replace(PROGRAM, hash="cd" * 32), "another program"),
        (replace(PROGRAM, games={"x": "x 1"}), "other games"),
        (replace(PROGRAM, rulebooks={"mine": "00"}), "own rulebook files"),
    ):
        with pytest.raises(BadVerdict, match=because):
            check_program(verdict, other)


def ignored(played: Floor, verdict: AuditVerdict) -> str:
    """Why a verdict is not believed; everything is audited then, and fits."""
    report = went_on(*played, verdict)
    assert report.begun is None
    assert replace(report, ignored=()) == in_full(*played)
    return report.ignored[0]


def test_a_forged_one_is_ignored(played: Floor, verdict: AuditVerdict) -> None:
    theirs = OTHER_KEY.public_key().public_bytes_raw().hex()
    forged = signed(replace(verdict, key=theirs), OTHER_KEY.sign)
    assert read_verdict(as_file(forged)) == forged, "by itself it looks right"
    assert "does not sign this journal" in ignored(played, forged)


def test_a_foreign_one_is_ignored(played: Floor, verdict: AuditVerdict) -> None:
    foreign = signed(replace(verdict, journal="00" * 32), KEY.sign)
    assert ignored(played, foreign).endswith("it is of another journal")


def test_one_before_which_another_key_signed(played: Floor, verdict: AuditVerdict) -> None:
    other = signed(replace(verdict, seen=("00" * 32,)), KEY.sign)
    journal = journal_of(*played)
    report = audit_as(journal, WantedAudit(verdict=other, keys=[PUBLIC])).report
    assert report.begun is None
    assert "none of those given" in report.ignored[0]


def test_books_that_are_none(played: Floor, verdict: AuditVerdict) -> None:
    kept = unpacked(verdict)
    table = next(iter(kept.tables))
    for bad in (
        replace(kept, tables={table: ["named", "os:system", "true"]}),
        replace(kept, tables={table: ["struct", "pathlib:Path", {}]}),
        replace(kept, tables={table: ["book", "pitboss.audit.report:nothing", {}]}),
        replace(kept, tables={table: ["call", "x"]}),
        replace(kept, shared={}),
    ):
        assert "is ignored" in ignored(
            played, signed(replace(verdict, books=packed(bad)), KEY.sign)
        )
    garbage = signed(replace(verdict, books=b"garbage"), KEY.sign)
    assert "its books can't be read" in ignored(played, garbage)


# ── by date ───────────────────────────────────────────────────────────────────────────────────────


def test_up_to_a_time(played: Floor, verdict: AuditVerdict) -> None:
    records, checkpoints = played
    at = records[len(records) * 4 // 5].at_ms
    journal = journal_of(records, checkpoints)
    for begin in (None, verdict):
        report = audit_as(journal, WantedAudit(until_ms=at, verdict=begin)).report
        assert report.problem is None
        assert report.counts.records == sum(one.at_ms < at for one in records)
    assert audit_as(journal, WantedAudit(until_ms=at, keep=True)).kept is None
