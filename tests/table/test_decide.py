"""Who may ask a table for what, and what stands at the door of every command."""

from typing import Any

import pytest

from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Given
from pitboss.table.decide import _CORRECTIONS, _DECIDE, decide
from pitboss.table.refusals import TableRefusal, TableRefused
from tests.support import BE, MBS_RULEBOOKS, MS, RULEBOOKS, RWS_RULEBOOKS, SS
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table, ready, setting

ANN = "player:ann"
POSTS = [ANN, DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER]

LEAST: list[tuple[c.AnyCommand, Post]] = [
    (c.CloseTable(), Post.PIT_SUPERVISOR),
    (c.RestoreProgressive(), Post.SHIFT_MANAGER),
    (c.OpenBetting(), Post.DEALER),
    (c.GiveSeed("x"), Post.PLAYER),
    (c.CommitSeed("00" * 32), Post.PLAYER),
    (c.OpenSeed("00" * 32), Post.PLAYER),
    (c.PlaceBet(1, "ante", Cents(25_00), "ann"), Post.PLAYER),
    (c.WithdrawBet(1, "ante", "ann"), Post.PLAYER),
    (c.CloseBetting(), Post.DEALER),
    (c.Deal(), Post.DEALER),
    (c.Examine(1), Post.PLAYER),
    (c.Fold(1), Post.PLAYER),
    (c.Raise(1, Cents(50_00)), Post.PLAYER),
    (c.Check(1), Post.PLAYER),
    (c.SetHand(1), Post.PLAYER),
    (c.ShowHand(box=1, cards=()), Post.DEALER),
    (c.DeclineToShow(1), Post.PLAYER),
    (c.EstablishHand(1, ("progressive",)), Post.PIT_SUPERVISOR),
    (c.Settle(), Post.DEALER),
    (c.Conclude(), Post.DEALER),
    (c.Report(incident="foreign-card"), Post.DEALER),
    (c.Confirm(), Post.DEALER),
    (c.ChooseOption(1, "continue"), Post.PLAYER),
    (c.CloseOptions(), Post.DEALER),
    (c.HoldToOnePosition("ann"), Post.PIT_MANAGER),
    (c.StopPlayer("ann"), Post.SHIFT_MANAGER),
    (c.LiftOnePosition("ann"), Post.PIT_MANAGER),
    (c.LiftBar("ann"), Post.SHIFT_MANAGER),
    (c.TakeBack(), Post.DEALER),
    (c.Correct(entry=2, reason="So."), Post.DEALER),
    (c.AllowCorrection(), Post.PIT_SUPERVISOR),
    (c.DropCorrection(), Post.DEALER),
    (c.DecideMoney(round="t1-1", amount=Cents(1), payee="ann", reason="So."), Post.SHIFT_MANAGER),
]
"""The least post from which each command is taken, in the MBS documents; the house's choice is
RWS's alone.
"""


def test_every_command_is_among_those_or_apart() -> None:
    named = {type(command) for command, _ in LEAST}

    assert set(c.AnyCommand.__args__) == named | {c.OpenTable, c.ChooseOperation}
    assert set(_DECIDE) | set(_CORRECTIONS) == set(c.AnyCommand.__args__) - {c.OpenTable}


@pytest.mark.parametrize(
    ("command", "least"), LEAST, ids=[type(command).__name__ for command, _ in LEAST]
)
def test_a_command_is_taken_from_its_least_post_on(command: c.AnyCommand, least: Post) -> None:
    state = Table.open(SS).state
    for post in Post:
        name = "ann" if post is Post.PLAYER else "somebody"
        found = decide(state, command, Actor(post, name), Given())
        refused = isinstance(found, TableRefused) and found.code is TableRefusal.NOT_ALLOWED
        assert refused is (post < least), post


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_the_house_is_spoken_for_by_a_shift_manager(book: str) -> None:
    t = Table.open(book)

    for by in POSTS:
        found = t.refused("choose-operation", by=by, operation="close-table")
        assert found[0] == ("nothing-pending" if by == SHIFT_MANAGER else "not-allowed")


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_power_is_held_only_where_the_document_gives_it(book: str) -> None:
    t = Table.open(book)
    mbs = book in MBS_RULEBOOKS
    for do, fields in (
        ("hold-to-one-position", {"player": "ann"}),
        ("stop-player", {"player": "ann"}),
    ):
        if mbs:
            t.do(do, by=SHIFT_MANAGER, **fields)
        else:
            found = t.refuse(do, by=SHIFT_MANAGER, **fields)
            assert found.code == "not-allowed"
            assert found.message == f"{t.state.book.title} gives nobody that power."
    assert ("ann" in t.state.barred_players) is mbs
    assert ("ann" in t.state.one_position) is mbs
    if mbs:
        found = t.refuse("choose-operation", by=SHIFT_MANAGER, operation="close-table")
        assert found.code == "not-allowed"


