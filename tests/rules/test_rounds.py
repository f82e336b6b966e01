"""Whole rounds, derived by hand from the rule documents, played at live tables."""

from pathlib import Path

import pytest

from tests.rounds_on_paper import RoundOnPaper, play, rounds_on_paper


@pytest.mark.parametrize(("rulebook", "round"), rounds_on_paper(Path(__file__).parent / "rounds"))
def test_a_round_ends_as_its_document_says(rulebook: str, round: RoundOnPaper) -> None:
    play(rulebook, round)
