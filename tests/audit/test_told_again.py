"""What lay open is lost to nobody alone: an entry that was made again, and what is not one."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pitboss.audit.run import audit
from pitboss.casino.app import Casino
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import table_stream
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table.command_json import read_command
from tests.audit.histories import DEALER, SUPERVISOR, settings
from tests.audit.tampering import journal_of, with_edit
from tests.support import MH, MS

Edit = Callable[[Any], None]


class Evening:
    """A table with ordinary cards, and what is entered there."""

    def __init__(self, book: str) -> None:
        self.journal = MemoryJournal()
        now = iter(range(1_800_000_000_000, 1_900_000_000_000, 1_000))
        self.casino = Casino(self.journal, clock_ms=lambda: next(now))
        self._ids = 0
        self._carry_out(settings(book, None, "shown"), SUPERVISOR)

    def does(self, do: str, by: Actor = DEALER, **fields: Any) -> None:
        self._carry_out(read_command({"do": do, **fields}), by)

    def _carry_out(self, command: c.AnyCommand, by: Actor) -> None:
        self._ids += 1
        answer = self.casino.carry_out(Request(str(self._ids), table_stream("T"), command, by))
        assert answer.refusal is None, answer.refusal

    def begun(self, **more: Any) -> None:
        self.does("open-betting")
        for box in (1, 2):
            self.does("place-bet", box=box, bet="ante", amount="25", player=f"p{box}")
        self.does("close-betting")
        self.does("deal", all=True, **more)
        for box in (1, 2):
            self.does("raise", box=box, amount="50")

    @property
    def records(self) -> list[Record]:
        return self.journal.read_all(0, 10_000)


def stud() -> Evening:
    evening = Evening(MS)
    evening.begun(cards="2s")
    evening.does("show-hand", place="dealer", cards="adkd9h5c")
    evening.does("show-hand", box=1, cards="kd3c4c5d6d")
    evening.does("show-hand", box=1, cards="2c3c4c5d6d")
    return evening


def holdem() -> Evening:
    evening = Evening(MH)
    evening.begun()
    evening.does("deal", all=True, cards="2h7hkh")
    for box in (1, 2):
        evening.does("check", box=box)
    evening.does("deal", all=True, cards="7h")
    evening.does("show-hand", place="community", cards="2h7hkh8h")
    return evening


def last_shown(records: list[Record]) -> Record:
    return [record for record in records if record.kind == "hand-shown/1"][-1]


@pytest.mark.parametrize("evening", [stud, holdem])
def test_the_last_entry_is_made_again_by_whoever_made_it(evening: Callable[[], Evening]) -> None:
    report = audit(journal_of(evening().records))
    assert report.problem is None, report.problem


def by_another(event: Any) -> None:
    event["by"]["name"] = "dora"


def at_the_dealers(event: Any) -> None:
    event["place"] = "dealer"


def without_the_flop(event: Any) -> None:
    event["cards"][1] = 50


@pytest.mark.parametrize(
    ("evening", "edit"), [(stud, by_another), (stud, at_the_dealers), (holdem, without_the_flop)]
)
def test_whatever_else_loses_a_card_that_lay_open_is_noticed(
    evening: Callable[[], Evening], edit: Edit
) -> None:
    records = evening().records
    problem = audit(journal_of(with_edit(records, last_shown(records), edit))).problem
    assert problem is not None
    assert problem.what == "a card that lay open is not lost alone", problem


def corrected(evening: Evening) -> None:
    bet = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "30", "player": "p1"}
    fields: dict[str, Any] = {"entry": 2, "reason": "two chips", "should-be": bet}
    evening.does("correct", by=Actor(Post.PIT_SUPERVISOR, "pat"), **fields)


def test_what_two_persons_agreed_on_is_not_the_last_entry_of_one() -> None:
    evening = stud()
    corrected(evening)
    evening.does("show-hand", box=2, cards="ah3h4h9s9d")

    def on_box_1(event: Any) -> None:
        event["place"] = "1"

    records = evening.records
    problem = audit(journal_of(with_edit(records, last_shown(records), on_box_1))).problem
    assert problem is not None
    assert problem.what == "a card that lay open is not lost alone", problem


def test_after_a_correction_the_last_entry_is_not_made_again_alone() -> None:
    evening = Evening(MS)
    evening.begun(cards="2s")
    evening.does("show-hand", place="dealer", cards="adkd9h5c")
    evening.does("show-hand", box=1, cards="kd3c4c5d6d")
    corrected(evening)
    again = read_command({"do": "show-hand", "box": 1, "cards": "2c3c4c5d6d"})
    answer = evening.casino.carry_out(Request("again", table_stream("T"), again, DEALER))
    assert answer.refusal is not None
    assert answer.refusal.code == "second-person-needed"
    assert msgspec.json.decode(evening.records[-1].body)["code"] == "second-person-needed"
