"""The robots by name, and where each of them works."""

from collections.abc import Mapping

from pitboss.rulebook.authority import Actor, Post

PLAYERS: Mapping[str, Mapping[int, str]] = {
    "Stud": {2: "Ada", 4: "Bruno"},
    "Classic": {2: "Chidi", 3: "Dewi"},
    "Holdem": {2: "Emil", 3: "Farah", 5: "Goran"},
    "Singapore": {2: "Hana", 3: "Iris", 5: "Jonas"},
    "Bullseye": {2: "Kavya", 3: "Luis", 5: "Mei"},
    "Felt": {2: "Priya", 3: "Quinn", 4: "Rosa"},
}
"""Who plays which box of which table. The first box is left to visitors, because it is asked
first.
"""

ANYWHERE: Mapping[int, str] = {2: "Nadia", 3: "Omar"}
"""Who plays at a table of an installed game."""

SUPERVISORS = (
    Actor(Post.PIT_SUPERVISOR, "robot-supervisor-1"),
    Actor(Post.PIT_SUPERVISOR, "robot-supervisor-2"),
)
"""Two of them, because a claim may need two persons to verify it."""

SHIFT_MANAGER = Actor(Post.SHIFT_MANAGER, "robot-shift-manager")
SECOND_SHIFT_MANAGER = Actor(Post.SHIFT_MANAGER, "robot-shift-manager-2")
"""For commands that need another shift manager's approval."""


def dealer(table: str) -> Actor:
    """The dealer of a table."""
    return Actor(Post.DEALER, f"robot-dealer-{table.lower()}")


def player(name: str) -> Actor:
    return Actor(Post.PLAYER, name)
