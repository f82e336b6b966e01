"""The tour's scenes are real: every command is accepted, and what each button promises comes of
it.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec import UNSET

from pitboss.casino.history import is_staged
from pitboss.casino.requests import Answer, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.demo.scenes import BOX
from pitboss.demo.tour import STAGES, SceneName, Tours, TourStage
from pitboss.kernel.money import Cents
from pitboss.reports.day import day_report
from pitboss.reports.today import Today
from pitboss.table.state import Phase, RoundState
from tests.demo.house import House

SCENES: tuple[SceneName, ...] = ("royal-flush", "exposed-card", "broken-link", "why")
LIMIT_MS = 15_000
"""All pauses of a scene: what it promises is seen within 20 seconds."""


class Visitor:
    """Somebody who takes the tour, and nothing of it may be refused."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self._house = house
        self._carry_out = house.casino.carry_out
        monkeypatch.setattr(house.casino, "carry_out", self._watched)
        self.tours = Tours(house.casino)
        self.stage = self.tours.stage_of("a visitor")

    def _watched(self, request: Request) -> Answer:
        answer = self._carry_out(request)
        refusal = answer.refusal
        assert refusal is None or refusal.asked is not None, (request.command, refusal)
        return answer

    def see(self, scene: SceneName, until: str = "") -> list[str]:
        """The captions of a scene, to its end or to one of them."""
        captions = []
        waited_ms = 0
        self.stage.begin(scene)
        while self.stage.shown.pause_ms and (not until or until not in captions):
            self._house.now_ms += self.stage.shown.pause_ms
            waited_ms += self.stage.shown.pause_ms
            self.stage.go_on()
            captions.append(self.stage.shown.caption)
        assert waited_ms < LIMIT_MS
        return list(dict.fromkeys(captions))


def round_of(stage: TourStage) -> RoundState:
    round = stage.table.round
    assert round is not None
    return round


@pytest.fixture
def visitor(monkeypatch: pytest.MonkeyPatch) -> Visitor:
    return Visitor(House(), monkeypatch)


def test_a_royal_flush_is_claimed_verified_by_two_and_paid_the_whole_jackpot(
    visitor: Visitor,
) -> None:
    stage = visitor.stage
    captions = visitor.see("royal-flush")
    assert captions[-4:] == ["royal-seen", "royal-claimed", "royal-verified", "royal-paid"]
    settlement = round_of(stage).settlement
    assert settlement is not None
    assert settlement.jackpot is not UNSET
    [award] = settlement.jackpot.awards
    assert (award.box, award.hand, award.amount) == (BOX, "royal-flush", "100001.50")


def test_an_exposed_card_gives_the_player_concerned_a_choice(visitor: Visitor) -> None:
    visitor.see("exposed-card", until="exposed")
    round = round_of(visitor.stage)
    assert tuple(round.offered) == (BOX,)
    assert round.offer_clauses == ("5.12", "5.10")
    visitor.see("exposed-card")
    assert round_of(visitor.stage).phase is Phase.DECIDING


def test_a_broken_link_makes_the_round_void_and_the_house_plays_on_without_it(
    visitor: Visitor,
) -> None:
    visitor.see("broken-link", until="link-void")
    round = round_of(visitor.stage)
    assert round.phase is Phase.VOID
    assert round.void_clauses
    visitor.see("broken-link")
    assert visitor.stage.table.notice


def test_why_ends_with_an_ante_that_wins_and_a_bet_that_does_not(visitor: Visitor) -> None:
    visitor.see("why")
    settlement = round_of(visitor.stage).settlement
    assert settlement is not None
    box = settlement.boxes[0]
    results = {line.bet: (line.result, line.clauses) for line in box.lines}
    assert results["ante"] == ("win", ("3.13", "4.1"))
    assert results["bet"] == ("push", ("3.13",))


@pytest.mark.parametrize("before", SCENES)
def test_a_scene_may_be_left_at_any_caption_for_any_other(
    before: SceneName, visitor: Visitor
) -> None:
    for caption in visitor.see(before):
        visitor.see(before, until=caption)
        after = SCENES[(SCENES.index(before) + len(caption)) % len(SCENES)]
        assert visitor.see(after)[-1] == visitor.stage.shown.caption


def test_each_visitor_has_a_stage_and_the_one_longest_silent_gives_way() -> None:
    tours = Tours(House().casino)
    stages = [tours.stage_of(f"visitor {number}") for number in range(STAGES)]
    assert len({stage.name for stage in stages}) == STAGES
    assert tours.stage_of("visitor 0") is stages[0]
    stages[1].begin("why")
    assert tours.stage_of("one more") is stages[1]
    assert stages[1].shown.caption == "welcome"
    assert tours.stage_of("visitor 1") is stages[2]


def test_the_tour_stays_at_its_own_tables_and_links(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    before = {name: house.casino.displayed(name) for name in house.casino.links()}
    Visitor(house, monkeypatch).see("royal-flush")
    assert {name: house.casino.displayed(name) for name in before} == before
    assert house.casino.displayed("Tour 1") == Cents(100_000_00)


def test_the_houses_figures_have_nothing_of_the_tour(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    visitor = Visitor(house, monkeypatch)
    visitor.see("royal-flush")
    visitor.see("why")
    journal, zone = house.casino.journal, ZoneInfo("UTC")
    day = datetime.fromtimestamp(house.now_ms / 1_000, UTC).date()
    assert visitor.stage.table.rounds > 0
    today = Today(journal, lambda: zone).report(house.now_ms)
    for report in (day_report(journal, day, zone), today):
        assert report.day == day
        assert report.rows == ()
    staged = [name for name in house.casino.links() if is_staged(journal, link_stream(name))]
    assert staged == ["Tour 1"]
    assert is_staged(journal, table_stream("Tour 1"))
    assert not is_staged(journal, table_stream("Stud"))
    assert not is_staged(journal, table_stream("Nowhere"))
