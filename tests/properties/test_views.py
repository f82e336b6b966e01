"""What somebody sees of rounds from beginning to end does not depend on cards that he never gets to
see.

A round is played at a table whose cards are entered. Then all cards that lie face down for somebody
all the time change places with each other, everybody does again what he did, and at every moment
that person must see the same.
"""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.kernel.cards import DECK, Card
from pitboss.rulebook.authority import Actor
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import Decision
from pitboss.table.corrections.entries import enter
from pitboss.table.decide import decide
from pitboss.table.entries import Asked
from pitboss.table.refusals import TableRefused
from pitboss.table.state import TableState
from pitboss.table.views.table import HIDDEN, view
from tests.effort import times
from tests.properties.rounds import reproducible
from tests.properties.table_invariants import VIEWERS, Step, visible
from tests.properties.table_machine import BYTES, Codes, Way, chosen_step
from tests.support import RULEBOOKS

MOST_STEPS = 150

Moment = tuple[Step, Decision, TableState | None]
"""What somebody asked for, what was decided, and how the table stood then."""


def take(step: Step, state: TableState | None) -> Moment:
    decided = decide(state, step.command, step.actor, step.given, "t1")
    if isinstance(decided, TableRefused):
        return step, decided, state
    asked = Asked(step.command, step.actor, step.given.now_ms)
    return step, decided, enter(state, asked, decided)


def played(rulebook: str, seed: int) -> list[Moment]:
    """A table until a round with cards has been concluded: mostly what is offered, now and then
    something else.
    """
    random = Random(seed)
    moments: list[Moment] = []
    state: TableState | None = None
    while len(moments) < MOST_STEPS:
        way = random.choice((Way.OFFERED, Way.OFFERED, Way.OFFERED, None))
        step = chosen_step(state, rulebook, len(moments), Codes(random.randbytes(BYTES)), way)
        if isinstance(step.command, c.OpenTable):
            step = step._replace(command=replace(step.command, cards="entered"))
        moments.append(take(step, state))
        dealt = state is not None and state.round is not None and bool(state.round.dealer)
        if dealt and any(isinstance(event, e.RoundConcluded) for event in _events(moments[-1][1])):
            break
        state = moments[-1][2]
    return moments


def _events(decided: Decision) -> Sequence[e.AnyEvent]:
    return () if isinstance(decided, TableRefused) else decided


def seen_ever(moments: Sequence[Moment], viewer: Actor | None) -> set[Card]:
    """All cards that somebody may know at some time."""
    return {card for *_, state in moments if state is not None for card in visible(state, viewer)}


def shown(state: TableState, viewer: Actor | None) -> object:
    """What somebody sees. Whoever tells of other hands is shown the digest of another report."""
    seen = view(state, viewer)
    ruling = None if seen.round is None else seen.round.ruling
    if seen.round is None or ruling is None:
        return seen
    return replace(seen, round=replace(seen.round, ruling=replace(ruling, digest="")))


def with_other_cards(step: Step, other: dict[Card, Card]) -> Step:
    command = step.command
    if isinstance(command, c.Deal) and command.cards is not None:
        return step._replace(
            command=replace(command, cards=tuple(other[card] for card in command.cards))
        )
    if isinstance(command, c.SetHand) and command.three is not None:
        return step._replace(
            command=replace(command, three=tuple(other[card] for card in command.three))
        )
    if isinstance(command, c.Report) and command.hands is not None:
        hands = {
            place: tuple(other[card] for card in cards) for place, cards in command.hands.items()
        }
        return step._replace(command=replace(command, hands=hands))
    return step


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@settings(reproducible, max_examples=times(30, 12))
@given(seed=st.integers(0, 2**32 - 1))
def test_somebody_sees_the_same_round_whatever_the_cards_that_he_never_sees(
    rulebook: str, seed: int
) -> None:
    moments = played(rulebook, seed)
    for viewer in VIEWERS:
        known = seen_ever(moments, viewer)
        unknown = [card for card in DECK if card not in known]
        mixed = Random(seed).sample(unknown, len(unknown))
        other = {card: card for card in known} | dict(zip(unknown, mixed, strict=True))
        state: TableState | None = None
        for step, decided, was in moments:
            _, again, state = take(with_other_cards(step, other), state)
            assert isinstance(again, TableRefused) == isinstance(decided, TableRefused)
            if was is not None:
                assert state is not None
                assert shown(state, viewer) == shown(was, viewer)


def test_the_rounds_have_cards_that_some_see_and_others_do_not() -> None:
    """The property above would say little of rounds without cards, or with cards that all see, or
    nobody.
    """
    settled = hidden = looked = 0
    for seed in range(40):
        moments = played(RULEBOOKS[seed % len(RULEBOOKS)], seed)
        settled += any(
            isinstance(event, e.RoundSettled)
            for _, decided, _ in moments
            for event in _events(decided)
        )
        by_nobody = seen_ever(moments, None)
        looked += any(seen_ever(moments, viewer) > by_nobody for viewer in VIEWERS)
        states = [state for *_, state in moments if state is not None and state.round is not None]
        hidden += any(
            HIDDEN in box["cards"]
            for state in states
            for box in msgspec.to_builtins(view(state, None))["round"]["boxes"]
        )
    assert settled > 20
    assert hidden > 20
    assert looked > 10
