"""What is installed only where it is asked for: the extras of the package, ``pitboss-casino[all]``.

A package whose code needs one says so when it is imported.
"""

from importlib.util import find_spec
from typing import Literal

Extra = Literal["maths", "plots", "postgres", "dask"]

_NEEDS = {
    "maths": ("numba", "numpy"),
    "plots": ("matplotlib",),
    "postgres": ("psycopg",),
    "dask": ("distributed",),
}


class MissingExtra(ImportError):
    """An extra is not installed; says what to run."""


def need(extra: Extra) -> None:
    """Raises MissingExtra unless the extra is installed."""
    missing = [name for name in _NEEDS[extra] if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed; run "
            f"pip install 'pitboss-casino[{extra}]'"
        )
