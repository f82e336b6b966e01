"""The guides for operators, pit staff, test labs and authors of games: their links lead somewhere,
and what they tell to run, runs.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.operations.config import load_config
from tests.effort import at_length
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GUIDES = ("operator.md", "pit-staff.md", "test-lab.md", "new-game.md", "python.md")


def anchors(page: Path) -> set[str]:
    """The places in a page that a link can name."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("guide", GUIDES)
def test_every_link_leads_to_a_place(guide: str) -> None:
    text = (DOCS / guide).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^):#]*)(?:#([^)]+))?\)", text)
    assert links
    for name, anchor in links:
        page = DOCS / name if name else DOCS / guide
        assert page.is_file(), f"{guide}: {name}"
        assert not anchor or anchor in anchors(page), f"{guide}: {name}#{anchor}"


def test_what_pit_staff_are_told_the_pages_say_they_say() -> None:
    """What is printed in bold stands on a page, letter for letter."""
    text = " ".join((DOCS / "pit-staff.md").read_text(encoding="utf-8").split())
    told = set(re.findall(r"\*\*(.+?)\*\*", text))
    pages = ROOT / "src" / "pitboss" / "web" / "pages"
    said = "".join(
        page.read_text(encoding="utf-8")
        for page in pages.rglob("*")
        if page.suffix in (".js", ".html")
    )
    # What a console is told by the table to say.
    said += (ROOT / "src" / "pitboss" / "table" / "next_steps.py").read_text(encoding="utf-8")
    assert len(told) > 50
    assert [words for words in sorted(told) if words not in said] == []


def test_every_make_target_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    for guide in GUIDES:
        named = re.findall(
            r"(?:^|`)make ([a-z-]+)", (DOCS / guide).read_text(encoding="utf-8"), flags=re.MULTILINE
        )
        assert set(named) <= targets, guide


@at_length
def test_the_commands_for_test_labs_run_one_after_another(tmp_path: Path) -> None:
    text = (DOCS / "test-lab.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    script = "".join(blocks).replace("pitboss ", f"{sys.executable} -m pitboss ")
    assert script.count("-m pitboss") >= 20
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    found = subprocess.run(
        ["bash", "-ec", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert found.returncode == 0, found.stderr[-2000:]
    assert '"verified":true' in found.stdout


def test_the_settings_of_the_operators_example_are_right(tmp_path: Path) -> None:
    text = (DOCS / "operator.md").read_text(encoding="utf-8")
    example, directory = re.findall(r"^```toml\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    (tmp_path / "directory.toml").write_text(directory)
    config = load_config(tmp_path / "directory.toml", environment={}, folder=tmp_path)
    assert config.settings.directory.client_id == "pitboss"
    file = tmp_path / "pitboss.toml"
    file.write_text(example)
    found = subprocess.run(
        [sys.executable, "-m", "pitboss", "config", "--config", str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert found.returncode == 0, found.stderr
    assert "Asia/Singapore" in found.stdout
