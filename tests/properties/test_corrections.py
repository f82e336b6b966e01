"""Whatever is entered wrongly at a random table and put right, everything is what it would have
been: ``correction_trials`` says how. ``tools/heavy_tables.py`` does the same for longer.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.kernel.money import Cents
from pitboss.table import commands as c
from pitboss.table.corrections import plan, replay
from tests.properties.correction_trials import Violated, trials
from tests.support import RULEBOOKS

ROUNDS = 400
"""At each of the five rulebooks: 2,000 together."""


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_is_put_right_is_what_it_would_have_been(rulebook: str) -> None:
    counts = trials(rulebook, Random(rulebook), ROUNDS)

    assert counts["trials"] == ROUNDS
    for kind in ("change", "remove", "forgotten", "swap", "taken back", "refused"):
        assert counts[kind], f"{kind} was never tried"
    for phase in ("betting", "closed", "dealing", "deciding", "revealed", "settled", "void"):
        assert counts[f"in {phase}"], f"nothing was corrected in the phase {phase}"


def _forgets_who_it_was(real: Any) -> Any:
    def forgetful(state: Any) -> Any:
        for one in real(state):
            yield replace(one, by=replace(one.by, name="somebody"))

    return forgetful


def _bets_a_cent_more(real: Any) -> Any:
    def generous(state: Any) -> Any:
        for one in real(state):
            bet = one.command
            if isinstance(bet, c.PlaceBet):
                yield replace(one, command=replace(bet, amount=Cents(bet.amount + 1)))
            else:
                yield one

    return generous


def _raises_stay_as_they_were(real: Any) -> Any:
    return lambda state, now, command: command


def _leaves_out_the_last_entry(real: Any) -> Any:
    return lambda state: tuple(real(state))[:-1] or tuple(real(state))


def _sees_nothing(real: Any) -> Any:
    return lambda *_: "No."


@pytest.mark.parametrize(
    ("module", "name", "broken"),
    [
        (plan, "planned_again", _forgets_who_it_was),
        (plan, "planned_again", _bets_a_cent_more),
        (replay, "_resized", _raises_stay_as_they_were),
        (plan, "planned_again", _leaves_out_the_last_entry),
        (replay, "unseen", _sees_nothing),
    ],
)
def test_what_is_broken_is_noticed(
    module: Any, name: str, broken: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, broken(getattr(module, name)))
    with pytest.raises(Violated):
        _everywhere()


def _everywhere() -> None:
    for rulebook in RULEBOOKS:
        trials(rulebook, Random(rulebook), ROUNDS)


def test_a_correction_is_a_command_of_its_own() -> None:
    assert c.Correct not in c.RoundEntry.__args__
