"""What is installed: its name, its description, its dependencies, and every file that the program
needs.
"""

import doctest
import email
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
import zipfile
from email.message import Message
from importlib.metadata import distribution
from pathlib import Path
from subprocess import PIPE
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement

import pitboss
from pitboss.web import fonts
from tests.effort import at_length
from tests.patience import PATIENCE_S
from tests.test_examples import examples_of
from tools.sbom import bill

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = "pitboss-casino"


def locked(lock: str) -> dict[str, str]:
    """What a lock file pins, by name."""
    text = (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==([^ ]+)", text, flags=re.MULTILINE))


def copied(folder: Path) -> Path:
    """The checkout without what was built in it: a build folder that is left there would get into
    the wheel.
    """
    folder.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    built = shutil.ignore_patterns("__pycache__", "*.egg-info", fonts.FOLDER.name)
    shutil.copytree(ROOT / "src", folder / "src", ignore=built)
    return folder


def run(*arguments: str | Path, cwd: Path | None = None, **variables: str) -> str:
    env = os.environ | {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONPATH": ""}
    done = subprocess.run(
        arguments,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        env=env | variables,
        cwd=cwd,
    )
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = copied(folder / "source")
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        source,
    )
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def description(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(name))


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    """Pages, rulebooks, tables of the mathematics, migrations: whatever stands in the source
    folder; and the fonts, which are packed while it is built.
    """
    ours = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src" / "pitboss").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    faces = {
        str((fonts.FOLDER / f"{name}.woff2").relative_to(ROOT / "src")) for name in fonts.FACES
    }
    assert faces <= ours, "an installation from a checkout packs them too"
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == ours
    for needed in (
        "web/pages/lobby/lobby.html",
        "rulebook/data/rws-casino-stud-6.toml",
        "py.typed",
    ):
        assert f"pitboss/{needed}" in packed


def test_the_wheel_says_what_it_is(wheel: Path, description: Message) -> None:
    assert wheel.name == f"pitboss_casino-{pitboss.__version__}-py3-none-any.whl"
    assert description["Name"] == NAME
    assert description["Version"] == pitboss.__version__
    assert description["Requires-Python"] == ">=3.11"
    assert description["License-Expression"] == "MIT"
    assert description["Description-Content-Type"] == "text/markdown"
    assert str(description.get_payload()).startswith("# Pitboss\n")
    for name in ("Summary", "Keywords", "Classifier", "Requires-Dist", "License-File"):
        assert description.get_all(name), name


def test_the_command_is_still_called_pitboss(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (one for one in archive.namelist() if one.endswith(".dist-info/entry_points.txt"))
        assert archive.read(name).decode() == "[console_scripts]\npitboss = pitboss.__main__:main\n"


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_examples_of_the_library_are_typed(unpacked: Path, tmp_path: Path) -> None:
    """As somebody has them who has installed the wheel."""
    shown = doctest.DocTestParser().get_examples(examples_of("python.md"))
    page = tmp_path / "page.py"
    page.write_text("".join(example.source for example in shown))
    mypy = (sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}")
    run(*mypy, page, MYPYPATH=str(unpacked), cwd=tmp_path)
    page.write_text("import pitboss\n\npitboss.no_such_name\n")
    with pytest.raises(AssertionError, match='no attribute "no_such_name"'):
        run(*mypy, page, MYPYPATH=str(unpacked), cwd=tmp_path)


@at_length
def test_the_examples_of_the_library_run_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(examples_of("python.md"))
    doctests = (sys.executable, "-m", "doctest", "-o", "ELLIPSIS", page)
    assert run(*doctests, PYTHONPATH=str(unpacked), cwd=tmp_path) == ""


# ── what is installed with it ─────────────────────────────────────────────────────────────────────

EXTRAS = PROJECT["optional-dependencies"]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]


def required(*names: str) -> set[str]:
    """These packages, and all that they require without extras of their own."""
    found: set[str] = set()
    waiting = [Requirement(name) for name in names]
    while waiting:
        requirement = waiting.pop()
        if requirement.name.lower() in found:
            continue
        found.add(requirement.name.lower())
        for line in distribution(requirement.name).requires or ():
            one = Requirement(line)
            if one.marker is None or one.marker.evaluate({"extra": ""}):
                waiting.append(one)
    return found


