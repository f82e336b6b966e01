"""Writes the golden files anew: what ``pitboss play`` makes of each script in ``examples/``.

    .venv/bin/python -m tests.golden.renew [NAME ...]

A golden file is there to be compared, so a change in one is to be looked at, line by line, before
it is kept: ``git diff tests/golden``. The story is the one to read; the events show what the story
leaves out.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from typer.testing import CliRunner

from pitboss.cli.app import app

HERE = Path(__file__).parent
EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.jsonl"))
FILES = ("story.txt", "events.jsonl", "records.jsonl", "shuffles.jsonl")


def run(*arguments: str | Path) -> str:
    """What a command prints on standard output; it must end well and complain of nothing."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    assert not result.stderr, result.stderr
    return result.stdout


def outputs(name: str) -> dict[str, str]:
    """What an example comes to, by golden file."""
    script = EXAMPLES / f"{name}.jsonl"
    with TemporaryDirectory() as folder:
        records, shuffles = Path(folder) / "records", Path(folder) / "shuffles"
        story = run("play", script, "--records", records, "--shuffles", shuffles)
        return {
            "story.txt": story,
            "events.jsonl": run("play", script, "--show", "json"),
            "records.jsonl": records.read_text(encoding="utf-8"),
            "shuffles.jsonl": shuffles.read_text(encoding="utf-8"),
        }


def main(names: list[str]) -> None:
    for name in names or NAMES:
        folder = HERE / name
        folder.mkdir(exist_ok=True)
        for file, text in outputs(name).items():
            (folder / file).write_text(text, encoding="utf-8")
        sys.stdout.write(f"tests/golden/{name}\n")
    sys.stdout.write("Now read what has changed: git diff tests/golden\n")


if __name__ == "__main__":
    main(sys.argv[1:])
