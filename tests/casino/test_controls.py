"""What the house asks for beyond the documents, and where."""

import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.casino.app import Casino
from pitboss.casino.approvals import ApprovalKind, How, post_words
from pitboss.casino.codec import CommandRefused
from pitboss.casino.controls.policy import ApprovalPolicy, ControlRefusal, Controls
from pitboss.casino.requests import Answer, Refusal
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.jackpot import commands as lc
from pitboss.jackpot.parameters import Reason
from pitboss.kernel.money import Cents
from pitboss.operations.settings import BY_KEY
from pitboss.table.commands import Confirm, Report
from tests.casino.floor import SHELF, Desk, Floor
from tests.jackpot.links import MAX, MIA, parameters
from tests.support import MS

PAGE = (Path(__file__).parents[2] / "docs" / "controls.md").read_text(encoding="utf-8")
DESK = link_stream("mega")


class House(Floor):
    """A floor under the house's controls."""

    def __init__(self, verifiers: int = 2) -> None:
        self._verifiers = verifiers
        super().__init__()

    def _open(self) -> Casino:
        return Casino(
            self.journal,
            shelf=SHELF,
            clock_ms=self.clock,
            controls=Controls(verifiers=self._verifiers),
        )

    def link(self, name: str = "mega", operator: str = "RWS", **more: Any) -> Desk:
        """Two shift managers open a link."""
        desk = Desk(self, name)
        if self.casino.controls is None:
            return super().link(name, operator, **more)
        opening = self.ask(link_stream(name), lc.OpenLink(operator, parameters(**more)), MAX)
        assert opening.refusal is not None
        assert opening.refusal.asked is not None, opening.refusal
        answer = self.casino.approve(opening.refusal.asked.digest, MIA, How.SESSION)
        assert answer.refusal is None, answer.refusal
        self.check()
        return desk

    def without_controls(self) -> None:
        """From here on nobody asks for more than the documents do."""
        self.casino = Casino(self.journal, shelf=SHELF, clock_ms=self.clock)


def refusal(answer: Answer) -> Refusal:
    assert answer.refusal is not None
    return answer.refusal


def test_a_link_with_too_few_verifiers_is_not_opened() -> None:
    house = House()
    found = refusal(house.ask(DESK, lc.OpenLink("RWS", parameters(verifiers=1)), MAX))
    assert found.code == "too-few-verifiers"
    assert found.message == (
        "In this house at least 2 people verify a claim (setting links.verifiers): give "
        "verifiers 2."
    )
    assert house.casino.link("mega") is None
    (stored,) = house.events("refused")
    assert isinstance(stored.event, CommandRefused)
    house.link("mega", verifiers=2)


def test_a_house_that_asks_for_one_has_links_with_one() -> None:
    house = House(verifiers=1)
    house.link("mega", verifiers=1)
    assert house.link("more", verifiers=2).state.parameters.verifiers == 2


def test_parameters_with_too_few_verifiers_are_not_proposed() -> None:
    house = House()
    house.link("mega", verifiers=2)
    found = refusal(house.ask(DESK, lc.ProposeParameters(parameters(verifiers=1)), MAX))
    assert found.code == "too-few-verifiers"


def test_nor_are_they_approved_where_they_were_proposed_before() -> None:
    house = House()
    house.without_controls()
    desk = house.link("mega", verifiers=2)
    desk.do(lc.ProposeParameters(parameters(reset="5", verifiers=1)), MAX)
    house.reopen()
    assert desk.state.proposal is not None
    found = refusal(house.ask(DESK, lc.ApproveParameters(desk.state.proposal.digest), MIA))
    assert found.code == "too-few-verifiers"
    assert found.message.endswith("withdraw these parameters and propose verifiers 2.")
    desk.do(lc.WithdrawProposal(), MIA)


def test_an_approval_names_what_it_approves() -> None:
    house = House()
    desk = house.link("mega", verifiers=2)
    desk.do(lc.ProposeParameters(parameters(reset="7", verifiers=2)), MAX)
    assert refusal(house.ask(DESK, lc.ApproveParameters(), MIA)).code == "approval-unnamed"
    assert desk.state.proposal is not None
    desk.do(lc.ApproveParameters(desk.state.proposal.digest), MIA)
    desk.do(lc.ProposeCorrection(Cents(5_00), Reason.MISSED_ENTRY, "x"), MAX)
    found = refusal(house.ask(DESK, lc.ApproveCorrection(), MIA))
    assert found.code == "approval-unnamed"
    assert found.message == (
        "Say what you approve: give the digest that is shown beside it (field approves)."
    )
    assert desk.state.correction is not None
    desk.do(lc.ApproveCorrection(desk.state.correction.digest), MIA)


def test_so_does_a_ruling_that_is_confirmed() -> None:
    house = House()
    house.link("mega", verifiers=2)
    table = house.table("t1", MS)
    table.bet(ann=(1, {"ante": "25"}))
    stream = table_stream("t1")
    house.ask(stream, Report(incident="unlisted"), MAX)
    assert refusal(house.ask(stream, Confirm(decision="continue"), MAX)).code == "approval-unnamed"
    assert table.round.digest is not None
    named = Confirm(decision="continue", approves=table.round.digest)
    assert house.ask(stream, named, MAX).refusal is None


def test_the_documents_are_asked_first() -> None:
    """What the engine refuses it refuses with its own reason."""
    house = House()
    desk = house.link("mega", verifiers=2)
    assert desk.refused(lc.ApproveParameters(), MIA) == "nothing-proposed"
    assert desk.refused(lc.OpenLink("RWS", parameters(verifiers=1)), MAX) == "link-exists"
    assert desk.refused(lc.ProposeParameters(parameters(verifiers=9)), MAX) == "bad-parameters"


def test_without_controls_nothing_more_is_asked_for() -> None:
    floor = Floor()
    desk = floor.link("mega", verifiers=1)
    desk.change(verifiers=1)
    desk.correct("1")


def rows(heading: str) -> list[list[str]]:
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_page_names_every_control_its_setting_and_its_refusal() -> None:
    found = rows("What is refused, and why")
    assert [row[3].strip("`") for row in found] == [code.value for code in ControlRefusal]
    named = [re.findall(r"`([a-z_]+\.[a-z_]+)`", row[1]) for row in found]
    assert {key for keys in named for key in keys} <= set(BY_KEY)
    assert set(Controls.__struct_fields__) <= {row[0] for row in found}


def test_the_page_names_everything_that_needs_a_second_person() -> None:
    found = rows("What needs a second person")
    kinds = {f"approvals.{kind.name.lower()}": kind for kind in ApprovalKind}
    assert list(dict.fromkeys(row[1].strip("`") for row in found)) == list(kinds)
    for row in found:
        post = ApprovalPolicy().least(kinds[row[1].strip("`")])
        assert post is not None
        assert row[2].endswith(post_words(post))


def test_the_example_of_the_page_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    scope: dict[str, Any] = {}
    exec(code, scope)
    assert scope["casino"].controls == Controls(verifiers=2)


@pytest.mark.parametrize("code", ControlRefusal)
def test_codes_are_not_those_of_the_engine(code: ControlRefusal) -> None:
    from pitboss.jackpot.refusals import LinkRefusal
    from pitboss.table.refusals import TableRefusal

    assert code.value not in (*LinkRefusal, *TableRefusal)
