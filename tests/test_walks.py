"""The one road of a command is what ARCHITECTURE.md says it is, and no module is entered twice.

A real bet and a real claim go through the real application on a real SQLite journal, and every call
in every thread is seen. Then:

*A module is entered* when one of its functions is called by a function of another module. All that
one visit of the caller's module has it do is one visit: an endpoint that asks who somebody is, and
then whether he may, enters admission once. Coming back from a callee is no entry, and neither is
going on after an ``await``, nor the event loop or a thread going on with what a module has handed
over to itself. But a callee that calls a module which is on the walk already, and so anything that
two modules both call, enters it a second time: nobody in ``web`` or ``casino`` may do that between
the request and the append. Functions count however small they are, properties too; fields of a
structure are no calls.

Two modules of ``casino`` belong to no one, and the document names them: the streams in memory,
which the pipeline stages and the process manager looks at, and the names of streams. They call
nobody in ``web`` or ``casino`` themselves, so control comes straight back; that is asserted, too.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.people.roles import Role
from pitboss.web.auth.cookies import remembered_token
from pitboss.web.auth.register import digest
from tests.walk import Recorder, Step, Visit, Walk, recorded
from tests.web.evening import Evening
from tests.web.service import House

TEXT = (Path(__file__).parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
HOUSE = ("web", "casino")


# ── the document ──────────────────────────────────────────────────────────────────────────────────


def shared() -> set[str]:
    """The modules that belong to no one."""
    (sentence,) = re.findall(r"\nShared by all: (.*?)\n\n", TEXT, flags=re.DOTALL)
    return set(re.findall(r"`([a-z_.]+)`", sentence))


class Diagram(NamedTuple):
    """A sequence diagram: its participants, and who calls whom."""

    parts: list[str]
    calls: list[tuple[str, str]]


def diagram_of_a_bet() -> Diagram:
    (block,) = re.findall(r"```mermaid\n(.*?)```", TEXT, flags=re.DOTALL)
    names = dict(re.findall(r"participant (\w+) as ([\w.]+)", block))
    arrows = re.findall(r"^ *(\w+)->>(\w+):", block, flags=re.MULTILINE)
    return Diagram(list(names.values()), [(names[a], names[b]) for a, b in arrows])


# ── the walks ─────────────────────────────────────────────────────────────────────────────────────


class Claim(NamedTuple):
    """A claim: the settlement that raises it, the verification that has it paid, the settlement
    after that.
    """

    raised: Walk
    verified: Walk
    settled: Walk


@pytest.fixture(scope="module")
def recorder_and_house(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Recorder, House]]:
    database = tmp_path_factory.mktemp("walks") / "pitboss.db"
    with recorded() as recorder, House(database) as house:
        yield recorder, house


@pytest.fixture(scope="module")
def bet(recorder_and_house: tuple[Recorder, House]) -> Walk:
    recorder, house = recorder_and_house
    dana, ann = house.person(Role.DEALER), house.person(Role.PLAYER)
    dana.done("Stud", "open-betting")
    ann.done("Stud", "place-bet", box=2, bet="ante", amount="25.00")
    house.settle_down()
    # What is remembered of her from before would not be entered, nor a command that somebody in
    # this process has sent word for word: nobody else bets 37.
    for remembered in (remembered_token, digest):
        remembered.cache_clear()
    return recorder.follow(lambda: ann.done("Stud", "place-bet", box=1, bet="ante", amount="37.00"))


@pytest.fixture(scope="module")
def claim(recorder_and_house: tuple[Recorder, House]) -> Claim:
    recorder, house = recorder_and_house
    evening = Evening(house, "Classic")
    evening.cards = {"1": ["Ah", "Kh", "Qh", "Jh", "Th"], "dealer": ["2c", "4d", "6s", "8h", "9c"]}
    evening.begin(progressive="5.00")
    evening.play(until="deciding")
    evening.players["ann"].done("Classic", "raise", box=1, amount="20.00")
    while evening.view()["next"][0]["do"] != "settle":
        assert evening.step()
    sam, pat = house.person(Role.PIT_SUPERVISOR), house.person(Role.PIT_MANAGER)
    house.settle_down()
    raised = recorder.follow(lambda: evening.dealer.done("Classic", "settle"))
    house.settle_down()
    (waiting,) = sam.json("/api/claims")["claims"]
    sam.on_link("Millions", "verify-claim", claim=waiting["claim"])
    house.settle_down()
    verified = recorder.follow(
        lambda: pat.on_link("Millions", "verify-claim", claim=waiting["claim"])
    )
    settled = recorder.follow(lambda: evening.dealer.done("Classic", "settle"))
    assert evening.view()["round"]["phase"] == "settled"
    return Claim(raised, verified, settled)


def entered_twice(walk: Walk) -> dict[str, list[str]]:
    """The modules that are entered more than once before the append, with those who enter them."""
    return {
        module: owners
        for module, owners in walk.owners.items()
        if module.startswith(HOUSE) and len(owners) > 1 and module not in shared()
    }


def test_no_module_is_entered_twice_on_the_way_of_a_bet(bet: Walk) -> None:
    assert entered_twice(bet) == {}


def test_no_module_is_entered_twice_on_the_way_of_a_claim(claim: Claim) -> None:
    assert [entered_twice(walk) for walk in claim] == [{}, {}, {}]


def test_what_is_shared_calls_nobody(bet: Walk, claim: Claim) -> None:
    assert shared() == {"casino.streams", "casino.stream_ids", "web.auth.callers"}
    for walk in (bet, *claim):
        called = {
            step.module
            for step in walk.to_append
            if step.caller is not None and step.caller.module in shared()
        }
        assert not any(module.startswith(HOUSE) for module in called), called


def test_the_diagram_of_a_bet_is_what_happens(bet: Walk) -> None:
    diagram = diagram_of_a_bet()
    assert len(diagram.calls) > 8
    assert bet.between(*diagram.parts)[: len(diagram.calls)] == diagram.calls


def test_inbox_decide_append_acknowledge_each_come_once(bet: Walk) -> None:
    stations = [
        (step.module, step.function)
        for step in bet.steps
        if step.function in ("submit", "draft", "append", "commit")
        and step.module.startswith(("casino.", "journal."))
    ]
    assert stations == [
        ("casino.pipeline", "submit"),
        ("casino.process", "draft"),
        ("journal.sqlite.journal", "append"),
        ("casino.streams", "commit"),
    ]


def test_a_callee_that_calls_back_is_an_entry() -> None:
    """The measure itself: who calls back is caught."""
    first, second = Visit("casino.pipeline", 0), Visit("casino.process", 0)
    steps = [
        Step(None, "casino.pipeline", "submit", ()),
        Step(first, "casino.process", "draft", ("casino.pipeline",)),
        Step(second, "casino.answers", "keep", ("casino.pipeline", "casino.process")),
        Step(first, "casino.answers", "keep", ("casino.pipeline",)),
        Step(second, "casino.pipeline", "decide", ("casino.pipeline", "casino.process")),
        Step(first, "journal.memory", "append", ("casino.pipeline",)),
    ]
    assert entered_twice(Walk(steps)) == {
        "casino.pipeline": ["", "casino.process"],
        "casino.answers": ["casino.process", "casino.pipeline"],
    }
