"""Whose names somebody may know. Players are known by name to those who work at the tables or audit
them, and to themselves; for everybody else, a player is the box being played.
"""

import msgspec

from pitboss.games.settlement import WrittenBox, WrittenSettlement
from pitboss.rulebook.authority import Actor, Post


class Names(msgspec.Struct, frozen=True):
    """Everybody's name, or only one's ``own``."""

    everybody: bool
    own: str | None = None

    def of(self, player: str | None) -> str | None:
        """A player's name, if it may be known."""
        return player if self.everybody or player == self.own else None

    def settled(self, settlement: WrittenSettlement | None) -> WrittenSettlement | None:
        """A settlement without any other names in it."""
        if settlement is None or self.everybody:
            return settlement
        boxes = tuple([self._box(box) for box in settlement.boxes])
        return msgspec.structs.replace(settlement, boxes=boxes)

    def _box(self, box: WrittenBox) -> WrittenBox:
        return msgspec.structs.replace(box, player=self.of(box.player))


EVERYBODY = Names(True)
NOBODY_ELSE = Names(False)


def names_for(viewer: Actor | None) -> Names:
    """What somebody at a table knows about players; None is a sign or a passer-by."""
    if viewer is None:
        return NOBODY_ELSE
    return EVERYBODY if viewer.post > Post.PLAYER else Names(False, viewer.name)


def is_staff(viewer: Actor | None) -> bool:
    """Whether somebody works at the tables."""
    return viewer is not None and viewer.post > Post.PLAYER
