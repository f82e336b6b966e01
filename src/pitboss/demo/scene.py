"""What robots see of a table: the felt, which visitors are there, and since when it has been
waiting for what.
"""

from collections.abc import Hashable, Mapping
from typing import NamedTuple

import msgspec

from pitboss.demo.pace import Pace
from pitboss.jackpot.state import LinkState
from pitboss.rulebook.authority import Post
from pitboss.table.queries import PROGRESSIVE, to_ask
from pitboss.table.state import Phase, RoundState, Standing, TableState


class Visit(NamedTuple):
    """A page that a visitor has open, and its table; none in particular if it shows the floor."""

    name: str
    post: Post
    table: str | None


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """One table at one moment."""

    table: TableState
    link: LinkState | None = None
    pace: Pace = Pace()
    now_ms: int
    since_ms: int
    """Since when the table has been waiting for what it waits for now."""
    chips_ms: int = 0
    """When a visitor last placed chips or took some back."""
    robots: Mapping[int, str]
    """Which robot plays which box."""
    visits: tuple[Visit, ...] = ()
    """All visitors' pages, at any table."""
    came_ms: Mapping[str, int] = {}
    """When the visitors at this table arrived."""
    visitor_deals_until_ms: int = 0
    """A visitor has taken over as dealer; the robot returns after that, unless the visitor acts
    again.
    """

    @property
    def robot_deals(self) -> bool:
        return self.now_ms >= self.visitor_deals_until_ms

    @property
    def players(self) -> frozenset[str]:
        """Visitors who have come to this table to play."""
        return frozenset(
            visit.name
            for visit in self.visits
            if visit.post is Post.PLAYER and visit.table == self.table.id
        )

    @property
    def bettors(self) -> frozenset[str]:
        """Visitors with chips in this round."""
        boxes = () if self.table.round is None else self.table.round.boxes.values()
        names = {box.player for box in boxes}
        names |= {name for box in boxes for theirs in box.others.values() for name in theirs}
        return frozenset(names - set(self.robots.values()))

    def could_act(self, least: Post, but: frozenset[str] = frozenset()) -> bool:
        """Whether a visitor of at least this post has a page open."""
        return any(visit.post >= least and visit.name not in but for visit in self.visits)

    @property
    def link_down(self) -> bool:
        return self.link is not None and self.link.down

    @property
    def jackpot_lost(self) -> bool:
        """Whether the link has failed during a round with progressive bets, and nobody has reported
        it yet.
        """
        round = self.table.round
        return (
            round is not None
            and self.link_down
            and self.table.notice is None
            and round.phase not in (Phase.SETTLED, Phase.VOID)
            and not round.jackpot_failed
            and not round.claimed
            and any(box.bets.get(PROGRESSIVE) for box in round.boxes.values())
        )

    @property
    def claim_waits(self) -> bool:
        """Whether the round is waiting for somebody to verify a claim."""
        round = self.table.round
        if round is None or not round.claimed or self.link is None:
            return False
        return any(claim.waits for claim in self.link.claims_of(round.id))


def turn_of(round: RoundState) -> int | None:
    """The box that is deciding now."""
    asked = to_ask(round) if round.phase is Phase.DECIDING else []
    return asked[0] if asked else None


def is_absent(round: RoundState, player: str) -> bool:
    """Whether a player has been reported absent in this round, at any box."""
    return any(
        box.player == player and box.standing is Standing.LEFT for box in round.boxes.values()
    )


def awaited(state: TableState) -> Hashable:
    """What a table is waiting for. While this stays the same, it is the same thing."""
    round = state.round
    if round is None:
        return "between rounds", state.rounds, state.open, state.operation_awaited
    if round.pending is not None:
        return "ruling", round.id, round.pending.ruling.incident, round.pending.box
    if round.offered:
        return "options", round.id, round.offer_clauses
    if round.phase is Phase.BETTING:
        return "bets", round.id
    return round.phase, round.id, round.cursor, turn_of(round), bool(round.claimed)


def visitors_chips(scene_robots: Mapping[int, str], round: RoundState | None) -> Hashable:
    """All chips in a round that are not robots'."""
    if round is None:
        return None
    robots = set(scene_robots.values())
    return tuple(
        (box.number, tuple(box.bets.items()), repr(box.others))
        for box in round.boxes.values()
        if box.player not in robots or box.others
    )
