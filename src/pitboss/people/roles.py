"""The roles in which people sign in."""

from enum import StrEnum

from pitboss.rulebook.authority import Post


class Role(StrEnum):
    """The first five are posts, in ascending order; the others stand beside them."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    AUDITOR = "auditor"
    DISPLAY = "display"
    ADMINISTRATOR = "administrator"

    @property
    def post(self) -> Post | None:
        """The post in which this role acts at tables; roles that are not posts never act there."""
        return _POSTS.get(self)


_POSTS = {Role(post.name.lower().replace("_", "-")): post for post in Post}
