"""Segregation of duties: nobody who acted in a round or plays in it verifies, declines or approves
anything in it; nor does somebody who has since lost his post. Pure.
"""

from pitboss.people.state import People
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
        f"{actor.name} {part} in round {round.id}; somebody who neither acted nor plays in it "
        "must look at it."
    )


def still_in_post(people: People, by: Actor) -> bool:
    """Whether somebody has the post in which he acts; another process may have taken it away. Who
    has no account is not looked for.
    """
    person = people.persons.get(by.name)
    if person is not None:
        return people.demo or (person.enabled and person.role.post == by.post)
    devices = [one for one in people.devices.values() if one.label == by.name]
    return not devices or any(not one.revoked for one in devices)
