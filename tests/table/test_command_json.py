"""Commands as JSON gives them: what is understood, and what is said of the rest."""

from typing import Any

import pytest

from pitboss.games.faults import Fault
from pitboss.games.record import Jackpot
from pitboss.kernel.cards import SPELLINGS, parse_cards
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table.command_json import CommandLine, read_actor, read_command, read_line
from tests.support import MS

CARD = SPELLINGS["Td"]


def line(**fields: Any) -> dict[str, Any]:
    """A line with the least that every line has; ``now_ms`` and ``jackpot`` keep their names."""
    return {"by": "dealer:dana", "do": "deal"} | fields


def fault(raw: object) -> tuple[str, str]:
    """The code and the place of the fault that a line has; its message is a phrase and names no
    Python type.
    """
    with pytest.raises(Fault) as caught:
        read_line(raw)
    assert caught.value.message
    assert "<class" not in caught.value.message
    return (caught.value.code.value, caught.value.at)


# ── the line around a command ─────────────────────────────────────────────────────────────────────


def test_a_line_has_all_that_comes_beside_a_command() -> None:
    found = read_line(
        {
            "table": "t7",
            "by": "pit-manager:pat",
            "do": "settle",
            "jackpot": {"displayed": "1234.56", "reset": "1000"},
            "now_ms": 12,
            "secret": "00ff" * 16,
            "note": "what people write for themselves is left alone",
        }
    )

    assert found == CommandLine(
        "t7",
        Actor(Post.PIT_MANAGER, "pat"),
        c.Settle(),
        Jackpot(Cents(1234_56), Cents(1000_00)),
        12,
        b"\x00\xff" * 16,
    )


def test_a_line_needs_no_more_than_who_and_what() -> None:
    assert read_line(line()) == CommandLine(
        "table", Actor(Post.DEALER, "dana"), c.Deal(), None, None, None
    )


def test_what_is_written_as_null_is_as_good_as_left_out() -> None:
    found = read_line(line(jackpot=None, now_ms=None, secret=None, cards=None, to=None))

    assert found == read_line(line())


@pytest.mark.parametrize("raw", [None, [], "deal", 7, True])
def test_a_line_is_an_object(raw: object) -> None:
    assert fault(raw) == ("bad-field", "")


@pytest.mark.parametrize(
    "more",
    [
        {"table": "t\ud800"},
        {"by": "player:\ud800"},
        {"do": "give-seed", "seed": "cheese\udfff"},
        {"do": "report", "incident": "unlisted", "facts": {"what\ud800": True}},
        {"note": ["\ud800"]},
    ],
    ids=["table", "by", "seed", "fact", "note"],
)
def test_half_a_character_is_not_taken(more: dict[str, Any]) -> None:
    assert fault(line(**more)) == ("bad-field", "")


def test_a_report_is_described_in_the_reporters_words() -> None:
    found = read_line(
        line(do="report", incident="unlisted", description="  A drink went over box 2. \n")
    )

    assert found.command == c.Report(incident="unlisted", description="A drink went over box 2.")
    assert read_line(
        line(do="report", incident="unlisted", description="é" * 500)
    ).command == c.Report(incident="unlisted", description="é" * 500)
    undescribed = read_line(line(do="report", incident="unlisted", description=None))
    assert undescribed.command == c.Report(incident="unlisted")


@pytest.mark.parametrize(
    ("description", "says"),
    [
        ("", "a description has 1 to 500 characters, and this is empty"),
        (" \t\n", "a description has 1 to 500 characters, and this is empty"),
        ("x" * 501, "a description has 1 to 500 characters, and this has 501"),
        ("a\tb", "a description is one line of plain text; take out the character U+0009"),
        ("a\u202eb", "a description is one line of plain text; take out the character U+202E"),
    ],
    ids=["empty", "blank", "long", "control", "turned-round"],
)
def test_a_description_is_one_line_of_some_length(description: str, says: str) -> None:
    with pytest.raises(Fault) as raised:
        read_line(line(do="report", incident="unlisted", description=description))

    assert (raised.value.code, raised.value.at, raised.value.message) == (
        "bad-field",
        "description",
        says,
    )


def test_a_description_is_text() -> None:
    assert fault(line(do="report", incident="unlisted", description=7)) == (
        "bad-field",
        "description",
    )


@pytest.mark.parametrize("table", ["", None, 7, ["t1"]])
def test_a_table_has_a_name(table: object) -> None:
    assert fault(line(table=table)) == ("bad-field", "table")


