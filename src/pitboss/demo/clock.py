"""The clock of a table: what is being waited for, and until when. Every page shows the same."""

from typing import Literal

import msgspec

from pitboss.demo.scene import Scene, is_absent, turn_of
from pitboss.rulebook.authority import Post
from pitboss.table.queries import has_opening
from pitboss.table.state import Phase, RoundState, TableState

Kind = Literal["bets", "decision", "options", "ruling", "dealer", "next"]


class Countdown(msgspec.Struct, frozen=True):
    """``dealer``: a visitor deals, and the robot dealer returns when it has run down. ``next``: a
    settled round lies open until then.
    """

    kind: Kind
    ends_ms: int
    of_ms: int
    """How long it runs in total."""
    round: str | None = None
    box: int | None = None

    def fits(self, state: TableState) -> bool:
        """Whether the table is still waiting for that: the clock is set after the table has
        changed.
        """
        round = state.round
        if self.round != (None if round is None else round.id):
            return False
        match self.kind:
            case "dealer":
                return True
            case "ruling":
                return state.operation_awaited if round is None else round.pending is not None
            case "options":
                return round is not None and bool(round.offered) and round.pending is None
            case "bets":
                return round is not None and round.phase is Phase.BETTING
            case "next":
                return round is not None and round.settlement is not None
            case "decision":
                return round is not None and turn_of(round) == self.box and round.pending is None


def clock_of(scene: Scene) -> Countdown | None:
    """What the robots at a table are waiting for; nothing if they are not waiting for a person."""
    state, round = scene.table, scene.table.round
    if not state.open:
        return None
    if (round is None and state.operation_awaited) or (
        round is not None and round.pending is not None
    ):
        return _ruling(scene)
    if not scene.robot_deals:
        limit = scene.pace.dealer_acts_ms
        return _clock("dealer", scene.visitor_deals_until_ms, limit, round)
    if round is None:
        return None
    if round.offered:
        return _options(scene, round)
    if round.phase is Phase.BETTING:
        return _bets(scene, round)
    if round.settlement is not None:
        limit = scene.pace.visitors_result_ms if scene.bettors else scene.pace.result_ms
        return _clock("next", scene.since_ms + limit, limit, round)
    return _decision(scene, round)


def _clock(
    kind: Kind, ends_ms: int, of_ms: int, round: RoundState | None, box: int | None = None
) -> Countdown:
    return Countdown(kind, ends_ms, of_ms, None if round is None else round.id, box)


def _ruling(scene: Scene) -> Countdown:
    """A visitor who may rule comes first; so does one who deals, who may want to see it as a
    manager.
    """
    round = scene.table.round
    pending = None if round is None else round.pending
    authority = None if pending is None else pending.ruling.authority
    least = Post.SHIFT_MANAGER if authority is None else authority.least_post
    attended = scene.could_act(least) or not scene.robot_deals
    limit = scene.pace.ruling_ms if attended else scene.pace.unattended_ms
    return _clock(
        "ruling", scene.since_ms + limit, limit, round, None if pending is None else pending.box
    )


def _options(scene: Scene, round: RoundState) -> Countdown | None:
    box = next(
        (box for box in round.offered if round.boxes[box].player not in scene.robots.values()), None
    )
    limit = scene.pace.decision_ms
    return None if box is None else _clock("options", scene.since_ms + limit, limit, round, box)


def _bets(scene: Scene, round: RoundState) -> Countdown | None:
    """Somebody who arrives while bets are open gets the full time; once all have bet, little of it
    remains.
    """
    pace, opened_ms = scene.pace, scene.since_ms
    visitors = scene.players | scene.bettors
    if not visitors:
        return _clock("bets", opened_ms + pace.bets_alone_ms, pace.bets_alone_ms, round)
    came_ms = max((scene.came_ms.get(name, 0) for name in visitors), default=0)
    start_ms = min(max(opened_ms, came_ms), opened_ms + pace.bets_ms)
    ends_ms, limit = start_ms + pace.bets_ms, pace.bets_ms
    if visitors == scene.bettors:
        ends_ms = min(ends_ms, max(opened_ms, scene.chips_ms) + pace.bets_in_ms)
    if scene.now_ms >= ends_ms and not any(
        has_opening(scene.table, box) for box in round.boxes.values()
    ):
        # Nobody has bet, so there is nothing to close, and bets stay open until somebody does.
        return None
    return _clock("bets", ends_ms, limit, round)


def _decision(scene: Scene, round: RoundState) -> Countdown | None:
    turn = turn_of(round)
    player = None if turn is None else round.boxes[turn].player
    if player is None or player in scene.robots.values():
        return None
    limit = scene.pace.absent_ms if is_absent(round, player) else scene.pace.decision_ms
    return _clock("decision", scene.since_ms + limit, limit, round, turn)
