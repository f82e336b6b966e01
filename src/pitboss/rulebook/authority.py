"""Who may decide what.

Posts rise from player to shift manager. Each rulebook names the least post for each power it
reserves, with the clause; a higher post may always act. "The House" is spoken for by the shift
manager or above.
"""

from enum import IntEnum, StrEnum

import msgspec


class Post(IntEnum):
    """The post in which a person acts, in ascending order; what counts is the post acted in, not
    the person.
    """

    PLAYER = 0
    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    SHIFT_MANAGER = 4


PLAYER = Post.PLAYER
"""A name of its own: Python 3.11 takes ten times as long to look up a member in its class, and
every command needs this one several times.
"""


class Actor(msgspec.Struct, frozen=True):
    """Who acts, and in which post. A player's name is the player."""

    post: Post
    name: str


class Authority(StrEnum):
    """Who must decide or confirm, in the words of a ruling."""

    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    HOUSE = "house"

    @property
    def least_post(self) -> Post:
        """The lowest post that may act with this authority."""
        return _LEAST_POST[self]


_LEAST_POST = {
    Authority.DEALER: Post.DEALER,
    Authority.PIT_SUPERVISOR: Post.PIT_SUPERVISOR,
    Authority.PIT_MANAGER: Post.PIT_MANAGER,
    Authority.SHIFT_MANAGER: Post.SHIFT_MANAGER,
    Authority.HOUSE: Post.SHIFT_MANAGER,
}


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the rules leave to a post."""

    authority: Authority
    clause: str
    what: str

    def held_by(self, post: Post) -> bool:
        """Whether a person acting in this post may use the power."""
        return post >= self.authority.least_post
