"""Whoever confirms a ruling names it: another one can't be put in its place between the look and
the click.
"""

from typing import Any

import pytest

from pitboss.table.command_json import read_line
from pitboss.table.commands import Given
from pitboss.table.decide import decide
from pitboss.table.refusals import TableRefused
from tests.support import MS
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table


def waiting(**more: Any) -> Table:
    """Something that the document does not know waits for the shift manager."""
    t = Table.open(MS)
    t.bet(ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    t.deal()
    t.do("report", incident="unlisted", **more)
    return t


def digest(t: Table) -> str:
    found = t.view(SHIFT_MANAGER)["round"]["ruling"]["digest"]
    assert isinstance(found, str)
    return found


def test_a_ruling_is_confirmed_by_its_digest() -> None:
    t = waiting()
    t.do("confirm", by=SHIFT_MANAGER, decision="continue", approves=digest(t))
    assert t.round.pending is None
    assert t.round.digest is None


def test_a_ruling_that_took_the_place_of_another_is_not_confirmed() -> None:
    t = waiting(box=1)
    seen = digest(t)
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    t.do("report", incident="unlisted", box=2)
    refused = t.refuse("confirm", by=SHIFT_MANAGER, decision="invalidate-hand", approves=seen)
    assert refused.code == "changed-since"
    assert refused.message == (
        "What is waiting has changed since you looked: it is now unlisted on box 2 in round t1-1. "
        "Look again before you decide."
    )


def test_the_same_report_again_is_another_ruling() -> None:
    t = waiting()
    seen = digest(t)
    t.do("confirm", by=SHIFT_MANAGER, decision="continue", approves=seen)
    t.do("report", incident="unlisted")
    refused = t.refuse("confirm", by=SHIFT_MANAGER, decision="void-round", approves=seen)
    assert refused.code == "changed-since"
    assert refused.message.startswith(
        "What is waiting has changed since you looked: it is now unlisted in round t1-1."
    )


def test_the_same_report_in_the_next_round_is_another_ruling() -> None:
    digests = set()
    t = Table.open(MS)
    for _ in range(2):
        t.bet(ann=(1, {"ante": "25"}))
        t.now_ms = 1_000_000
        t.do("report", incident="unlisted")
        digests.add(digest(t))
        t.do("confirm", by=SHIFT_MANAGER, decision="void-round")
        t.do("settle")
        t.do("conclude")
    assert len(digests) == 2


def test_only_staff_are_told_the_digest() -> None:
    """Facts are few: whoever has the digest could try which ones fit."""
    t = waiting()
    for viewer in (DEALER, SUPERVISOR, PIT_MANAGER):
        assert t.view(viewer)["round"]["ruling"]["digest"] == t.round.digest
    for other in ("player:ann", None):
        assert t.view(other)["round"]["ruling"]["digest"] is None


@pytest.mark.parametrize(
    ("by", "code"), [(PIT_MANAGER, "not-allowed"), (SHIFT_MANAGER, "changed-since")]
)
def test_who_may_decide_comes_first(by: str, code: str) -> None:
    assert waiting().refuse("confirm", by=by, approves="0" * 32).code == code


def test_it_is_what_is_stored_that_counts() -> None:
    """The digest is the same for whoever reads the journal again, in whatever order the facts were
    told.
    """
    digests = set()
    for facts in (
        {"count": 1, "players_have_seen": False},
        {"players_have_seen": False, "count": 1},
    ):
        t = waiting(facts=facts)
        digests.add(digest(t))
    assert len(digests) == 1


def test_a_confirmation_that_names_nothing_is_taken_by_the_engine() -> None:
    t = waiting()
    line = read_line({"by": SHIFT_MANAGER, "do": "confirm", "decision": "continue"})
    decided = decide(t.state, line.command, line.actor, Given(now_ms=1))
    assert not isinstance(decided, TableRefused)
