"""The tour of a demonstration: one endpoint that advances a scene by a step and shows the table as
its dealer and its player see it, and its link as the sign shows it.
"""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.demo.scenes import BOX
from pitboss.demo.tour import SceneName, Shown, Tours, TourStage
from pitboss.kernel.json_types import Outgoing
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor
from pitboss.web.api.bodies import Body, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import NOBODY, Caller
from pitboss.web.views.links import LinkView, link_view
from pitboss.web.views.tables import TablePage, table_view

Visit = Annotated[str, msgspec.Meta(min_length=8, max_length=64)]


class TourStep(Body, frozen=True, kw_only=True):
    """``visit`` is a name that the page chose for itself; with a ``scene`` it begins one, without
    it continues.
    """

    visit: Visit
    scene: SceneName | UnsetType = UNSET


class TourView(Outgoing, frozen=True, kw_only=True):
    """How far the scene is, and what dealer, player and sign show."""

    shown: Shown
    box: Annotated[int, msgspec.Meta(description="The box of the player whose seat is shown.")]
    name: Annotated[str, msgspec.Meta(description="The player's name.")]
    dealer: TablePage
    player: TablePage
    sign: LinkView


def declare(add: Endpoints) -> None:
    """The endpoint of this module."""
    add.add(
        "POST",
        "/api/tour",
        go_on,
        summary="Move the tour on by one step (demonstrations only)",
        body=TourStep,
        problems=(404,),
        answer=TourView,
        tag="people",
    )


async def go_on(call: Call) -> Response:
    service, tours = call.service, call.request.app.state.tours
    if not service.demo:
        raise Problem(404, "not-a-demo", "This is not a demonstration; the tour is not available.")
    step = await read(call, TourStep)
    return json(await run_in_threadpool(_go_on, call, tours, step))


def _go_on(call: Call, tours: Tours, step: TourStep) -> TourView:
    with tours.lock:
        stage = tours.stage_of(step.visit)
        if step.scene is not UNSET:
            stage.begin(step.scene)
        elif stage.shown.pause_ms:
            stage.go_on()
        return _view(call, stage, BOX)


def _view(call: Call, stage: TourStage, box: int) -> TourView:
    casino, state, position = call.service.casino, stage.table, call.service.hub.position
    link, shown = casino.link(stage.name), casino.displayed(stage.name)
    assert link is not None, "the stage is furnished"
    assert shown is not None, "the stage is furnished"
    return TourView(
        shown=stage.shown,
        box=box,
        name=stage.cast.player.name,
        dealer=table_view(state, _as(stage.cast.dealer, Role.DEALER), position),
        player=table_view(state, _as(stage.cast.player, Role.PLAYER), position),
        sign=link_view(link, shown, NOBODY, casino.shelf, {stage.name: state}),
    )


def _as(actor: Actor, role: Role) -> Caller:
    """A robot of the tour, as a viewer of a page."""
    return Caller(actor.name, role, actor=actor)
