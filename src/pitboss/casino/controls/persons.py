"""Who acted in a round or plays in it: they neither verify, decline nor approve anything of it.
Pure.
"""

from pitboss.rulebook.authority import Actor
from pitboss.table.state import RoundState


def part_in(round: RoundState | None, person: str) -> str | None:
    """What somebody has to do with a round, in words; None where it is nothing."""
    if round is None:
        return None
    if person in round.acted:
        return "acted"
    plays = any(
        person == box.player or any(person in theirs for theirs in box.others.values())
        for box in round.boxes.values()
    )
    return "plays" if plays else None


def judged_by(round: RoundState | None, actor: Actor) -> str | None:
    """Why somebody may not judge a round, in a sentence; None where he may."""
    part = part_in(round, actor.name)
    if part is None or round is None:
        return None
    return (
        f"{actor.name} {part} in round {round.id}; somebody else must look at it who neither acted "
        "nor plays in it."
    )
