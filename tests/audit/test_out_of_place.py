"""An event that can't have happened where it stands is a place that does not fit, and no accident
of the auditor's.
"""

import json
from pathlib import Path

import pytest

from pitboss.audit.run import audit
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import NewRecord, Part, Unit

GOLDEN: dict[str, list[str]] = json.loads(
    (Path(__file__).parent.parent / "casino/golden_stored.json").read_text(encoding="utf-8")
)
STREAMS = ("table/t1", "link/mega", "people", "approvals", "operations", "house")
OPENED = "table-opened/1"
BEGUN = "betting-opened/1"


def journal_of(*events: tuple[str, str, str]) -> MemoryJournal:
    journal, versions = MemoryJournal(), dict.fromkeys((*STREAMS, "feed/mega/t1"), 0)
    for number, (stream, kind, body) in enumerate(events):
        part = Part(stream, versions[stream], (NewRecord(kind, body.encode()),))
        journal.append([Unit(f"c{number}", b"", 1_000 + number, (part,))])
        versions[stream] += 1
    return journal


@pytest.mark.parametrize("stream", STREAMS)
def test_every_event_as_the_first_of_any_stream(stream: str) -> None:
    for kind, bodies in GOLDEN.items():
        report = audit(journal_of((stream, kind, bodies[0])))
        assert report.problem is not None or report.counts.records == 1, kind


def test_every_event_at_a_table_that_was_opened_and_plays_a_round() -> None:
    table = "table/t1"
    before = [(table, kind, GOLDEN[kind][0]) for kind in (OPENED, BEGUN) if kind in GOLDEN]
    for count in range(1, len(before) + 1):
        for kind, bodies in GOLDEN.items():
            for body in bodies:
                audit(journal_of(*before[:count], (table, kind, body)))
