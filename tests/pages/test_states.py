"""What pages work out without a page: each ``NAME.test.mjs`` is run by Node, with no browser."""

import shutil
import subprocess
from pathlib import Path

import pytest

_NODE = shutil.which("node")
_HERE = Path(__file__).parent


@pytest.mark.skipif(_NODE is None, reason="node is not installed")
@pytest.mark.parametrize("name", sorted(file.name for file in _HERE.glob("*.test.mjs")))
def test_what_a_page_works_out(name: str) -> None:
    assert _NODE is not None
    ran = subprocess.run(
        [_NODE, "--experimental-default-type=module", "--test", name],
        cwd=_HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
