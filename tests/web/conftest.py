"""Houses for tests: one that many tests look at, and one for a test that changes people or tables;
and where they keep their journals.
"""

import pytest

from tests.effort import ALL
from tests.web.houses import house, open_house, own_databases, store

__all__ = ["house", "open_house", "own_databases", "store"]

IN_POSTGRES = (
    "test_commands",
    "test_desk",
    "test_operations",
    "test_queries",
    "test_reads",
    "test_stream",
)
"""Those whose houses keep their journals in PostgreSQL, too: here its reading and its following
differ most. The rest follow with ``make thorough``.
"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    name = metafunc.module.__name__.rpartition(".")[2]
    opens = {"house", "open_house"} & set(metafunc.fixturenames) or (
        hasattr(metafunc.module, "House")
        and {"tmp_path", "tmp_path_factory"} & set(metafunc.fixturenames)
    )
    if opens and (ALL or name in IN_POSTGRES):
        metafunc.parametrize("store", ("sqlite", "postgres"), indirect=True, scope="module")
