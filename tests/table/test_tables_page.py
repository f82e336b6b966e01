"""docs/tables.md names everything there is, and what it shows is what happens."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pitboss.rulebook.authority import Post
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.loader import builtin_ids, installed
from pitboss.table.commands import AnyCommand
from pitboss.table.decide import _POWER, LEAST_POST
from pitboss.table.events import AnyEvent
from pitboss.table.refusals import TableRefusal
from pitboss.table.state import Phase
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
COMMANDS = {str(kind.__struct_config__.tag): kind for kind in AnyCommand.__args__}


def section(title: str) -> str:
    """The text under a heading, up to the next one."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The rows of the tables of a section, cell by cell."""
    lines = [line for line in section(title).splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def names(cell: str) -> list[str]:
    """What stands in code in a cell."""
    return re.findall(r"`([^`]+)`", cell)


# ── it names everything ───────────────────────────────────────────────────────────────────────────


def test_every_command_has_a_row() -> None:
    assert sorted(names(row[0])[0] for row in rows("Commands")) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_row_has_the_fields_of_its_command(command: str) -> None:
    """Those that may be left out are in italics."""
    (row,) = [row for row in rows("Commands") if names(row[0]) == [command]]
    told = re.sub(r"\([^)]*\)", "", row[1])
    optional = re.findall(r"\*`([^`]+)`\*", told)
    for field in msgspec.structs.fields(COMMANDS[command]):
        assert field.encode_name in names(told), field.encode_name
        if field.name != "limits":
            assert field.required == (field.encode_name not in optional), field.encode_name
    assert len(names(told)) == len(msgspec.structs.fields(COMMANDS[command]))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_row_says_who_may_give_the_command(command: str) -> None:
    (row,) = [row for row in rows("Commands") if names(row[0]) == [command]]
    kind = COMMANDS[command]
    if kind in _POWER:
        holders = {
            (book.operator, book.powers[_POWER[kind]].authority.least_post)
            for book in (installed(rulebook) for rulebook in builtin_ids())
            if book is not None and _POWER[kind] in book.powers
        }
        ((operator, post),) = holders
        assert row[2] == f"{post.name.lower().replace('_', ' ')} ({operator})"
    elif command == "open-table":
        assert row[2] == "pit supervisor"
    elif command == "confirm":
        assert row[2] == "whom the ruling names"
    else:
        post = LEAST_POST.get(kind, Post.PLAYER)
        assert row[2] == (
            "anybody" if command == "give-seed" else post.name.lower().replace("_", " ")
        )


def test_every_refusal_has_a_row_in_the_order_of_precedence() -> None:
    assert [code for row in rows("Refusals") for code in names(row[0])] == [
        code.value for code in TableRefusal
    ]


def test_every_event_has_a_row() -> None:
    named = [name for row in rows("Events") for name in names(row[0])]
    assert sorted(named) == sorted(str(kind.__struct_config__.tag) for kind in AnyEvent.__args__)


def test_every_phase_has_a_row() -> None:
    phases = [names(row[0])[0] for row in rows("The phases of a round") if len(row) == 3]
    assert phases == [phase.value for phase in Phase]


@pytest.mark.parametrize("rulebook", builtin_ids())
def test_every_way_of_dealing_is_named(rulebook: str) -> None:
    book = installed(rulebook)
    assert book is not None
    (row,) = [row for row in rows("The phases of a round") if rulebook in names(row[0])]
    assert names(row[1]) == list(book.dealing)


def test_every_decision_option_and_operation_is_named() -> None:
    decisions = {"void-round", "continue", "invalidate-hand", "bar-player", "decline"}
    options = {"continue", "continue-reconstructed", "return-and-invalidate", "withdraw", "stay"}
    operations = {
        name
        for book in (installed(rulebook) for rulebook in builtin_ids())
        if book is not None
        for name in book.operations
    }
    confirm, choose = (
        next(row for row in rows("Commands") if names(row[0]) == [command])
        for command in ("confirm", "choose-operation")
    )
    assert decisions <= set(names(confirm[1]))
    assert operations <= set(names(choose[1]))
    assert options <= set(names(section("Irregularities")))


def test_incidents_are_where_the_page_sends_its_reader() -> None:
    rulings = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert "[`pitboss rule`](rulings.md)" in section("Irregularities")
    assert all(f"`{incident}`" in rulings for incident in Incident)


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)]+)\)", PAGE))))
def test_links_lead_somewhere(link: str) -> None:
    file, _, heading = link.partition("#")
    assert not file or (ROOT / "docs" / file).is_file()
    page = (ROOT / "docs" / file).read_text(encoding="utf-8") if file else PAGE
    titles = re.findall(r"^## (.*)$", page, flags=re.MULTILINE)
    headings = {re.sub(r"[^a-z -]", "", title.lower()).replace(" ", "-") for title in titles}
    assert not heading or heading in headings


# ── what it shows happens ─────────────────────────────────────────────────────────────────────────

BLOCKS = re.findall(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command as it stands on the page, with this Python's pitboss."""
    program = f"{shlex.quote(sys.executable)} -m pitboss"
    return subprocess.run(
        re.sub(r"^pitboss\b", lambda _: program, command),
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.long
def test_the_commands_on_the_page_do_what_it_says(tmp_path: Path) -> None:
    """In their order, in one folder, as a reader would type them."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    ran = 0
    for kind, name, text in BLOCKS:
        if kind == "jsonl":
            (tmp_path / name).write_text(text, encoding="utf-8")
        if kind != "console":
            continue
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            done = run(command, tmp_path)
            assert not done.stderr, (command, done.stderr)
            assert done.returncode == (1 if '"error"' in shown else 0), command
            # The examples are long; that they run is what is promised of them.
            if "examples/" not in command:
                assert done.stdout == shown, command
            ran += 1
    assert ran == 10
