"""docs/api.md: its examples are run against a fresh server in their order, and its table is that of
the permissions.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pitboss import web
from pitboss.people.roles import Role
from pitboss.web.auth.permissions import PERMISSIONS
from tests.patience import PATIENCE_S
from tests.web.servers import server

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|console)\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
MARK = "=== next ==="


def examples() -> list[tuple[str, str]]:
    """Commands and what they print; a setting prints nothing."""
    found = []
    for kind, text in BLOCKS:
        if kind == "sh":
            found.append((text, ""))
            continue
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


def matches(printed: str, expected: str) -> bool:
    """Whether something was printed, … standing for anything."""
    pattern = ".*?".join(map(re.escape, expected.strip().split("…")))
    return re.fullmatch(pattern, printed.strip(), flags=re.DOTALL) is not None


@pytest.mark.skipif(
    shutil.which("curl") is None,
    reason="curl is not installed (Debian, Ubuntu: apt-get install curl)",
)
def test_the_examples_do_what_stands_below_them(tmp_path: Path) -> None:
    with server(tmp_path) as started:
        address = started.address()
        token = started.wait_for(re.compile(r"/setup#(\S+)"))[1]
        script = "".join(f"{command}\necho; echo '{MARK}'\n" for command, _ in examples())
        script = f"TOKEN={token}\n" + script.replace("http://127.0.0.1:8000", address)
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=2 * PATIENCE_S,
        )
        assert started.end() == 0
        log = started.errors()
    printed = done.stdout.split(MARK)
    for (command, expected), found in zip(examples(), printed, strict=False):
        assert matches(found, expected), (
            f"$ {command}\n{found.strip()}\n--- expected\n{expected}\n{log}"
        )
    assert len(printed) == len(examples()) + 1
    assert "ERROR" not in log
    assert len(examples()) > 35


def permission_table() -> str:
    """Every endpoint, and who may ask for it."""
    names = {role: role.value.replace("-", " ") for role in Role}
    lines = ["| endpoint | who |", "|---|---|"]
    for (method, path), roles in PERMISSIONS.items():
        if None in roles:
            who = "anybody"
        elif roles == frozenset(Role):
            who = "everybody who is signed in"
        else:
            who = ", ".join(name for role, name in names.items() if role in roles)
        lines.append(f"| `{method} {path}` | {who} |")
    return "\n".join(lines)


def test_the_table_of_permissions_is_the_one_that_is_in_force() -> None:
    assert permission_table() in PAGE, f"put this into docs/api.md:\n\n{permission_table()}\n"


def test_the_page_names_every_code_of_the_services_own() -> None:
    source = "".join(
        file.read_text(encoding="utf-8") for file in Path(web.__file__).parent.rglob("*.py")
    )
    codes = set(re.findall(r'Problem\(\s*\d+,\s*"([a-z-]+)"', source))
    assert len(codes) > 25
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()


def test_the_page_names_every_status_and_the_links_on_it_lead_somewhere() -> None:
    for status in (401, 403, 404, 405, 409, 413, 422, 429, 503):
        assert f"| {status} |" in PAGE
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", PAGE):
        assert (Path(__file__).parents[2] / "docs" / target).exists(), target
