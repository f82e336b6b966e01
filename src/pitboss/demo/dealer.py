"""A robot that deals: from "Place your bets" to the last chip, including what the rules do about an
absent player.
"""

from pitboss.demo.clock import clock_of
from pitboss.demo.scene import Scene, turn_of
from pitboss.demo.trouble import told_of_looks
from pitboss.rulebook.incidents import Incident
from pitboss.table import commands as c
from pitboss.table.queries import has_opening
from pitboss.table.state import Phase, RoundState


def deal(scene: Scene) -> c.AnyCommand | None:
    """What the dealer of a table does next, or nothing. The cards of a deal come from the shoe."""
    state, round = scene.table, scene.table.round
    if not scene.robot_deals or not state.open:
        return None
    if round is None:
        return None if state.operation_awaited else c.OpenBetting()
    if round.pending is not None:
        return None
    clock = clock_of(scene)
    if clock is not None and scene.now_ms < clock.ends_ms:
        return None
    if round.offered:
        return _close_options(scene, round)
    if scene.jackpot_lost:
        facts = told_of_looks(state, round)
        return c.Report(incident=Incident.PROGRESSIVE_SYSTEM_DOWN, facts=facts)
    return _next_step(scene, round)


def _close_options(scene: Scene, round: RoundState) -> c.CloseOptions | None:
    """Robots choose by themselves; players who have not chosen when their time is up play on."""
    robots = set(scene.robots.values())
    return (
        None
        if any(round.boxes[box].player in robots for box in round.offered)
        else c.CloseOptions()
    )


def _next_step(scene: Scene, round: RoundState) -> c.AnyCommand | None:
    match round.phase:
        case Phase.BETTING:
            bet = any(has_opening(scene.table, box) for box in round.boxes.values())
            return c.CloseBetting(let_stand=True) if bet else None
        case Phase.CLOSED | Phase.DEALING:
            return c.Deal()
        case Phase.DECIDING:
            return _absent(scene, round)
        case Phase.REVEALED | Phase.VOID if round.settlement is None:
            return None if scene.claim_waits else c.Settle()
        case _:
            return c.Conclude()


def _absent(scene: Scene, round: RoundState) -> c.Report | None:
    """A visitor's time is up: the visitor is treated as the rules treat a player who is absent from
    the table.
    """
    turn = turn_of(round)
    if turn is None or round.boxes[turn].player in scene.robots.values():
        return None
    return c.Report(incident=Incident.PLAYER_ABSENT, box=turn)
