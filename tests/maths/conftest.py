"""Everything here goes to one worker, so that nothing is compiled twice on a new machine."""

from pathlib import Path

import pytest

HERE = f"{Path(__file__).parent}/"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if str(item.path).startswith(HERE):
            item.add_marker(pytest.mark.xdist_group("compiled"))
