"""Settling rounds and ruling on incidents."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.settle import settle_record
from pitboss.games.settlement import Settlement
from pitboss.library.inputs import shelf_for, with_card_lists
from pitboss.rulebook.shelf import Shelf
from pitboss.table.rulings import Ruling, rule_incident


def settle(record: Mapping[str, Any], shelf: Shelf | None = None) -> Settlement:
    """Settles a round record (docs/settlement.md); raises ``pitboss.Fault``, with code and place,
    where it can't be.

    ``rulebook`` may be an id, a path or a rulebook; cards may stand in one string. Amounts are
    dollars in quotes; those of the settlement are cents.

    A shelf of one's own brings rulebooks of one's own; a service that takes records from strangers
    passes ``Shelf(paths=False)``, so that a record can't name a file.

    >>> settle({
    ...     "rulebook": "rws-casino-stud-6",
    ...     "dealer": "2c 7d 9h Kd As",
    ...     "boxes": [{"box": 1, "bets": {"ante": "25", "bet": "50"}, "cards": "Qs Qh 8c 4d 3s"}],
    ... })
    <Settlement rws-casino-stud-6: box 1 +75.00>
    """
    return settle_record(*shelf_for(with_card_lists(record), shelf))


def rule(incident: Mapping[str, Any], shelf: Shelf | None = None) -> Ruling:
    """Rules on an incident (docs/rulings.md); raises ``pitboss.Fault`` where it can't be
    answered.

    >>> rule({
    ...     "rulebook": "rws-casino-stud-6",
    ...     "incident": "cards-exposed",
    ...     "facts": {"count": 2, "players_have_seen": False},
    ... })
    <Ruling rws-casino-stud-6 cards-exposed: void-round>
    """
    return rule_incident(*shelf_for(incident, shelf))
