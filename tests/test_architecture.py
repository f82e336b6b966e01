"""ARCHITECTURE.md speaks of things that are there."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/pitboss"
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
CODE = sorted(set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL))))
PARTS = sorted(set(re.findall(r"participant \w+ as ([\w.]+)", TEXT)))
FOLDERS = re.findall(r"^\| `(\w+)/` \|[^|]*\| ([^|]*) \|$", TEXT, flags=re.MULTILINE)
DOTTED = [
    name for name in CODE if re.fullmatch(r"[a-z_]+(\.\w+)+", name) and not name.endswith(".py")
]
PATHS = [name for name in CODE if re.fullmatch(r"(?!build)[\w/]+/[\w.]*", name)]


def exists(name: str) -> bool:
    """Whether a dotted name is a module of Pitboss, or something in one."""
    parts = name.removeprefix("pitboss.").split(".")
    for cut in range(len(parts), 0, -1):
        try:
            there: object = importlib.import_module(".".join(["pitboss", *parts[:cut]]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[cut:]:
            if not hasattr(there, attribute):
                return False
            there = getattr(there, attribute)
        return True
    return hasattr(importlib.import_module("pitboss"), parts[0])


def test_it_names_much() -> None:
    assert len(DOTTED) > 12
    assert len(PATHS) > 30
    assert len(FOLDERS) > 15
    assert len(PARTS) > 8


@pytest.mark.parametrize("name", [*DOTTED, *PARTS])
def test_every_name_is_there(name: str) -> None:
    assert exists(name), name


@pytest.mark.parametrize("path", PATHS)
def test_every_path_is_there(path: str) -> None:
    folders = [ROOT, SOURCE, *(SOURCE / folder for folder, _ in FOLDERS)]
    assert any((folder / path).exists() for folder in folders), path


@pytest.mark.parametrize(("folder", "files"), FOLDERS)
def test_every_folder_has_what_one_is_told_to_look_at(folder: str, files: str) -> None:
    named = re.findall(r"`([^`]+)`", files)
    assert named
    for file in named:
        assert (SOURCE / folder / file).exists(), f"{folder}/{file}"


def test_every_folder_is_told_of() -> None:
    folders = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert folders == {folder for folder, _ in FOLDERS}
