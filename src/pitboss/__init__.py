"""Pitboss: casino table games and their linked jackpots, run to the letter of the rule documents.

``settle`` and ``rule`` are the two functions behind the command of the same name.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.api import rule as rule
    from pitboss.api import settle as settle
    from pitboss.games.faults import Fault as Fault
    from pitboss.games.settlement import Settlement as Settlement
    from pitboss.rulebook.loader import load_rulebook as load_rulebook
    from pitboss.rulebook.shelf import Shelf as Shelf
    from pitboss.table.rulings import Ruling as Ruling
    from pitboss.version import __version__ as __version__

_HOMES = {
    "settle": "pitboss.api",
    "rule": "pitboss.api",
    "Fault": "pitboss.games.faults",
    "Settlement": "pitboss.games.settlement",
    "Shelf": "pitboss.rulebook.shelf",
    "Ruling": "pitboss.table.rulings",
    "load_rulebook": "pitboss.rulebook.loader",
    "__version__": "pitboss.version",
}

__all__ = [
    "Fault",
    "Ruling",
    "Settlement",
    "Shelf",
    "__version__",
    "load_rulebook",
    "rule",
    "settle",
]


def __getattr__(name: str) -> Any:
    """Names are looked up when they are first used: importing the package costs nothing."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)
