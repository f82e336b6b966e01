"""Robots on the floor: a shift manager who rules, and supervisors who verify claims, unless a
visitor does it first.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from pitboss.demo.cast import SHIFT_MANAGER, SUPERVISORS
from pitboss.demo.clock import clock_of
from pitboss.demo.pace import Pace
from pitboss.demo.scene import Scene, Visit
from pitboss.jackpot.commands import AnyLinkCommand, OrderClaims, RestoreLink, VerifyClaim
from pitboss.jackpot.state import ClaimStanding, ClaimState, LinkState
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import Incident
from pitboss.table import commands as c
from pitboss.table.state import Pending, Phase

_PLAY_ON = (Incident.UNLISTED, Incident.ERROR_NOTICED_LATER)
_WITHOUT_JACKPOT = "run-without-progressive"
Decision = Literal["void-round", "continue", "decline"] | None


def rule(scene: Scene, stuck: bool, refused: int = 0) -> c.AnyCommand | None:
    """What the shift manager does at a table now, or nothing. A round that is ``stuck`` is not
    played on; a decision that was ``refused`` that often is made differently.
    """
    state, round = scene.table, scene.table.round
    clock = clock_of(scene)
    if clock is not None and clock.kind == "ruling" and scene.now_ms < clock.ends_ms:
        return None
    if round is None:
        return _operation(scene) if state.open and state.operation_awaited else None
    if round.pending is not None and round.digest is not None:
        first = _decision(round.pending, stuck)
        wished: list[Decision] = list(
            dict.fromkeys((first, "void-round", "continue", "decline", None))
        )
        return c.Confirm(decision=wished[refused % len(wished)], approves=round.digest)
    if stuck and round.phase not in (Phase.SETTLED, Phase.VOID):
        return c.Report(incident=Incident.UNLISTED)
    return None


def _operation(scene: Scene) -> c.ChooseOperation:
    operations = scene.table.book.operations
    return c.ChooseOperation(
        _WITHOUT_JACKPOT if _WITHOUT_JACKPOT in operations else next(iter(operations))
    )


def _decision(pending: Pending, stuck: bool) -> Decision:
    """What is decided where the rules leave it open. A robot never bars anybody."""
    effects = pending.ruling.effects
    if Effect.REFER in effects:
        return "continue" if pending.ruling.incident in _PLAY_ON and not stuck else "void-round"
    if Effect.MAY_BAR_PLAYER in effects or Effect.MAY_WITHDRAW in effects:
        return "decline"
    return None


def restore(scene: Scene, without_since_ms: int) -> c.RestoreProgressive | None:
    """Progressive bets are accepted again some time after the link works again."""
    state = scene.table
    without = state.notice is not None or bool(state.barred_boxes)
    if (
        not without
        or state.round is not None
        or not state.open
        or state.operation_awaited
        or scene.link_down
    ):
        return None
    return (
        c.RestoreProgressive() if scene.now_ms >= without_since_ms + scene.pace.repair_ms else None
    )


def reopen(scene: Scene) -> c.OpenTable | None:
    """A table that a visitor has closed is reopened as it was."""
    if scene.table.open or scene.now_ms < scene.since_ms + scene.pace.repair_ms:
        return None
    return scene.table.settings


# ── links ─────────────────────────────────────────────────────────────────────────────────────────

LinkAct = tuple[AnyLinkCommand, Actor]


def awaited_of(link: LinkState) -> tuple[object, ...]:
    """What a link is waiting for; while this stays the same, it is the same thing."""
    waiting = tuple(
        (claim.id, claim.standing, claim.verified_by, claim.declined_by)
        for claim in link.waiting_claims
    )
    return waiting, link.down


def look_after(
    link: LinkState,
    since_ms: int,
    now_ms: int,
    visits: Sequence[Visit],
    pace: Pace,
    needs_order: Callable[[LinkState], bool],
) -> LinkAct | None:
    """What the robots on the floor do for a link now: different persons verify claims, visitors
    first.
    """
    if link.down and now_ms >= since_ms + pace.repair_ms:
        return RestoreLink(), SHIFT_MANAGER
    claim = next((one for one in link.waiting_claims if one.standing is ClaimStanding.OPEN), None)
    if claim is not None:
        return _verify(claim, since_ms, now_ms, visits, pace)
    if needs_order(link) and now_ms >= since_ms + patience(visits, Post.SHIFT_MANAGER, (), pace):
        tables = tuple(dict.fromkeys(one.table for one in link.waiting_claims))
        return OrderClaims(
            tables, "The hands were completed at the same moment; in the order of entry."
        ), SHIFT_MANAGER
    return None


def _verify(
    claim: ClaimState, since_ms: int, now_ms: int, visits: Sequence[Visit], pace: Pace
) -> LinkAct | None:
    """A claim comes from cards that the table itself has dealt, so there is nothing to decline."""
    have = [actor.name for actor in (*claim.verified_by, *claim.declined_by)]
    verifier = next((actor for actor in SUPERVISORS if actor.name not in have), None)
    if verifier is None or now_ms < since_ms + patience(visits, Post.PIT_SUPERVISOR, have, pace):
        return None
    return VerifyClaim(claim.id), verifier


def patience(visits: Sequence[Visit], least: Post, but: Sequence[str], pace: Pace) -> int:
    """How long a robot waits for a visitor who could do something, in milliseconds."""
    attended = any(visit.post >= least and visit.name not in but for visit in visits)
    return pace.ruling_ms if attended else pace.unattended_ms
