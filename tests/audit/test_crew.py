"""Several processes share an audit: they come to what one does, and tell it in the same words."""

from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from pitboss.audit import run
from pitboss.audit.chain import Chain, SeenIds
from pitboss.audit.floor import NotAlone
from pitboss.audit.report import Misfit
from pitboss.audit.run import WantedAudit, audit_as
from pitboss.audit.runs.crew import ShareTask, follow_share
from pitboss.audit.runs.one_pass import BEFORE_ALL, Pass
from pitboss.audit.runs.share import AuditShare, shares
from pitboss.journal.port import Checkpoint, Record
from tests.audit.tampering import journal_of
from tests.audit.test_verdicts import tampered
from tests.audit.verdicts import floor, verdict_of

Floor = tuple[list[Record], list[Checkpoint]]


@pytest.fixture(scope="module")
def played() -> Floor:
    return floor(6)


def test_two_processes_come_to_what_one_does(
    played: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "WORTH_SHARING", 1)
    journal, again = journal_of(*played), partial(journal_of, *played)
    alone = audit_as(journal, WantedAudit(keep=True))
    assert alone.report.content
    helped = audit_as(journal, WantedAudit(keep=True, workers=2, reopen=again))
    assert helped == alone
    verdict = verdict_of(*played)
    later = audit_as(journal, WantedAudit(verdict=verdict))
    assert later == audit_as(journal, WantedAudit(verdict=verdict, workers=2, reopen=again))


def test_what_one_of_them_finds_is_told_as_one_alone_tells_it(
    played: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "WORTH_SHARING", 1)
    records, checkpoints = played
    bad = tampered(records, Random(3), records)
    journal, again = journal_of(bad, checkpoints), partial(journal_of, bad, checkpoints)
    alone = audit_as(journal, WantedAudit())
    assert not alone.report.content
    assert audit_as(journal, WantedAudit(workers=2, reopen=again)) == alone


def some_share_finds(records: Sequence[Record]) -> bool:
    """Whether a process finds something, or says that it can't judge; in this one, in turn."""
    journal = journal_of(records)
    lengths = {
        stream.removeprefix("table/"): head.version
        for stream, head in journal.heads().items()
        if stream.startswith("table/")
    }
    last, total = journal.last_position(), 0
    first, *others = shares(lengths, 3)
    chain = Chain(SeenIds(len(records), journal.find_command))
    way = Pass(journal, first, {}, chain)
    try:
        way.read(BEFORE_ALL, last)
        for share in others:
            task = ShareTask(share, {}, BEFORE_ALL, last, None, None, None, {})
            total += follow_share(journal, task).at_tables
    except (Misfit, NotAlone):
        return True
    return total + way.floor.at_tables + way.floor.on_links != 0


def test_shares_find_what_one_finds_and_nothing_else(played: Floor) -> None:
    records, _ = played
    random = Random(4)
    assert not some_share_finds(records)
    found = 0
    for _ in range(9):
        bad = tampered(records, random, records)
        alone = audit_as(journal_of(bad), WantedAudit()).report
        assert some_share_finds(bad) is (alone.problem is not None)
        found += not alone.content
    assert found > 4
    # A record that goes missing.
    for _ in range(3):
        at = random.randrange(1, len(records) - 20)
        assert some_share_finds([*records[:at], *records[at + 1 :]]) is True


def test_shares_are_about_as_long() -> None:
    lengths = {f"T{n}": 100 + n for n in range(20)}
    found = shares(lengths, 4)
    assert found[0].first
    assert not any(share.first for share in found[1:])
    for name in lengths:
        assert sum(share.has(name) for share in found) == 1, name
    theirs = [sum(lengths[name] for name in share.tables) for share in found[1:]]
    assert max(theirs) - min(theirs) < 120
    assert shares(lengths, 1) == [AuditShare()]
    assert found[0].has("a table that nobody knew of")