@pytest.mark.parametrize("now_ms", ["12", 1.5, True, [12]])
def test_a_time_is_a_whole_number(now_ms: object) -> None:
    assert fault(line(now_ms=now_ms)) == ("bad-field", "now_ms")


@pytest.mark.parametrize("secret", [5, "zz", "0", ["00"]])
def test_a_secret_is_hexadecimal(secret: object) -> None:
    assert fault(line(secret=secret)) == ("bad-field", "secret")


@pytest.mark.parametrize(
    ("jackpot", "expected"),
    [
        (7, ("bad-field", "jackpot")),
        ([], ("bad-field", "jackpot")),
        ({}, ("bad-amount", "jackpot.displayed")),
        ({"displayed": "1"}, ("bad-amount", "jackpot.reset")),
        ({"displayed": 250000, "reset": "1"}, ("bad-amount", "jackpot.displayed")),
        ({"displayed": "1", "reset": "1.005"}, ("bad-amount", "jackpot.reset")),
    ],
)
def test_a_jackpot_has_two_amounts(jackpot: object, expected: tuple[str, str]) -> None:
    assert fault(line(jackpot=jackpot)) == expected


# ── who acts ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("by", "actor"),
    [
        ("player:ann", Actor(Post.PLAYER, "ann")),
        ("player:ann:the:first", Actor(Post.PLAYER, "ann:the:first")),
        ("dealer", Actor(Post.DEALER, "dealer")),
        ("dealer:", Actor(Post.DEALER, "dealer")),
        ("pit-supervisor:sam", Actor(Post.PIT_SUPERVISOR, "sam")),
        ("pit-manager:pat", Actor(Post.PIT_MANAGER, "pat")),
        ("shift-manager:max", Actor(Post.SHIFT_MANAGER, "max")),
    ],
)
def test_an_actor_is_a_post_and_a_name(by: str, actor: Actor) -> None:
    assert read_actor(by) == actor


@pytest.mark.parametrize(
    ("by", "code"),
    [
        (None, "missing-field"),
        ("", "bad-field"),
        ("ann", "bad-field"),
        ("player", "bad-field"),
        ("player:", "bad-field"),
        ("Dealer:dana", "bad-field"),
        ("house:max", "bad-field"),
        (["player:ann"], "bad-field"),
        (7, "bad-field"),
    ],
)
def test_whoever_is_not_an_actor_is_told_how_to_write_one(by: object, code: str) -> None:
    with pytest.raises(Fault) as caught:
        read_actor(by)

    assert (caught.value.code.value, caught.value.at) == (code, "by")
    assert '"player:ann"' in caught.value.message


# ── commands ──────────────────────────────────────────────────────────────────────────────────────

