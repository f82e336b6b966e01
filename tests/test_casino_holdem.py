"""``examples/casino-holdem`` is a package of its own: installed beside Pitboss in an environment of
its own it passes its tests, and removed it is gone.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.effort import ALL
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "casino-holdem"
GAME = "casino-holdem-1"


class Environment:
    """An environment without pip that sees what is installed beside this one, Pitboss too."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=True)
        self.python = folder / "bin" / "python"
        (self.packages,) = folder.glob("lib/python*/site-packages")
        beside = sysconfig.get_path("purelib")
        (self.packages / "beside.pth").write_text(f"import site; site.addsitedir({beside!r})\n")

    def run(self, *arguments: str | Path, cwd: Path) -> str:
        env = {name: value for name, value in os.environ.items() if not name.startswith("COV_")}
        done = subprocess.run(
            [self.python, *arguments],
            cwd=cwd,
            env=env | {"COLUMNS": "200"},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, (arguments, done.stdout[-4000:], done.stderr[-2000:])
        return done.stdout

    def pip(self, *arguments: str | Path, cwd: Path) -> None:
        options = ("--python", self.python, "--disable-pip-version-check", "-q")
        subprocess.run([sys.executable, "-m", "pip", *options, *arguments], cwd=cwd, check=True)

    def files(self) -> set[Path]:
        return {path.relative_to(self.packages) for path in self.packages.rglob("*")}


def run_the_guide(environment: Environment, folder: Path) -> None:
    """Every command of docs/new-game.md; the package is installed already."""
    text = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    told = "".join(block for language, block in blocks if not language)
    commands = [line.split() for line in told.splitlines()]
    assert len(commands) == 8
    (folder / "examples").symlink_to(ROOT / "examples")
    for program, *arguments in commands:
        if program == "pip":
            assert (folder / arguments[1]).is_dir()
        else:
            assert program == "pitboss"
            environment.run("-m", program, *arguments, cwd=folder)


@pytest.mark.long
def test_it_passes_its_tests_beside_pitboss_and_removing_it_leaves_no_trace(tmp_path: Path) -> None:
    source = tmp_path / "source"
    built = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
    shutil.copytree(EXAMPLE, source, ignore=built)
    environment = Environment(tmp_path / "environment")
    before = environment.files()
    rulebooks = ("-m", "pitboss", "rulebooks")
    without = environment.run(*rulebooks, cwd=tmp_path)
    assert GAME not in without

    options = ("--no-deps", "--no-build-isolation", "--no-index")
    environment.pip("wheel", *options, "-w", tmp_path, source, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    environment.pip("install", *options, wheel, cwd=tmp_path)
    assert GAME in environment.run(*rulebooks, cwd=tmp_path)
    environment.pip("uninstall", "-y", "pitboss-casino-holdem", cwd=tmp_path)
    assert environment.run(*rulebooks, cwd=tmp_path) == without
    assert environment.files() == before

    environment.pip("install", *options, wheel, cwd=tmp_path)
    if ALL:
        run_the_guide(environment, tmp_path)
    passed = environment.run("-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=source)
    assert " passed" in passed
