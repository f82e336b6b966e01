"""``pitboss rulebooks`` and ``pitboss rulebook ID``: everything a rulebook says is on its page, at
any width.
"""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from pitboss.cli.render.rulebook_sheet import shared_out
from pitboss.rulebook.checks import clauses_of, pay_lines
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.loader import DATA, _build
from pitboss.rulebook.words import readings_of
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, SS, book_of

WIDE = 2_000
"""Columns in which nothing has to be folded."""

EVERY_ID = f"{BE}, {SS}, {CS}, {MH}, {MS}"
"""In the order of the alphabet."""


def pitboss(*arguments: str, columns: int = WIDE, **env: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": str(columns), **env})


@cache
def page(*arguments: str, columns: int = WIDE) -> str:
    result = pitboss(*arguments, columns=columns)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def cells(text: str) -> list[list[str]]:
    """The cells of each line; columns stand at least two spaces apart."""
    return [re.split(r" {2,}", line.strip()) for line in text.splitlines()]


def ink(text: str) -> Counter[str]:
    """What is printed, wherever it stands: no spaces, no lines of tables."""
    return Counter(re.sub(r"[\s─]", "", text))


def own_file(folder: Path) -> Path:
    """A rulebook of an operator's own, with a clause list of its own."""
    gists = "".join(
        f"house-stud-1,{number},betting,no,The gist of {number}.\n"
        for number in clauses_of(book_of(MS), DATA)
    )
    (folder / "own.csv").write_text("rulebook,clause,kind,operative,gist\n" + gists)
    text = (DATA / f"{MS}.toml").read_text()
    text = text.replace(f'\nid = "{MS}"', '\nid = "house-stud-1"', 1)
    text = text.replace(f'clause-list = "{MS}"', 'clause-list = "own.csv"', 1)
    text = text.replace('"Multi-Link Progressive Casino Stud Poker"', '"House [bold] Stud"', 1)
    text = text.replace('pays = "400 for 1"', 'pays = "$777.50"', 1)
    file = folder / "mine.toml"
    file.write_text(text)
    return file


# ── the list ──────────────────────────────────────────────────────────────────────────────────────


def test_the_list() -> None:
    found = cells(page("rulebooks"))
    assert found[0] == ["Rulebook", "Version", "Family", "In force since", "Wagers", "Clauses"]
    assert found[2] == [
        BE,
        "MBS 4",
        "bullseye",
        "2020-08-07 00:00+08:00",
        "main, tie, suits, bullseye, progressive",
        "147 (146)",
    ]
    assert found[3] == ["Megalink Bullseye"]
    assert [
        SS,
        "MBS 6",
        "stud",
        "2019-08-02 00:00+08:00",
        "ante, bet, progressive",
        "119 (115)",
    ] in found
    assert [CS, "RWS 6", "stud", "not stated", "ante, bet, progressive", "132 (121)"] in found
    assert [
        MH,
        "RWS 2",
        "holdem",
        "2020-06-28 08:00+08:00",
        "ante, flop, turn, river, bonus, progressive",
        "164 (153)",
    ] in found
    assert [
        MS,
        "RWS 3",
        "stud",
        "2020-12-08 08:00+08:00",
        "ante, bet, progressive",
        "141 (130)",
    ] in found


@pytest.mark.parametrize("columns", [80, 120])
def test_the_list_keeps_ids_whole(columns: int) -> None:
    text = page("rulebooks", columns=columns)
    assert [
        line.split()[0] for line in text.splitlines() if re.match(r"(rws|mbs)-", line)
    ] == EVERY_ID.split(", ")


def test_the_list_as_json() -> None:
    found = json.loads(page("rulebooks", "--json"))
    assert [book["id"] for book in found] == EVERY_ID.split(", ")
    assert found[2] == {
        "id": CS,
        "title": "Casino Stud Poker",
        "operator": "RWS",
        "version": "6",
        "family": "stud",
        "effective_since": None,
        "wagers": ["ante", "bet", "progressive"],
        "clauses": 132,
        "operative_clauses": 121,
    }
    assert found[4]["effective_since"] == "2020-12-08T08:00:00+08:00"


# ── one rulebook: the whole of it ─────────────────────────────────────────────────────────────────


@pytest.mark.long
@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("name", [*RULEBOOKS, None])
def test_nothing_is_cut_off_at_any_width(name: str | None, columns: int) -> None:
    arguments = ("rulebooks",) if name is None else ("rulebook", name)
    wide, narrow = page(*arguments), page(*arguments, columns=columns)
    assert max(map(len, narrow.splitlines())) <= columns
    assert ink(narrow) == ink(wide)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_pipe_gets_plain_text(name: str) -> None:
    text = page("rulebook", name, columns=80)
    assert "\x1b" not in text
    assert not [line for line in text.splitlines() if line != line.rstrip()]


def test_a_terminal_gets_headings_that_stand_out() -> None:
    result = pitboss("rulebook", MS, columns=80, FORCE_COLOR="1", TERM="xterm-256color")
    assert result.stdout.startswith("\x1b[1mMulti-Link Progressive Casino Stud Poker\x1b[0m\n")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", result.stdout)
    assert ink(plain) == ink(page("rulebook", MS))


def test_the_head_of_a_page() -> None:
    assert page("rulebook", SS, columns=80).splitlines()[:10] == [
        "Megalink Singapore Stud Poker",
        "",
        "Id              mbs-megalink-stud-6",
        "Document        version 6, MBS; plays as stud",
        "In force since  2019-08-02 00:00+08:00 (cover page; the day without an hour)",
        "Deck            52 cards (2.1)",
        "Layouts         A: 5 to 7 boxes (Appendix A)",
        "                B: 5 to 7 boxes (Appendix B)",
        "                C: 4 to 6 boxes (Appendix C)",
        "                D: 4 to 6 boxes (Appendix D)",
    ]
    assert "Layouts         A, B, C, D: 1 to 20 boxes (2.1.1.a)" in page("rulebook", MH, columns=80)
    assert (
        "In force since  not stated (no date in the text at hand; the approval gives it)"
    ) in page("rulebook", CS)


def test_the_sections_come_in_this_order() -> None:
    headings = [
        line.partition(" ──")[0] for line in page("rulebook", MS).splitlines() if " ──" in line
    ]
    assert headings == [
        "At the table",
        "Dealing",
        "Wagers",
        "Pay tables",
        "Folding, leaving, hiding",
        "Order of jackpot payment",
        "Rulings: for each incident the first row whose facts hold",
        "Who may do what",
        "While the jackpot is down",
        "What a table refuses",
        "Readings: where the document is open, and what is taken",
        "Notes: open questions with one answer",
        f"Clauses of {MS}, in our own words",
    ]
    assert "While the jackpot is down" not in page("rulebook", BE)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_pay_line_and_cap_is_there_with_its_clause(name: str) -> None:
    found = cells(page("rulebook", name))
    book = book_of(name)
    lines = [
        line
        for wager in book.pays.__struct_fields__
        for _, line in pay_lines(getattr(book.pays, wager))
    ]
    assert len(lines) > 15
    paid = Counter((row[1], row[2]) for row in found if len(row) == 3)
    for (pays, clause), count in Counter((str(line.pays), line.clause) for line in lines).items():
        assert paid[pays, clause] == count
    caps = [row for row in found if row[0] == "the most it can win on a box"]
    expected = ["the most it can win on a box", "$100000.00", "4.1.1"]
    assert caps == ([] if name in MBS_RULEBOOKS else [expected])


@pytest.mark.parametrize(
    ("name", "row"),
    [
        (MS, ["four of a kind", "400 for 1", "4.2:four-of-a-kind"]),
        (MS, ["dealer does not qualify", "1 to 1", "4.1:ante-dealer-not-qualified"]),
        (CS, ["four of a kind", "$500", "4.2:four-of-a-kind"]),
        (SS, ["four of a kind", "$2000", "4.2:four-of-a-kind"]),
        (SS, ["five odd cards", "1 to 1", "4.1.2:one-pair-or-lower"]),
        (MH, ["wins with a straight or better", "1 to 1", "4.1:ante-straight-or-better"]),
        (MH, ["A-A, player and dealer", "1000 to 1", "4.1:bonus-aa-player-and-dealer"]),
        (MH, ["K-K, Q-Q or J-J", "10 to 1", "4.1:bonus-kk-qq-jj"]),
        (BE, ["neither has a 3 Card Hand", "8 to 1", "4.2:both-without-3-card-hand"]),
        (BE, ["five pictures", "200 to 1", "4.3:5-pictures"]),
        (BE, ["five of one suit", "20 to 1", "4.4:5-suited"]),
        # Wagers and what they need
        (MS, ["bet", "BET", "raise", "2 x the Ante", "1.3"]),
        (MH, ["turn", "Turn", "raise", "1 x the Ante", "1.29"]),
        (BE, ["main", "Main", "opening", "nothing; opens the box", "3.5"]),
        (BE, ["tie", "Tie", "side", "the Main on the box", "3.6"]),
        (SS, ["progressive", "Progressive Jackpot", "progressive", "the Ante on the box", "3.5"]),
        # Limits
        (MS, ["under the minimum", "plays as it lies, every time", "5.2.1"]),
        (
            SS,
            [
                "under the minimum",
                (
                    "plays as it lies once for each player and gaming day; after that it goes "
                    "back, win or lose"
                ),
                "5.13",
            ],
        ),
        (
            MH,
            [
                "Flop, Turn or River too large",
                "plays as its multiple; the rest goes back",
                "5.3.1",
            ],
        ),
        (SS, ["Bet too small", "plays as it lies", "3.9.2, 6.1"]),
        # Dealing
        (
            MH,
            [
                "shoe",
                (
                    "One card at a time from the card shoe: players, decisions, flop, decisions, "
                    "turn, decisions, river, dealer. A burn before players, flop, turn and river. "
                    "No card of the dealer lies face up."
                ),
                "3.11",
            ],
        ),
        (
            BE,
            [
                "method-c",
                (
                    "Whole sets from an automated device: dealer, players, decisions. No burn. No "
                    "card of the dealer lies face up. A security card lies under the dealer's "
                    "cards."
                ),
                "3.8.3.1",
            ],
        ),
        (
            SS,
            [
                "manual",
                (
                    "One card at a time from a manual device: players, dealer, decisions. No burn. "
                    "The dealer's last card lies face up."
                ),
                "3.8",
            ],
        ),
        # Folding, leaving, hiding
        (MS, ["dealer qualifies", "with ace-king or better", "1.14"]),
        (
            MS,
            [
                "folding",
                "The hand is given up; its progressive wager stays and is paid on the cards.",
                "3.12.1",
            ],
        ),
        (
            CS,
            [
                "folding",
                "The hand is given up, and its progressive wager is lost with it.",
                "3.12.1",
            ],
        ),
        (
            SS,
            [
                "leaving",
                (
                    "The hand of a player who leaves with a decision open is invalid; its "
                    "wagers go back."
                ),
                "5.11",
            ],
        ),
        (MS, ["leaving", "A player who leaves with a decision open counts as folded.", "5.5"]),
        (
            MS,
            [
                "hiding",
                (
                    "A hand that is not shown counts as folded; its progressive wager is paid "
                    "where the player proves the hand for it."
                ),
                "4.3",
            ],
        ),
        (
            CS,
            [
                "hiding",
                (
                    "The document does not say what becomes of a hand that is not shown (reading "
                    "hidden-hand: rank-unproved); its progressive wager is paid where the player "
                    "proves the hand for it."
                ),
                "4.3",
            ],
        ),
        (
            SS,
            [
                "hiding",
                (
                    "A hand that is not shown ranks below the dealer's (reading "
                    "declined-with-no-hand: ante-paid-and-bet-returned); its progressive wager is "
                    "lost."
                ),
                "3.10.1",
            ],
        ),
        (
            MH,
            [
                "leaving",
                (
                    "A player who leaves with a decision open counts as folded (after the Flop "
                    "wager, reading leaving-after-flop: folded-and-all-lost)."
                ),
                "5.5",
            ],
        ),
        (
            BE,
            [
                "hiding",
                "A hand that is not shown ranks below the dealer's; all its wagers are lost.",
                "3.17",
            ],
        ),
        # The jackpot
        (
            MS,
            [
                "one table",
                "one after another in the order of dealing, each from what is then displayed",
                "4.5.1",
            ],
        ),
        (MS, ["several tables", "first the hand whose cards were complete first", "4.5.2"]),
        (BE, ["one table", "winners of a kind share a pool equally", "3.20"]),
        (
            BE,
            [
                "several royal flushes",
                "one reset for each further winner, by the reading of that name",
                "3.20.1",
            ],
        ),
        (BE, ["royal and straight", "royal flushes come last", "3.20.3"]),
        (
            SS,
            [
                "several tables",
                "first the hand that was entered into the jackpot system first",
                "3.14",
            ],
        ),
        # At the table
        (MS, ["betting opens", '"Place your Bets, please"', "3.2"]),
        (MS, ["a box", "bears the wagers of one player", "3.5"]),
        (BE, ["a box", "may bear wagers of several players", "3.5"]),
        (MS, ["no-more-bets", "3.9, 5.11"]),
        # Who may do what
        (MS, ["the house", "Find, for good, who was dealt a full hand first.", "4.5.2"]),
        (BE, ["pit manager or above", "Hold a player to one playing position.", "3.5.3"]),
        (MS, ["bar-box", "Take no bets on the hand or box concerned.", "5.18.2.b"]),
    ],
)
def test_rows_in_full(name: str, row: list[str]) -> None:
    assert row in cells(page("rulebook", name))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_reading_is_there_with_its_alternatives(name: str) -> None:
    found = cells(page("rulebook", name))
    readings = readings_of(book_of(name))
    assert len(readings) >= 2
    for reading_name, reading in readings:
        start = next(
            index for index, row in enumerate(found) if row[:2] == [reading_name, reading.asks]
        )
        assert found[start + 1][:2] == [
            f"question {reading.question}",
            f"taken: {reading.take.value}",
        ]
        others = [choice.value for choice in reading.alternatives if choice is not reading.take]
        assert found[start + 2][0] == f"or: {', '.join(others)}"
        assert [row[-1] for row in found[start : start + len(reading.clauses)]] == list(
            reading.clauses
        )


def test_a_reading_with_one_answer_says_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = (DATA / f"{MS}.toml").read_text()
    file.write_text(
        text.replace('["round-down", "round-half-up", "round-up"]', '["round-down"]', 1)
    )
    assert ["no alternative"] in cells(page("rulebook", str(file)))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_ruling_is_there(name: str) -> None:
    text = page("rulebook", name)
    text = text[text.index("Rulings: ") : text.index("Who may do what")]
    found = cells(text)
    book = book_of(name)
    for incident, rows in book.rulings.items():
        assert sum(row[0] == incident for row in found) == 1
        for row in rows:
            at = next(index for index, line in enumerate(found) if row.because in line)
            above = [cell for line in found[at - 4 : at] for cell in line]
            assert ", ".join(row.effects) in above
            if row.options:
                whose = {"affected": "players affected", "all": "all players"}[str(row.options_for)]
                assert f"{whose} choose: {' or '.join(row.options)}" in above
            if row.authority is not None:
                who = (
                    "the house"
                    if row.authority == "house"
                    else f"{row.authority.replace('-', ' ')} or above"
                )
                assert f"decided by: {who}" in above
            around = [cell for line in found[at - 4 : at + 3] for cell in line]
            assert set(row.clauses) <= set(around)
    for incident in set(Incident) - set(book.rulings):
        said = "(Not named by the document, so ruled as unlisted|Can't happen in this game)"
        assert re.search(rf"^{said}: .*\b{incident}\b", text, re.MULTILINE)


def test_a_ruling_in_full() -> None:
    text = page("rulebook", MS, columns=80)
    start = text.index("burn-missed                   void-round")
    assert text[start:].split("\n\n")[2].splitlines() == [
        "players_have_seen = false     continue, reconstruct                      5.9",
        "can_reconstruct = true        all players choose:                        5.10",
        "                              continue-reconstructed or",
        "                              return-and-invalidate",
        "                              decided by: the house",
        "                              The house finds that the cards can be put",
        "                              right after the missed burn; every player",
        "                              goes on or takes his bets back.",
    ]


def test_incidents_without_a_row() -> None:
    bullseye = page("rulebook", BE)
    assert (
        "Can't happen in this game: wrong-raise, wrong-community-card-count, burn-missed."
    ) in bullseye
    assert (
        "Not named by the document, so ruled as unlisted: cards-insufficient, "
        "card-face-up-in-shoe, cards-drawn-together, other-dealing-error, "
        "progressive-system-down." in bullseye
    )
    assert "Can't happen" not in page("rulebook", MH)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_notes_powers_operations_and_clauses_are_there(name: str) -> None:
    found = cells(page("rulebook", name))
    book = book_of(name)
    for note_name, note in book.notes.items():
        label = f"{note_name.replace('-', ' ')} ({note.question})"
        assert [label, note.take, ", ".join(note.clauses)] in found
    for power in book.powers.values():
        assert [power.what, power.clause] in [row[1:] for row in found]
    for operation_name, operation in book.operations.items():
        assert [operation_name, operation.what, operation.clause] in found
        assert operation.notice is None or [f"Notice: {operation.notice}"] in found
    for code, numbers in book.refusals.items():
        assert [code, ", ".join(numbers)] in found
    for clause in clauses_of(book, DATA).values():
        assert [
            clause.number,
            clause.gist + ("" if clause.operative else " [not operative]"),
        ] in found


def test_clauses_are_grouped_by_kind() -> None:
    found = cells(page("rulebook", BE))
    kinds = [row for row in found if len(row) == 2 and re.fullmatch(r"[0-9]+ clauses", row[1])]
    assert kinds == [
        ["Definition", "13 clauses"],
        ["Equipment", "7 clauses"],
        ["Ranking", "36 clauses"],
        ["Betting", "7 clauses"],
        ["Dealing", "5 clauses"],
        ["Decision", "5 clauses"],
        ["Settlement", "6 clauses"],
        ["Paytable", "23 clauses"],
        ["Progressive", "16 clauses"],
        ["Irregularity", "24 clauses"],
        ["Authority", "5 clauses"],
    ]


# ── other forms ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_file_itself(name: str) -> None:
    result = pitboss("rulebook", name, "--toml")
    assert (result.exit_code, result.stdout_bytes) == (0, (DATA / f"{name}.toml").read_bytes())


@pytest.mark.parametrize("name", RULEBOOKS)
def test_as_json_it_says_all_that_the_file_says(name: str) -> None:
    whole = json.loads(page("rulebook", name, "--json"))
    listed = whole.pop("clauses")
    assert [clause["clause"] for clause in listed] == list(clauses_of(book_of(name), DATA))
    assert set(listed[0]) == {"clause", "kind", "operative", "gist"}
    # Read again as a file would be, it is the same rulebook.
    again = _build(_without_nulls(whole), DATA)
    assert msgspec.to_builtins(again, enc_hook=str) == msgspec.to_builtins(
        book_of(name), enc_hook=str
    )
    assert whole["pays"]["progressive"]["royal-flush"] == {
        "pays": "100% of jackpot",
        "clause": "4.5:royal-flush" if name == BE else "4.2:royal-flush",
    }


def _without_nulls(value: object) -> dict[str, Any]:
    """TOML leaves out what JSON says is null."""

    def kept(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {key: part for key, part in pairs if part is not None}

    found: dict[str, Any] = json.loads(json.dumps(value), object_pairs_hook=kept)
    return found


@pytest.mark.parametrize("columns", [80, 120])
def test_an_own_file_by_its_path(tmp_path: Path, columns: int) -> None:
    file = own_file(tmp_path)
    text = page("rulebook", str(file), columns=columns)
    # Square brackets are no markup here.
    assert text.startswith("House [bold] Stud\n")
    found = cells(text)
    assert ["Id", "house-stud-1"] in found
    assert ["four of a kind", "$777.50", "4.2:four-of-a-kind"] in found
    assert ["Clauses", "141 in the list own.csv, 0 of them operative"] in found
    assert ["4.1.1", "The gist of 4.1.1. [not operative]"] in found
    assert pitboss("rulebook", str(file), "--toml").stdout_bytes == file.read_bytes()
    as_json = json.loads(page("rulebook", str(file), "--json"))
    assert (as_json["id"], as_json["clauses"][0]["gist"]) == ("house-stud-1", "The gist of 1.1.")


def test_a_variant_without_notes_operations_and_refusals_has_no_such_sections(
    tmp_path: Path,
) -> None:
    raw = json.loads(page("rulebook", MS, "--json"))
    whole = (DATA / f"{MS}.toml").read_text()
    for table in ("notes", "operations", "refusals"):
        assert raw[table]
        whole = re.sub(rf"(?ms)^\[{table}(\.[a-z-]+)?\]\n.*?(?=^\[|^# ──|\Z)", "", whole)
    file = tmp_path / "mine.toml"
    file.write_text(whole)
    text = page("rulebook", str(file))
    for heading in ("Notes", "While the jackpot is down", "What a table refuses"):
        assert heading not in text


# ── errors ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "arguments",
    [("rulebook", "nix"), ("rulebook", "nix", "--json"), ("rulebook", "diff", "nix", MS)],
)
def test_an_unknown_id(arguments: tuple[str, ...]) -> None:
    result = pitboss(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"pitboss: there is no rulebook 'nix'; the ids are {EVERY_ID}, or the path of an own "
        ".toml file\n"
    )


@pytest.mark.parametrize("more", [(), ("--toml",), ("--json",)])
def test_a_bad_file(tmp_path: Path, more: tuple[str, ...]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text((DATA / f"{MS}.toml").read_text().replace('"5 to 1"', '"5:1"', 1))
    result = pitboss("rulebook", str(file), *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"pitboss: {file}: pays.bet.flush.pays: '5:1' is not what a line can pay; "
        "write '250 to 1', '400 for 1', '$500' or '10% of jackpot'\n"
    )


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = pitboss("rulebook", f"{tmp_path}/none.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"pitboss: {tmp_path}/none.toml: can't be read: No such file or directory\n"
    )


def test_one_form_at_a_time() -> None:
    result = pitboss("rulebook", MS, "--toml", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "pitboss: give --toml or --json, not both\n"


@pytest.mark.parametrize("names", [(), (MS, CS), ("diff", MS), ("diff", MS, CS, SS)])
def test_a_wrong_number_of_names(names: tuple[str, ...]) -> None:
    result = pitboss("rulebook", *names)
    assert (result.exit_code, result.stdout) == (2, "")


# ── widths ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("natural", "least", "room", "widths"),
    [
        # All fit.
        ([5, 10, 20], {}, 40, [5, 10, 20]),
        # The long one takes what the short ones leave.
        ([5, 10, 200], {}, 40, [5, 10, 25]),
        # Two long ones share; the later gets the odd column.
        ([5, 100, 200], {}, 40, [5, 17, 18]),
        # A column that must not be folded is not.
        ([30, 100, 200], {0: 30}, 78, [30, 24, 24]),
        ([100, 200], {0: 30}, 50, [30, 20]),
        # Unless nothing could be read beside it.
        ([30, 100, 200], {0: 30}, 50, [16, 17, 17]),
        ([30, 5], {0: 30}, 35, [30, 5]),
        # A terminal of no width at all has a column of one each.
        ([30, 5], {}, 0, [1, 1]),
    ],
)
def test_widths_are_shared_out(
    natural: list[int], least: dict[int, int], room: int, widths: list[int]
) -> None:
    assert shared_out(natural, least, room) == widths


# ── docs/rulebooks.md ─────────────────────────────────────────────────────────────────────────────

DOC = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text()


def documented_readings() -> dict[str, tuple[str, str, list[str]]]:
    """In which rulebooks a reading is, its question and its answers, from the table of the
    documentation.
    """
    table = DOC[DOC.index("<!-- readings -->") : DOC.index("<!-- /readings -->")]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| `")]
    return {
        name.strip("`"): (where, question.partition(":")[0], re.findall(r"`([a-z-]+)`:", answers))
        for name, where, question, answers in rows
    }


def test_the_documentation_lists_every_reading_and_alternative() -> None:
    by_name: dict[str, dict[str, tuple[str, list[str]]]] = {}
    for name in RULEBOOKS:
        for reading_name, reading in readings_of(book_of(name)):
            said = (reading.question, [choice.value for choice in reading.alternatives])
            assert reading.take is reading.alternatives[0]
            by_name.setdefault(reading_name, {})[name] = said
    documented = documented_readings()
    assert set(documented) == set(by_name)
    for reading_name, (where, question, answers) in documented.items():
        books = by_name[reading_name]
        assert set(books) == (
            set(RULEBOOKS) if where == "all five" else set(where.replace("`", "").split(", "))
        )
        assert all(said == (question, answers) for said in books.values())


def test_the_documentation_names_every_rulebook_and_table() -> None:
    for name in RULEBOOKS:
        book = book_of(name)
        line = f"| `{name}` | {book.title}, version {book.version} ({book.operator}) | "
        assert line in DOC
        for field in msgspec.structs.fields(book):
            assert f"`{field.encode_name}`" in DOC or re.search(
                rf"`\[?\[{field.encode_name}[].]", DOC
            )


@pytest.mark.parametrize(
    "command", re.findall(r"^pitboss (rulebooks?.*?)(?: +#.*| > .*)?$", DOC, re.MULTILINE)
)
def test_documented_commands_run(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_bytes((DATA / f"{MS}.toml").read_bytes())
    assert pitboss(*command.split()).exit_code == 0


def test_the_documented_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = pitboss("rulebook", MS, "--toml").stdout
    new = re.search(r"```toml\n(flush = .*)\n```", DOC)
    assert new is not None
    old = 'flush = { pays = "5 to 1", clause = "4.1:flush" }'
    assert f"\n{old}\n" in text
    text = text.replace(f'\nid = "{MS}"', '\nid = "house-stud-1"').replace(
        f"\n{old}\n", f"\n{new[1]}\n"
    )
    Path("mine.toml").write_text(text)
    record = {
        "id": "r1",
        "rulebook": "house-stud-1",
        "dealer": ["Ks", "Kc", "7d", "4h", "2c"],
        "boxes": [
            {
                "box": 1,
                "cards": ["Qh", "9h", "8h", "5h", "3h"],
                "bets": {"ante": "25.00", "bet": "50.00"},
            }
        ],
    }
    Path("records.jsonl").write_text(json.dumps(record) + "\n")
    answered = pitboss("settle", "--rulebook", "mine.toml", "records.jsonl")
    assert answered.exit_code == 0
    bet = json.loads(answered.stdout)["boxes"][0]["lines"][1]
    # A flush at 6 to 1 on 50.00.
    assert (bet["bet"], bet["winnings"], bet["row"]) == ("bet", "300.00", "flush")
    Path("mine.toml").write_text(text.replace('"6 to 1"', '"6:1"'))
    refused = pitboss("rulebook", "mine.toml")
    assert refused.exit_code == 2
    assert f"\n{refused.stderr}" in DOC
