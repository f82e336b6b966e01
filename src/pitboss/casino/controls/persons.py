"""Segregation of duties: nobody who acted in a round or plays in it may verify, decline or approve
anything in it, nor may anybody who has since lost his post. Pure.
"""

from pitboss.people.state import People
from pitboss.rulebook.authority import Actor
from pitboss.table.state import RoundState


def part_in(round: RoundState | None, person: str) -> str | None:
    """Somebody's part in a round, as a verb; None if he has none."""
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
    """Why somebody may not judge a round, in a sentence; None if he may."""
    part = part_in(round, actor.name)
    if part is None or round is None:
        return None
    return (
        f"{actor.name} {part} in round {round.id}; somebody who neither acted nor plays in it "
        "must look at it."
    )


def still_in_post(people: People, by: Actor) -> bool:
    """Whether somebody still holds the post he acts in; another process may have taken it away. An
    actor with neither an account nor a device passes.
    """
    person = people.persons.get(by.name)
    if person is not None:
        return people.demo or (person.enabled and person.role.post == by.post)
    devices = [one for one in people.devices.values() if one.label == by.name]
    return not devices or any(not one.revoked for one in devices)