COMMANDS: list[tuple[dict[str, Any], c.TableCommand]] = [
    (
        {
            "do": "open-table",
            "rulebook": MS,
            "layout": "A",
            "boxes": 6,
            "dealing": "shoe",
            "cards": "entered",
            "limits": {"ante": {"min": "10", "max": "1000.50"}},
            "progressive-bet": "5",
        },
        c.OpenTable(
            rulebook=MS,
            layout="A",
            boxes=6,
            dealing="shoe",
            cards="entered",
            limits={"ante": c.LimitSetting(Cents(10_00), Cents(1000_50))},
            progressive_bet=Cents(5_00),
        ),
    ),
    ({"do": "close-table"}, c.CloseTable()),
    ({"do": "hold-to-one-position", "player": "ann"}, c.HoldToOnePosition("ann")),
    ({"do": "stop-player", "player": "ann"}, c.StopPlayer("ann")),
    ({"do": "lift-one-position", "player": "ann"}, c.LiftOnePosition("ann")),
    ({"do": "lift-bar", "player": "ann"}, c.LiftBar("ann")),
    ({"do": "restore-progressive"}, c.RestoreProgressive()),
    ({"do": "open-betting"}, c.OpenBetting()),
    ({"do": "give-seed", "seed": "cheese"}, c.GiveSeed("cheese")),
    ({"do": "commit-seed", "commitment": "ab"}, c.CommitSeed("ab")),
    ({"do": "open-seed", "seed": "cd"}, c.OpenSeed("cd")),
    (
        {"do": "place-bet", "box": 1, "bet": "ante", "amount": "25"},
        c.PlaceBet(1, "ante", Cents(25_00)),
    ),
    (
        {"do": "place-bet", "box": 1, "bet": "ante", "amount": "0.01", "player": "ann"},
        c.PlaceBet(1, "ante", Cents(1), "ann"),
    ),
    ({"do": "withdraw-bet", "box": 2, "bet": "main"}, c.WithdrawBet(2, "main")),
    ({"do": "close-betting"}, c.CloseBetting()),
    ({"do": "close-betting", "let-stand": True}, c.CloseBetting(let_stand=True)),
    ({"do": "deal"}, c.Deal()),
    ({"do": "deal", "cards": ["Td", "10d"], "to": "1"}, c.Deal((CARD, CARD), "1")),
    ({"do": "deal", "cards": "td", "all": True}, c.Deal((CARD,), all=True)),
    ({"do": "deal", "to": 12}, c.Deal(to="12")),
    ({"do": "examine", "box": 3}, c.Examine(3)),
    ({"do": "fold", "box": 3, "player": "ann"}, c.Fold(3, "ann")),
    ({"do": "raise", "box": 3, "amount": "50.00"}, c.Raise(3, Cents(50_00))),
    ({"do": "check", "box": 3}, c.Check(3)),
    ({"do": "set-hand", "box": 3}, c.SetHand(3)),
    ({"do": "set-hand", "box": 3, "three": ["Td"]}, c.SetHand(3, (CARD,))),
    ({"do": "show-hand", "box": 3, "cards": "10d"}, c.ShowHand(box=3, cards=(CARD,))),
    (
        {"do": "show-hand", "place": "dealer", "cards": ["Td"], "three": "TD"},
        c.ShowHand(place="dealer", cards=(CARD,), three=(CARD,)),
    ),
    ({"do": "decline-to-show", "box": 3}, c.DeclineToShow(3)),
    ({"do": "decline-to-show", "rest": True}, c.DeclineToShow(rest=True)),
    (
        {"do": "establish-hand", "box": 3, "bets": ["progressive"]},
        c.EstablishHand(3, ("progressive",)),
    ),
    (
        {"do": "establish-hand", "box": 3, "bets": ["progressive"], "cards": "Td"},
        c.EstablishHand(3, ("progressive",), (CARD,)),
    ),
    ({"do": "settle"}, c.Settle()),
    ({"do": "conclude"}, c.Conclude()),
    ({"do": "report", "incident": "misdeal"}, c.Report(incident="misdeal")),
    (
        {
            "do": "report",
            "incident": "misdeal",
            "facts": {"count": 2, "dealers_card": False, "noticed": "later"},
            "box": 1,
            "boxes": [1, 2],
            "bet": "ante",
            "amount": "12.34",
            "moves": [[1, 2], [2, 1]],
        },
        c.Report(
            incident="misdeal",
            facts={"count": 2, "dealers_card": False, "noticed": "later"},
            box=1,
            boxes=(1, 2),
            bet="ante",
            amount=Cents(12_34),
            moves=((1, 2), (2, 1)),
        ),
    ),
    (
        {
            "do": "report",
            "incident": "other-dealing-error",
            "hands": {"1": ["Td"], "dealer": "10dTD"},
        },
        c.Report(incident="other-dealing-error", hands={"1": (CARD,), "dealer": (CARD, CARD)}),
    ),
    ({"do": "confirm"}, c.Confirm()),
    ({"do": "confirm", "approves": "ab12"}, c.Confirm(approves="ab12")),
    (
        {"do": "confirm", "facts": {"intentional": True}, "decision": "continue"},
        c.Confirm({"intentional": True}, "continue"),
    ),
    ({"do": "choose-option", "box": 1, "option": "withdraw"}, c.ChooseOption(1, "withdraw")),
    ({"do": "close-options"}, c.CloseOptions()),
    ({"do": "choose-operation", "operation": "bar-box", "box": 2}, c.ChooseOperation("bar-box", 2)),
    ({"do": "take-back"}, c.TakeBack()),
    ({"do": "take-back", "entry": 7}, c.TakeBack(7)),
    ({"do": "correct", "entry": 7, "reason": " So. "}, c.Correct(entry=7, reason="So.")),
    ({"do": "correct", "entry": 7}, c.Correct(entry=7, reason="")),
    (
        {
            "do": "correct",
            "before": 7,
            "reason": "So.",
            "should-be": {"do": "deal", "cards": ["2c"], "to": "1"},
        },
        c.Correct(before=7, reason="So.", should_be=c.Deal(parse_cards("2c"), "1")),
    ),
    ({"do": "allow-correction", "approves": "ab12"}, c.AllowCorrection("ab12")),
    ({"do": "drop-correction"}, c.DropCorrection()),
    (
        {"do": "decide-money", "round": "t1-1", "amount": "25", "payee": "ann", "reason": "So."},
        c.DecideMoney(round="t1-1", amount=Cents(25_00), payee="ann", reason="So."),
    ),
]


