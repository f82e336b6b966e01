"""People do what they like at tables of every rulebook, and everything that must hold of a table
does.

What must hold stands in ``table_invariants``, what people do in ``table_machine``;
``tools/heavy_tables.py`` does the same for as long as one likes.
"""

import runpy
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from msgspec.structs import replace

from pitboss.games.settlement import Settlement, WrittenSettlement
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import Decision
from pitboss.table.commands import Given
from pitboss.table.entries import Asked
from pitboss.table.next_steps import NextStep
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import Phase, TableState
from pitboss.table.views.table import TableView
from tests.properties import table_invariants
from tests.properties.rounds import reproducible
from tests.properties.table_invariants import Watched
from tests.properties.table_machine import BYTES, Way, run, take_step
from tests.support import MS, RULEBOOKS

EXAMPLES, STEPS = 12, 100
ROOT = Path(__file__).parents[2]


class TableMachine(RuleBasedStateMachine):
    """One table. Hypothesis leaves out some rules in some runs: there are tables at which nothing
    goes wrong.
    """

    rulebook = MS
    steps_taken = 0

    def __init__(self) -> None:
        super().__init__()
        self.table = Watched()

    def _take(self, told: bytes, way: Way | None) -> None:
        type(self).steps_taken += 1
        try:
            take_step(self.table, self.rulebook, told, way)
        finally:
            if self.table.steps:
                note(str(self.table.steps[-1]))

    @property
    def is_dealing(self) -> bool:
        state = self.table.state
        return state is not None and state.round is not None and state.round.closed

    @rule(told=st.binary(min_size=BYTES, max_size=BYTES))
    def somebody_does_something(self, told: bytes) -> None:
        self._take(told, None)

    @rule(told=st.binary(min_size=BYTES, max_size=BYTES))
    def somebody_does_what_is_offered(self, told: bytes) -> None:
        self._take(told, Way.OFFERED)

    @precondition(lambda self: self.is_dealing)
    @rule(told=st.binary(min_size=BYTES, max_size=BYTES))
    def something_goes_wrong(self, told: bytes) -> None:
        self._take(told, Way.REPORTED)

    def teardown(self) -> None:
        self.table.check_end()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_everything_holds_at_a_table_whatever_people_do(rulebook: str) -> None:
    class Machine(TableMachine):
        pass

    Machine.rulebook = rulebook
    run_state_machine_as_test(
        Machine,
        settings=settings(
            reproducible,
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            # So many steps, with all that is looked at after each, take long, and longer on a busy
            # machine.
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
    # With five rulebooks that is more than five thousand steps.
    assert Machine.steps_taken > 1_000


# ── what is looked at ─────────────────────────────────────────────────────────────────────────────


def random_steps(rulebook: str, steps: int, seed: str = "") -> Iterable[bytes]:
    """Steps that are the same in every run."""
    random = Random(f"{rulebook} {seed}" if seed else rulebook)
    return (random.randbytes(BYTES) for _ in range(steps))


def test_the_steps_reach_what_can_happen() -> None:
    """All that holds would say little of tables at which nothing happens."""
    counts: Counter[str] = Counter()
    for rulebook in RULEBOOKS:
        counts += run(rulebook, random_steps(rulebook, 400, "e")).counts
    assert {f"phase: {phase}" for phase in (None, *Phase)} <= set(counts)
    reached = {kind for kind in e.AnyEvent.__args__ if counts[kind.__struct_config__.tag]}
    assert reached >= {
        *(e.BetPlaced, e.BetWithdrawn, e.SeedGiven, e.OneHandTold, e.BettingClosed),
        *(e.CardBurnt, e.CardsDealt, e.TurnedOver, e.HandExamined),
        *(e.Folded, e.Raised, e.Checked, e.HandSet, e.ShowDeclined),
        *(
            e.IncidentReported,
            e.RulingConfirmed,
            e.HandInvalidated,
            e.OptionsOffered,
            e.OptionsClosed,
        ),
        *(e.OperationAwaited, e.OperationChosen, e.PlayerBarred, e.TableClosed),
        *(e.RoundSettled, e.RoundVoided, e.RoundConcluded),
    }
    assert counts["round-concluded/1"] > 50
    assert sum(name.startswith("incident: ") for name in counts) > 15
    assert sum(name.startswith("refused: ") for name in counts) > 25


# Each of these breaks one thing, and the watch must see it.

Names = dict[str, Callable[..., Any]]


def _tells_the_secret(real: Names) -> Names:
    def view(state: TableState, viewer: Actor | None) -> TableView:
        secret = None if state.round is None else state.round.secret
        seen: TableView = real["view"](state, viewer)
        return replace(seen, title=str(secret))

    return {"view": view}


def _shows_everybodys_hands(real: Names) -> Names:
    def view(state: TableState, viewer: Actor | None) -> TableView:
        boxes = {} if state.round is None else state.round.boxes
        seen: TableView = real["view"](state, viewer)
        return replace(seen, title=str([box.cards for box in boxes.values()]))

    return {"view": view}


def _shows_supervisors_the_next_card(real: Names) -> Names:
    def view(state: TableState, viewer: Actor | None) -> TableView:
        round = state.round
        supervisor = viewer is not None and viewer.post is Post.PIT_SUPERVISOR
        coming = (
            round.deck[round.drawn] if supervisor and round is not None and round.deck else None
        )
        seen: TableView = real["view"](state, viewer)
        return seen if coming is None else replace(seen, title=str(coming))

    return {"view": view}


def _shows_nobody_the_dealers_cards(real: Names) -> Names:
    def view(state: TableState, viewer: Actor | None) -> TableView:
        seen: TableView = real["view"](state, viewer)
        if seen.round is None:
            return seen
        return replace(seen, round=replace(seen.round, dealer=["??"] * len(seen.round.dealer)))

    return {"view": view}


def _answers_by_cards_that_lie_face_down(real: Names) -> Names:
    def decide(
        state: TableState | None, command: c.AnyCommand, actor: Actor, given: Given, table: str
    ) -> Decision:
        boxes = {} if state is None or state.round is None else state.round.boxes
        box = boxes.get(command.box) if isinstance(command, c.WithdrawBet) else None
        if box is not None and box.cards:
            return TableRefused(
                TableRefusal.NO_MORE_BETS, f"With card {box.cards[0]} you had better stay."
            )
        found: Decision = real["decide"](state, command, actor, given, table)
        return found

    return {"decide": decide}


def _changes_refusals(change: Callable[[TableRefused], TableRefused]) -> Callable[[Names], Names]:
    def broken(real: Names) -> Names:
        def decide(*told: Any) -> Decision:
            decided: Decision = real["decide"](*told)
            return change(decided) if isinstance(decided, TableRefused) else decided

        return {"decide": decide}

    return broken


def _refuses_and_yet_takes_a_chip(real: Names) -> Names:
    def decide(state: TableState | None, *told: Any) -> Decision:
        decided: Decision = real["decide"](state, *told)
        if isinstance(decided, TableRefused) and state is not None and "ann" in state.chips:
            assert isinstance(state.chips, dict)
            state.chips["ann"] -= 1
        return decided

    return {"decide": decide}


def _loses_a_chip(real: Names) -> Names:
    def enter(
        state: TableState | None, asked: Asked, events: Iterable[e.AnyEvent]
    ) -> TableState | None:
        happened = tuple(events)
        found: TableState | None = real["enter"](state, asked, happened)
        lost = found is not None and any(isinstance(event, e.RoundConcluded) for event in happened)
        return replace(found, house=found.house - 1) if found is not None and lost else found

    return {"enter": enter}


def _burns_two_cards(real: Names) -> Names:
    def enter(
        state: TableState | None, asked: Asked, events: Iterable[e.AnyEvent]
    ) -> TableState | None:
        happened = tuple(events)
        found: TableState | None = real["enter"](state, asked, happened)
        burnt = any(isinstance(event, e.CardBurnt) for event in happened)
        if found is None or found.round is None or not burnt:
            return found
        return replace(found, round=replace(found.round, drawn=found.round.drawn + 1))

    return {"enter": enter}


def _offers_what_it_refuses(real: Names) -> Names:
    def next_steps(state: TableState, post: Post, name: str) -> tuple[NextStep, ...]:
        found: tuple[NextStep, ...] = real["next_steps"](state, post, name)
        return (*found, NextStep("Conclude", "conclude"))

    return {"next_steps": next_steps}


def _offers_nobody_anything(real: Names) -> Names:
    return {"next_steps": lambda *_: ()}


def _never_ends_a_round(real: Names) -> Names:
    def decide(state: TableState, command: c.AnyCommand, *told: Any) -> Decision:
        found: Decision = real["decide"](state, command, *told)
        return (
            () if isinstance(command, c.Conclude) and not isinstance(found, TableRefused) else found
        )

    return {"decide": decide}


def _settles_otherwise_the_second_time(real: Names) -> Names:
    def written(settlement: Settlement) -> WrittenSettlement:
        found: WrittenSettlement = real["written"](settlement)
        return replace(found, boxes=found.boxes[1:])

    return {"written": written}


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (_tells_the_secret, "can tell what lies face down"),
        (_shows_everybodys_hands, "can tell what lies face down"),
        (_shows_supervisors_the_next_card, "'sam'\\) can tell what lies face down"),
        (_shows_nobody_the_dealers_cards, "can't see what lies open"),
        (_answers_by_cards_that_lie_face_down, "finds out what lies face down"),
        (_changes_refusals(lambda refused: replace(refused, message="No")), "not a sentence"),
        (_changes_refusals(lambda refused: replace(refused, clauses=("0.0",))), "cites"),
        (
            _refuses_and_yet_takes_a_chip,
            "the events do not come to the state|chips were made or lost",
        ),
        (_loses_a_chip, "chips were made or lost"),
        (_burns_two_cards, "drawn and lies nowhere|all events do not come to the state"),
        (_offers_what_it_refuses, "is offered .* and refused"),
        (_offers_nobody_anything, "nobody can do anything"),
        (_never_ends_a_round, "does not come to an end"),
        (_settles_otherwise_the_second_time, "settles to something else"),
    ],
)
def test_what_is_broken_is_noticed(
    broken: Callable[[Names], Names], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("decide", "enter", "view", "next_steps", "written")
    real = {name: getattr(table_invariants, name) for name in names}
    for name, replacement in broken(real).items():
        monkeypatch.setattr(table_invariants, name, replacement)
    with pytest.raises(AssertionError, match=said):
        play_all()


def play_all() -> None:
    for rulebook in RULEBOOKS:
        run(rulebook, random_steps(rulebook, 400, "d")).check_end()


# ── the heavy run ─────────────────────────────────────────────────────────────────────────────────


def heavy_run(*arguments: str) -> int:
    tool = runpy.run_path(str(ROOT / "tools" / "heavy_tables.py"))
    ended: int = tool["main"](arguments)
    return ended


def test_the_heavy_run_says_its_seed_and_how_far_it_got(capsys: pytest.CaptureFixture[str]) -> None:
    assert heavy_run("--steps", "300", "--corrections", "40", "--seed", "7") == 0
    first, *_, progress, last = capsys.readouterr().out.splitlines()
    assert first == "seed 7"
    assert progress.startswith("300 of 300 steps, ")
    assert last == "everything holds"


def test_the_heavy_run_fails_where_something_does_not_hold(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = {"enter": getattr(table_invariants, "enter")}  # noqa: B009 - a name that the module does not offer
    monkeypatch.setattr(table_invariants, "enter", _loses_a_chip(real)["enter"])
    assert heavy_run("--steps", "300", "--seed", "7") == 1
    said, *steps = capsys.readouterr().out.splitlines()[1:]
    assert "table 1 of seed 7" in said
    assert "chips were made or lost" in said
    # Nobody needs to bet: a chip is lost as soon as a round that was opened is concluded.
    done = [step.partition('"do":"')[2].partition('"')[0] for step in steps]
    assert done == ["open-table", "open-betting", "conclude"]
