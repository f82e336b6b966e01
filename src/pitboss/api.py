"""The two questions that can be asked of Pitboss as a library."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.settle import settle_record
from pitboss.games.settlement import Settlement
from pitboss.rulebook.shelf import Shelf
from pitboss.table.rulings import Ruling, rule_incident

_shelf = Shelf()


def settle(record: Mapping[str, Any], shelf: Shelf | None = None) -> Settlement:
    """Settles a round record (docs/settlement.md); raises ``pitboss.Fault``, with code and place,
    where it can't be.

    A shelf of one's own brings rulebooks of one's own; a service that takes records from strangers
    passes ``Shelf(paths=False)``, so that a record can't name a file.
    """
    return settle_record(record, shelf or _shelf)


def rule(incident: Mapping[str, Any], shelf: Shelf | None = None) -> Ruling:
    """Rules on an incident (docs/rulings.md); raises ``pitboss.Fault`` where it can't be
    answered.
    """
    return rule_incident(incident, shelf or _shelf)