@pytest.mark.parametrize(
    ("raw", "command"), COMMANDS, ids=[f"{raw['do']}-{len(raw)}" for raw, _ in COMMANDS]
)
def test_a_command_is_understood(raw: dict[str, Any], command: c.TableCommand) -> None:
    assert read_command(raw) == command


def test_every_command_is_among_those() -> None:
    assert {type(command) for _, command in COMMANDS} == set(c.AnyCommand.__args__)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"do": None}, ("missing-field", "do")),
        ({"do": "dance"}, ("bad-field", "do")),
        ({"do": "Deal"}, ("bad-field", "do")),
        ({"do": ["deal"]}, ("bad-field", "do")),
        ({"do": "fold"}, ("bad-field", "")),
        ({"do": "fold", "box": "1"}, ("bad-field", "box")),
        ({"do": "fold", "box": True}, ("bad-field", "box")),
        ({"do": "fold", "box": 1.0}, ("bad-field", "box")),
        ({"do": "fold", "box": 1, "amount": "5"}, ("bad-field", "")),
        ({"do": "close-betting", "let_stand": True}, ("bad-field", "")),
        ({"do": "raise", "box": 1, "amount": 50}, ("bad-amount", "amount")),
        ({"do": "raise", "box": 1, "amount": "-50"}, ("bad-amount", "amount")),
        ({"do": "raise", "box": 1, "amount": "50.001"}, ("bad-amount", "amount")),
        ({"do": "raise", "box": 1, "amount": None}, ("bad-field", "amount")),
        ({"do": "deal", "cards": ["Ah", "1h"]}, ("bad-card", "cards[1]")),
        ({"do": "deal", "cards": [14]}, ("bad-card", "cards[0]")),
        ({"do": "deal", "cards": "Ahx"}, ("bad-card", "cards")),
        ({"do": "deal", "cards": 7}, ("bad-field", "cards")),
        ({"do": "deal", "to": True}, ("bad-field", "to")),
        (
            {"do": "report", "incident": "misdeal", "hands": {"1": ["Td", "1d"]}},
            ("bad-card", "hands.1[1]"),
        ),
        (
            {"do": "report", "incident": "misdeal", "hands": {"dealer": "Td1d"}},
            ("bad-card", "hands.dealer"),
        ),
        ({"do": "report", "incident": "misdeal", "hands": {"1": 7}}, ("bad-field", "hands[...]")),
        ({"do": "set-hand", "box": 1, "three": ["Ah", None]}, ("bad-card", "three[1]")),
        ({"do": "report", "incident": "misdeal", "facts": []}, ("bad-field", "facts")),
        (
            {"do": "report", "incident": "misdeal", "facts": {"count": 1.5}},
            ("bad-field", "facts[...]"),
        ),
        ({"do": "report", "incident": "misdeal", "moves": [[1, 2, 3]]}, ("bad-field", "moves[0]")),
        ({"do": "confirm", "decision": "perhaps"}, ("bad-field", "decision")),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_command_is_told_with_its_place(
    raw: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert fault(line(**raw)) == expected


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({"ante": {"min": 10}}, ("bad-amount", "limits.ante.min")),
        ({"ante": {"min": "10", "max": None}}, ("bad-amount", "limits.ante.max")),
        ({"ante": {"least": "10"}}, ("bad-field", "limits[...]")),
        ({"ante": "10"}, ("bad-field", "limits[...]")),
        ([], ("bad-field", "limits")),
    ],
    ids=str,
)
def test_limits_are_a_least_and_a_most_of_each_bet(
    limits: object, expected: tuple[str, str]
) -> None:
    raw = COMMANDS[0][0] | {"limits": limits}

    assert fault(line(**raw)) == expected


def test_what_is_wrong_is_told_in_words_with_the_fields_there_are() -> None:
    with pytest.raises(Fault) as caught:
        read_line(line(do="fold", box="1"))

    assert caught.value.message == "fold: expected `int`, got `str`; its fields are box, player"


def test_a_command_without_fields_says_that_it_has_none() -> None:
    with pytest.raises(Fault, match="its fields are none"):
        read_line(line(do="settle", box=1))


def test_an_unknown_command_is_told_those_there_are() -> None:
    with pytest.raises(Fault) as caught:
        read_line(line(do="dance"))

    for kind in c.AnyCommand.__args__:
        assert str(kind.__struct_config__.tag) in caught.value.message