@pytest.fixture(scope="module")
def light(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in an environment where somebody installed the wheel without extras, copied from
    what is installed here: no network is needed. Its ``site-packages`` hold nothing else.
    """
    folder = tmp_path_factory.mktemp("light")
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    (site,) = folder.glob("lib/python*/site-packages")
    for name in required(*PROJECT["dependencies"]):
        for file in distribution(name).files or ():
            if ".." in file.parts or file.suffix == ".pyc":
                continue
            to = site / file
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), to)
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python")
    run(*pip, "install", "--quiet", "--no-deps", "--no-compile", wheel)
    run(folder / "bin" / "python", "-m", "compileall", "-qq", "-j", "2", site)
    return folder


def test_what_is_installed_without_extras_is_small(light: Path) -> None:
    """At most 75 MB, compiled as pip does it; pip itself is not there."""
    (site,) = light.glob("lib/python*/site-packages")
    taken = sum(file.stat().st_size for file in light.rglob("*") if not file.is_symlink())
    assert taken <= 75_000_000, f"{taken / 1e6:.1f} MB"
    heavy = {"numpy", "numba", "llvmlite", "matplotlib", "psycopg", "fontTools", "brotli"}
    assert heavy.isdisjoint(path.name for path in site.iterdir())


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("maths rws-casino-stud-6", "numba and numpy are not installed; run pip install {maths}"),
        ("maths jackpot", "numba and numpy are not installed; run pip install {maths}"),
        ("maths diff rws-casino-stud-6 mbs-megalink-stud-6", "run pip install {maths}"),
        ("maths rws-casino-stud-6 --html x.html", "matplotlib is not installed; run {plots}"),
        ("maths jackpot --html x.html", "matplotlib is not installed; run {plots}"),
        ("strategy rws-casino-stud-6 --table", "run pip install {maths}"),
        ("strategy rws-casino-stud-6 As Kd Jh 8c 3s 7c", "run pip install {maths}"),
        ("simulate rws-casino-stud-6", "run pip install {maths}"),
        ("floor --database postgresql://nobody@localhost/none", "run pip install {postgres}"),
        ("audit --database postgresql://nobody@localhost/none", "run pip install {postgres}"),
        ("doctor --database postgresql://nobody@localhost/none", "run pip install {postgres}"),
        ("serve --database postgresql://nobody@localhost/none", "run pip install {postgres}"),
        ("move-to-postgres postgresql://nobody@localhost/none", "run pip install {postgres}"),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(
    light: Path, tmp_path: Path, command: str, told: str
) -> None:
    if command.startswith("move"):
        run(light / "bin" / "pitboss", "demo", "floor", "--commands", "5", cwd=tmp_path)
        command += " --database floor/pitboss.db"
    done = subprocess.run(
        [light / "bin" / "pitboss", *command.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    extras = {name: f"'pitboss-casino[{name}]'" for name in EXTRAS}
    extras["plots"] = f"pip install {extras['plots']}"
    assert told.format(**extras) in " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in done.stderr
    assert done.returncode in (1, 2)


def test_everything_else_works_without_extras(light: Path, tmp_path: Path) -> None:
    """A round is settled, a floor is filled and audited, and the demonstration is served."""
    program = light / "bin" / "pitboss"
    assert "rws-casino-stud-6" in run(program, "rulebooks", cwd=tmp_path)
    run(program, "demo", "floor", "--commands", "600", cwd=tmp_path)
    database = ("--database", "floor/pitboss.db")
    assert "everything fits" in run(program, "audit", *database, cwd=tmp_path)
    run(program, "checkpoint", *database, cwd=tmp_path)
    run(program, "evidence", "T1-1", "--no-pdf", *database, cwd=tmp_path)
    run(program, "doctor", *database, cwd=tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serve = [str(program), "serve", "--demo", "--port", str(port)]
    env = os.environ | {"PYTHONPATH": "", "PITBOSS_DATA": "data"}
    with subprocess.Popen(serve, cwd=tmp_path, env=env, text=True, stdout=PIPE) as served:
        try:
            assert served.stdout is not None
            assert any("http://" in line for line in served.stdout), "it prints its address"
            for path, holds in (
                ("/readyz", ""),
                ("/", "<!doctype html>"),
                ("/static/shared/fonts.css", "Pitboss Text"),
            ):
                with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE_S) as answer:
                    assert holds in answer.read().decode(), path
        finally:
            served.terminate()


@pytest.mark.parametrize("requirement", PROJECT["dependencies"])
def test_a_dependency_has_a_lower_bound_that_the_lock_meets(requirement: str) -> None:
    wanted = Requirement(requirement)
    assert any(one.operator == ">=" for one in wanted.specifier), (
        f"{requirement} has no lower bound"
    )
    assert wanted.specifier.contains(locked("run")[wanted.name]), requirement


def test_the_lock_is_made_of_the_same_names() -> None:
    text = (ROOT / "requirements" / "run.in").read_text(encoding="utf-8")
    listed = {
        Requirement(line).name for line in text.splitlines() if line and not line.startswith("#")
    }
    extras = {name: [Requirement(line) for line in lines] for name, lines in EXTRAS.items()}
    assert {one.name for one in extras["all"]} == {NAME}
    of_all = {extra for one in extras["all"] for extra in one.extras}
    for name in [*of_all]:
        of_all |= {extra for one in extras[name] if one.name == NAME for extra in one.extras}
    assert of_all == extras.keys() - {"all", "dask"}
    declared = [
        *(Requirement(line) for line in PROJECT["dependencies"]),
        *(one for name in of_all for one in extras[name] if one.name != NAME),
    ]
    building = [Requirement(line) for line in BUILD["requires"]]
    assert listed == {one.name for one in (*declared, *building)}
    assert not {one.name for one in declared} & {one.name for one in building}
    for one in (*declared, *building):
        assert one.specifier.contains(locked("run")[one.name]), one
    (dask,) = (one for one in extras["dask"] if one.name != NAME)
    assert dask.specifier.contains(locked("test")[dask.name])


def test_every_lock_has_hashes_and_names_no_address() -> None:
    """From where packages are fetched is the business of the machine that fetches them."""
    locks = sorted((ROOT / "requirements").glob("*.lock"))
    assert [lock.stem for lock in locks] == ["bench", "lock", "run", "test"]
    for lock in (*locks, ROOT / "package-lock.json"):
        text = lock.read_text(encoding="utf-8")
        assert not re.findall(
            r"[a-z+]+://|--(?:index-url|extra-index-url|find-links|trusted-host)", text
        ), lock
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    named = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    wanted = named["devDependencies"] | named["optionalDependencies"]
    pinned = {name.removeprefix("node_modules/"): one for name, one in packages.items() if name}
    assert {name: one["version"] for name, one in pinned.items()} == wanted
    assert all(one["integrity"].startswith("sha512-") for one in pinned.values())


def test_nobody_is_told_to_install_what_belongs_to_somebody_else() -> None:
    """The name ``pitboss`` on the package index is not ours."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "src").rglob("*.py")]
    for page in pages:
        told = re.findall(
            r"pip install[^\n`]*\bpitboss\b(?!-)[^\n`]*", page.read_text(encoding="utf-8")
        )
        assert not told, (page, told)


@at_length
def test_an_environment_with_the_old_name_is_brought_up_to_date(tmp_path: Path) -> None:
    """Both names own the program .venv/bin/pitboss: afterwards it is there, and is the new
    one's.
    """
    checkout = copied(tmp_path / "checkout")
    run(sys.executable, "-m", "venv", "--without-pip", checkout / ".venv")
    python = checkout / ".venv" / "bin" / "python"
    (site,) = (checkout / ".venv" / "lib").glob("python*/site-packages")
    # pip, the build backend and our dependencies are borrowed from the environment that runs the
    # tests; we are not.
    for path in Path(pytest.__file__).parents[1].iterdir():
        if "pitboss" not in path.name and path.name != "__pycache__":
            (site / path.name).symlink_to(path)
    old = tmp_path / "old"
    old.mkdir()
    (old / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'
        '[project]\nname = "pitboss"\nversion = "0.0.1"\n[project.scripts]\npitboss = "old:main"\n'
    )
    (old / "old.py").write_text("")
    install = (python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation")
    run(*install, old)
    functions = (
        (ROOT / "tools" / "setup.sh")
        .read_text(encoding="utf-8")
        .partition("\nensure_environment\n")[0]
    )
    script = re.sub(r"^cd .*$", f"cd {checkout}", functions, flags=re.MULTILINE)
    for _ in range(2):
        run("bash", "-c", f"{script}\ninstall_project", "setup.sh", "run")
        assert run(checkout / ".venv" / "bin" / "pitboss", "--version") == (
            f"pitboss {pitboss.__version__}\n"
        )
        names = sorted(path.name for path in site.glob("pitboss*.dist-info"))
        assert names == [f"pitboss_casino-{pitboss.__version__}.dist-info"]


def test_the_bill_of_materials_lists_every_pinned_package() -> None:
    lock = (ROOT / "requirements" / "run.lock").read_text(encoding="utf-8")
    document = bill(lock)
    listed = {part["name"]: part for part in document["components"]}
    pinned = dict(re.findall(r"^([A-Za-z0-9_.-]+)==([^ ]+)", lock, re.MULTILINE))
    assert {name: part["version"] for name, part in listed.items()} == pinned
    assert all(part["properties"] for part in document["components"])
    assert document == bill(lock), "the same lock gives the same document"