def test_a_post_is_named_in_words() -> None:
    found = Table.open(MS).refuse("restore-progressive", by=SUPERVISOR)

    assert found.message == "A pit supervisor may not do that."


@pytest.mark.parametrize(
    "command", [command for command, _ in LEAST], ids=lambda command: type(command).__name__
)
def test_before_a_table_is_open_nothing_else_is_done(command: c.AnyCommand) -> None:
    found = decide(None, command, Actor(Post.SHIFT_MANAGER, "max"), Given())

    assert found == TableRefused(TableRefusal.NO_TABLE, "Open the table first.")


@pytest.mark.parametrize(
    "command",
    [command for command, _ in LEAST if not isinstance(command, c.DecideMoney)],
    ids=lambda command: type(command).__name__,
)
def test_at_a_closed_table_nothing_is_done(command: c.AnyCommand) -> None:
    t = Table.open(SS)
    t.do("close-table", by=SUPERVISOR)
    found = decide(t.state, command, Actor(Post.SHIFT_MANAGER, "max"), Given())

    assert found == TableRefused(TableRefusal.TABLE_CLOSED, "The table is closed.")


def test_a_table_has_the_name_it_is_given() -> None:
    command = Table.open(MS).state.settings
    sam = Actor(Post.PIT_SUPERVISOR, "sam")

    assert decide(None, command, sam, Given()) == (e.TableOpened("table", command, sam),)
    assert decide(None, command, sam, Given(), "t9") == (e.TableOpened("t9", command, sam),)


def test_rulebooks_come_from_the_shelf_that_is_given() -> None:
    command = Table.open(MS).state.settings
    strangers = Shelf(paths=False)
    sam = Actor(Post.PIT_SUPERVISOR, "sam")
    own = c.OpenTable(rulebook="own.toml", layout="A", boxes=1, dealing="shoe", cards="entered")

    assert isinstance(decide(None, command, sam, Given(), shelf=strangers), tuple)
    found = decide(None, own, sam, Given(), shelf=strangers)
    assert isinstance(found, TableRefused)
    assert found.message.startswith("There is no rulebook 'own.toml'; the ids are ")
    assert "path" not in found.message


def test_the_same_question_has_the_same_answer() -> None:
    t = ready(MS, ann=(1, {"ante": "25"}))
    state, command = t.state, c.Fold(1)
    ann = Actor(Post.PLAYER, "ann")

    assert decide(state, command, ann, Given()) == decide(state, command, ann, Given())
    assert t.state is state


# ── closing ───────────────────────────────────────────────────────────────────────────────────────


def test_a_table_closes_between_rounds() -> None:
    t = Table.open(MS)
    t.do("open-betting")
    assert t.refused("close-table", by=SUPERVISOR)[0] == "round-in-progress"
    t.do("conclude")
    assert t.do("close-table", by=SUPERVISOR) == (e.TableClosed(Actor(Post.PIT_SUPERVISOR, "sam")),)
    assert t.view()["open"] is False


def test_a_table_that_waits_for_the_house_is_closed_by_the_house() -> None:
    t = Table.open(MS)
    t.do("open-betting")
    t.do("report", incident="progressive-system-down")
    t.settle()
    t.do("conclude")

    assert t.refused("close-table", by=SHIFT_MANAGER)[0] == "operation-pending"
    t.do("choose-operation", by=SHIFT_MANAGER, operation="close-table")
    assert t.view()["open"] is False
    t.do("open-table", by=SUPERVISOR, **setting(BE))
    assert t.view()["open"] is True


@pytest.mark.parametrize(
    ("operation", "box", "event"),
    [
        ("close-table", None, e.OperationChosen("close-table", Actor(Post.SHIFT_MANAGER, "max"))),
        # A box is for barring; elsewhere it says nothing.
        ("close-table", 3, e.OperationChosen("close-table", Actor(Post.SHIFT_MANAGER, "max"))),
        ("bar-box", 3, e.OperationChosen("bar-box", Actor(Post.SHIFT_MANAGER, "max"), 3)),
    ],
)
def test_what_the_house_chose_is_kept(
    operation: str, box: int | None, event: e.OperationChosen
) -> None:
    t = Table.open(MS)
    t.do("open-betting")
    t.do("report", incident="progressive-system-down")
    t.settle()
    t.do("conclude")
    fields: dict[str, Any] = {"operation": operation, "box": box}

    assert t.do("choose-operation", by=SHIFT_MANAGER, **fields) == (event,)
