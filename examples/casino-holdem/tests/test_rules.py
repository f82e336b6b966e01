"""Every row of ``payouts.md``, by the game and by the auditor's second settlement."""

import copy
import json
import random
from typing import Any

import pytest
from rounds import BOOK, outcome, record, rows

from pitboss import settle
from pitboss.audit.settlement import check_round
from pitboss.games.settlement import as_json
from pitboss.kernel.cards import NAMES
from pitboss.rulebook.shelf import Shelf

ROWS = rows()


def settled(given: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(as_json(settle(given))))
    return found


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_row_of_the_table(row: list[str]) -> None:
    _, dealer, board, player, bets, theirs, comes_to = row
    given = record(dealer, board, player, bets)
    found = settled(given)
    assert outcome(found) == (theirs, comes_to)
    assert check_round(given, found) is None


def test_the_table_is_whole() -> None:
    assert len(ROWS) >= 44


def test_the_auditor_agrees_on_random_rounds_and_notices_what_is_changed() -> None:
    dice = random.Random(20)
    for _ in range(400):
        given = at_random(dice)
        found = settled(given)
        assert check_round(given, found) is None
        wrong = copy.deepcopy(found)
        line = dice.choice(dice.choice(wrong["boxes"])["lines"])
        line["winnings"] = "12345.00"
        assert check_round(given, wrong) is not None


def at_random(dice: random.Random) -> dict[str, Any]:
    """A round of up to five boxes, in every state that a hand can have."""
    deck = [NAMES[card] for card in dice.sample(range(52), 17)]
    given = record(" ".join(deck[:2]), " ".join(deck[2:7]), "—", "fold: ante 10")
    given["boxes"] = []
    for number in range(1, dice.randint(2, 6)):
        state = dice.choice(("played", "played", "folded", "left", "unrevealed", "invalid"))
        bets = {"ante": str(dice.choice((5, 10, 40, 150)))}
        if state in ("played", "unrevealed"):
            bets["call"] = str(dice.choice((10, 20, 80, 300)))
        bets |= {bet: "5" for bet in ("bonus", "progressive") if dice.random() < 0.6}
        box: dict[str, Any] = {"box": number, "hand": state, "bets": bets}
        box["cards"] = deck[5 + 2 * number : 7 + 2 * number]
        if state == "unrevealed" and dice.random() < 0.5:
            box["established"] = dice.sample(("bonus", "progressive"), dice.randint(1, 2))
        given["boxes"].append(box)
    return given


def test_the_rulebook_is_on_the_shelf_with_its_house_rules() -> None:
    shelf = Shelf()
    book = shelf.get(BOOK)
    assert BOOK in shelf.ids()
    assert book.family == "casino-holdem"
    assert "whatever the dealer holds" in shelf.clauses(book)["5.2"].gist
