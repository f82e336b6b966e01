"""Games that come and go while a process runs, as no casino has it: what is remembered of them."""

import sys
from pathlib import Path

import pytest

from pitboss.games import fast_reader
from pitboss.games.family import family_of_kind
from pitboss.rulebook import loader, shape


def forget() -> None:
    """Which games are installed is found out again when it is asked next."""
    for remembered in (
        shape._installed,
        shape.shape_named,
        loader.added_files,
        loader.faults_of_added,
        loader.installed,
        family_of_kind,
        fast_reader._reader,
    ):
        remembered.cache_clear()


# ── a small one ───────────────────────────────────────────────────────────────────────────────────

TOY = """
from pathlib import Path

from pitboss.games.stud.book import StudBook
from pitboss.games.stud.family import Stud


class ToyBook(StudBook, frozen=True, tag="toy-stud", eq=False, kw_only=True):
    pass


class Toy(Stud):
    name = "toy-stud"
    book = ToyBook
    rulebooks = Path(__file__).parent
    maths = "toy_stud.maths"


FAMILY = Toy()
"""


def add_toy(folder: Path, monkeypatch: pytest.MonkeyPatch, maths: str = "") -> str:
    """Installs a package ``toy_stud``, a stud of its own with one rulebook; the rulebook's id.
    ``maths`` is the text of its mathematics. Call ``changed`` when it is done with.
    """
    package, about = folder / "toy_stud", folder / "toy_stud-1.0.dist-info"
    package.mkdir()
    about.mkdir()
    (package / "__init__.py").write_text(TOY)
    (package / "maths.py").write_text(maths)
    ours = (loader.DATA / "rws-casino-stud-6.toml").read_text()
    own = ours.replace('"stud"', '"toy-stud"', 1).replace('"rws-casino-stud-6"', '"toy-stud-1"', 1)
    assert own.count("toy-stud") == 2
    (package / "toy-stud-1.toml").write_text(own)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-stud\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pitboss.families]\ntoy-stud = toy_stud:FAMILY\n")
    monkeypatch.syspath_prepend(folder)
    changed()
    return "toy-stud-1"


def changed() -> None:
    """The package is imported again when it is asked for next."""
    for name in ("toy_stud", "toy_stud.maths"):
        sys.modules.pop(name, None)
    forget()
