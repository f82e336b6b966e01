import os
from pathlib import Path

import pytest

pytest_plugins = ["tests.plugins.conformance"]

HERE = Path(__file__).parent
OUTSIDE_THE_CORE = tuple(
    HERE / part
    for part in (
        "browser",
        "casino/audit",
        "contract",
        "faults",
        "journal",
        "maths",
        "web",
        "test_guides.py",
    )
)
"""What tests more than the packages whose coverage is required: counting its lines would more than double its time.
``PITBOSS_COVER=all`` counts them all the same.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("PITBOSS_COVER") == "all":
        return
    for item in items:
        if any(item.path.is_relative_to(part) for part in OUTSIDE_THE_CORE):
            item.add_marker(pytest.mark.no_cover)
