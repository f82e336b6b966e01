"""Pitboss: casino table games and their linked jackpots, run to the letter of the rule documents.

As a library (docs/python.md): ``settle`` and ``rule``; ``rulebooks``, ``load_rulebook`` and
``vary``; ``analyse``, ``advise``, ``chart``, ``simulate`` and ``compare``; ``LiveTable``.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.games.faults import Fault as Fault
    from pitboss.games.settlement import Settlement as Settlement
    from pitboss.kernel.cards import format_cards as format_cards
    from pitboss.kernel.cards import parse_cards as parse_cards
    from pitboss.kernel.money import format_cents as format_cents
    from pitboss.kernel.money import to_cents as to_cents
    from pitboss.library.figures import advise as advise
    from pitboss.library.figures import analyse as analyse
    from pitboss.library.figures import chart as chart
    from pitboss.library.figures import compare as compare
    from pitboss.library.figures import simulate as simulate
    from pitboss.library.live_table import LiveTable as LiveTable
    from pitboss.library.live_table import Refused as Refused
    from pitboss.library.rounds import rule as rule
    from pitboss.library.rounds import settle as settle
    from pitboss.library.rulebooks import load_rulebook as load_rulebook
    from pitboss.library.rulebooks import rulebooks as rulebooks
    from pitboss.library.rulebooks import vary as vary
    from pitboss.maths.exact.results import CannotAnalyse as CannotAnalyse
    from pitboss.rulebook.loader import RulebookError as RulebookError
    from pitboss.rulebook.model import Rulebook as Rulebook
    from pitboss.rulebook.shelf import Shelf as Shelf
    from pitboss.rulebook.shelf import UnknownRulebook as UnknownRulebook
    from pitboss.table.rulings import Ruling as Ruling
    from pitboss.version import __version__ as __version__

_HOMES = {
    "CannotAnalyse": "pitboss.maths.exact.results",
    "Refused": "pitboss.library.live_table",
    "Fault": "pitboss.games.faults",
    "LiveTable": "pitboss.library.live_table",
    "Rulebook": "pitboss.rulebook.model",
    "RulebookError": "pitboss.rulebook.loader",
    "Ruling": "pitboss.table.rulings",
    "Settlement": "pitboss.games.settlement",
    "Shelf": "pitboss.rulebook.shelf",
    "UnknownRulebook": "pitboss.rulebook.shelf",
    "__version__": "pitboss.version",
    "advise": "pitboss.library.figures",
    "analyse": "pitboss.library.figures",
    "chart": "pitboss.library.figures",
    "compare": "pitboss.library.figures",
    "format_cards": "pitboss.kernel.cards",
    "format_cents": "pitboss.kernel.money",
    "load_rulebook": "pitboss.library.rulebooks",
    "parse_cards": "pitboss.kernel.cards",
    "rule": "pitboss.library.rounds",
    "rulebooks": "pitboss.library.rulebooks",
    "settle": "pitboss.library.rounds",
    "simulate": "pitboss.library.figures",
    "to_cents": "pitboss.kernel.money",
    "vary": "pitboss.library.rulebooks",
}

__all__ = [
    "CannotAnalyse",
    "Fault",
    "LiveTable",
    "Refused",
    "Rulebook",
    "RulebookError",
    "Ruling",
    "Settlement",
    "Shelf",
    "UnknownRulebook",
    "__version__",
    "advise",
    "analyse",
    "chart",
    "compare",
    "format_cards",
    "format_cents",
    "load_rulebook",
    "parse_cards",
    "rule",
    "rulebooks",
    "settle",
    "simulate",
    "to_cents",
    "vary",
]


# A type checker sees the names above, and no others.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Names are looked up on first use: importing the package costs nothing."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(home), name)
        return value


def __dir__() -> list[str]:
    """What an interpreter or a notebook offers for completion."""
    return [*__all__]
