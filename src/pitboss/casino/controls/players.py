"""For whom staff may bet, and who may pay or be paid money after a round: people with an account or
admitted at the table, and never staff. Pure.
"""

from pitboss.casino.approvals import ApprovalKind
from pitboss.casino.controls.needs import Need, nameless
from pitboss.casino.controls.policy import ControlRefusal, Controls
from pitboss.casino.draft import World
from pitboss.casino.requests import Refusal, Request
from pitboss.casino.stream_ids import PEOPLE_STREAM, table_of
from pitboss.people.commands import AdmitWalkIn
from pitboss.people.decide import decide_people
from pitboss.people.refusals import PeopleRefusal, PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.state import People
from pitboss.table import commands as tc
from pitboss.table.state import TableState


def for_whom(
    controls: Controls,
    world: World,
    request: Request,
    command: tc.PlaceBet,
    state: TableState | None,
) -> Need | Refusal | None:
    """Whether staff may bet for somebody: he has an account or was admitted at the table, and is
    not staff. At a table with real cards, chips on the felt are plain to see, and whoever laid them
    need not give his name.
    """
    player, table = command.player, table_of(request.target)
    assert player is not None, "whoever bets says for whom"
    assert table is not None, "bets are laid at tables"
    real = state is not None and state.settings.cards != "virtual"
    people = world.peek(PEOPLE_STREAM).people
    if real and player == nameless(command.box) and player not in people.persons:
        return None
    known = _may_play(people, player, table)
    if known is None:
        # Another process may just have admitted him.
        people = world.fresh(PEOPLE_STREAM).people
        known = _may_play(people, player, table)
    if known:
        return None
    if player in people.persons:
        message = f"{player} works here or may not play, so nobody bets for {player}."
        return Refusal(ControlRefusal.STAFF_MAY_NOT_PLAY.value, message)
    least = controls.approvals.walk_in
    decided = decide_people(people, AdmitWalkIn(player, table), request.actor.name, 0)
    if isinstance(decided, PeopleRefused):
        return Refusal(decided.code.value, decided.message, where="player")
    if least is None:
        return None
    return Need(
        ApprovalKind.WALK_IN, least, f"{player} has no account and would be admitted as a walk-in."
    )


def no_player(
    world: World, request: Request, name: str, state: TableState | None
) -> Refusal | None:
    """Why money may not go to somebody, or come from him: nobody of that name can have played
    here.
    """
    people, table = world.fresh(PEOPLE_STREAM).people, table_of(request.target)
    if people.demo or _may_play(people, name, table or ""):
        return None
    if name in people.persons:
        message = f"{name} works here or may not play, so no money is paid to or by {name}."
        return Refusal(ControlRefusal.STAFF_MAY_NOT_PLAY.value, message)
    real = state is not None and state.settings.cards != "virtual"
    if real and state is not None and name in map(nameless, range(1, state.settings.boxes + 1)):
        return None
    message = f"{name} has no account and was not admitted at this table: check the name."
    return Refusal(PeopleRefusal.NO_SUCH_PERSON.value, message, where="payee")


def _may_play(people: People, name: str, table: str) -> bool | None:
    """Whether staff may bet for somebody at a table; None if he is unknown."""
    person = people.persons.get(name)
    if person is not None:
        return person.role is Role.PLAYER and person.enabled
    return True if table in people.walk_ins.get(name, ()) else None
