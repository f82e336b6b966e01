"""What takes two persons, over HTTP: nobody approves what he did not see, and nobody decides a
claim alone.
"""

from pathlib import Path
from typing import Any

from httpx import Response

from pitboss.casino.controls.policy import Controls
from pitboss.people.roles import Role
from tests.web.playing import Evening
from tests.web.service import Browser, House

ROYAL = {"1": ["Ah", "Kh", "Qh", "Jh", "Th"], "dealer": ["2c", "4d", "6s", "8h", "9c"]}
PARAMETERS = {"reset": "100000.00", "rate-bp": 1500, "reserve-bp": 300, "cap": "500000.00"}
CORRECTION = {"reason": "missed-entry", "note": "Ticket 17."}


def told(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def link(browser: Browser) -> Any:
    return browser.json("/api/links/Millions")


def managers(house: House) -> tuple[Browser, Browser]:
    return house.person(Role.SHIFT_MANAGER), house.person(Role.SHIFT_MANAGER, "una")


# ── approvals ─────────────────────────────────────────────────────────────────────────────────────


def test_a_correction_that_is_swapped_between_the_look_and_the_click_is_not_made(
    house: House,
) -> None:
    max_, una = managers(house)
    max_.on_link("Millions", "propose-correction", amount="1.00", **CORRECTION)
    seen = link(una)["correction"]["digest"]
    max_.on_link("Millions", "withdraw-proposal")
    max_.on_link("Millions", "propose-correction", amount="90000.00", **CORRECTION)
    answer = una.on_link("Millions", "approve-correction", approves=seen)
    assert told(answer) == (409, "changed-since")
    assert answer.json()["detail"] == (
        "What is waiting has changed since you looked: max proposes a correction of 90000.00, "
        "missed-entry. "
        "Look again before you approve."
    )
    assert link(una)["displayed"] == "100000.00"
    assert una.approve("Millions", "correction").status_code == 200
    assert link(una)["displayed"] == "190000.00"


def test_parameters_that_are_swapped_between_the_look_and_the_click_are_not_approved(
    house: House,
) -> None:
    max_, una = managers(house)
    max_.on_link("Millions", "propose-parameters", parameters=PARAMETERS)
    seen = link(una)["proposal"]["digest"]
    max_.on_link("Millions", "withdraw-proposal")
    max_.on_link("Millions", "propose-parameters", parameters=PARAMETERS | {"rate-bp": 0})
    assert told(una.on_link("Millions", "approve-parameters", approves=seen)) == (
        409,
        "changed-since",
    )
    assert una.approve("Millions", "parameters").status_code == 200


def test_a_ruling_that_is_swapped_between_the_look_and_the_click_is_not_confirmed(
    house: House,
) -> None:
    evening = Evening(house, "Stud")
    evening.begin()
    evening.play(until="deciding")
    dana, (max_, una) = evening.dealer, managers(house)
    dana.done("Stud", "report", incident="unlisted", box=1, description="A drink went over box 1.")
    seen = una.json("/api/tables/Stud")["round"]["ruling"]["digest"]
    house.settle_down()
    (waits,) = una.json("/api/incidents")["incidents"]
    assert waits["digest"] == seen
    assert max_.confirm("Stud", decision="continue").status_code == 200
    dana.done("Stud", "report", incident="unlisted", box=2, description="Another one, over box 2.")
    late = una.do("Stud", "confirm", decision="invalidate-hand", approves=seen)
    assert told(late) == (409, "changed-since")
    assert una.confirm("Stud", decision="continue").status_code == 200


def test_an_approval_that_names_nothing_is_not_taken(house: House) -> None:
    max_, una = managers(house)
    max_.on_link("Millions", "propose-correction", amount="1.00", **CORRECTION)
    max_.on_link("Millions", "propose-parameters", parameters=PARAMETERS)
    assert told(una.on_link("Millions", "approve-correction")) == (409, "approval-unnamed")
    assert told(una.on_link("Millions", "approve-parameters")) == (409, "approval-unnamed")
    for wrong in (None, 7, ["x"]):
        assert told(una.on_link("Millions", "approve-correction", approves=wrong)) == (
            422,
            "bad-field",
        )
    evening = Evening(house, "Stud")
    evening.begin()
    evening.dealer.done("Stud", "report", incident="unlisted", description="Smoke.")
    assert told(max_.do("Stud", "confirm", decision="continue")) == (409, "approval-unnamed")


def test_players_are_not_told_what_names_a_ruling(house: House) -> None:
    evening = Evening(house, "Stud")
    evening.begin()
    evening.dealer.done("Stud", "report", incident="unlisted", description="Smoke.")
    assert evening.players["ann"].json("/api/tables/Stud")["round"]["ruling"]["digest"] is None


# ── verifiers ─────────────────────────────────────────────────────────────────────────────────────


def test_a_link_has_as_many_verifiers_as_the_house_asks_for(house: House) -> None:
    max_, una = managers(house)
    few = max_.on_link(
        "Small", "open-link", operator="RWS", parameters=PARAMETERS | {("verifiers"): 1}
    )
    assert told(few) == (409, "too-few-verifiers")
    assert "links.verifiers" in few.json()["detail"]
    assert max_.get("/api/links/Small").status_code == 404
    assert max_.open_link("Small", operator="RWS", parameters=PARAMETERS).status_code == 200
    assert max_.json("/api/links/Small")["parameters"]["verifiers"] == 2
    lower = max_.on_link("Small", "propose-parameters", parameters=PARAMETERS | {"verifiers": 1})
    assert told(lower) == (409, "too-few-verifiers")
    assert max_.on_link("Small", "propose-parameters", parameters=PARAMETERS).status_code == 200
    assert una.approve("Small", "parameters").status_code == 200


def test_a_house_that_asks_for_one_gets_one(tmp_path: Path) -> None:
    with House(tmp_path / "one.db", controls=Controls(verifiers=1)) as house:
        max_, _ = managers(house)
        assert max_.open_link("Small", operator="RWS", parameters=PARAMETERS).status_code == 200
        assert max_.json("/api/links/Small")["parameters"]["verifiers"] == 1


def claimed(house: House) -> tuple[Evening, str]:
    """A royal flush that claims the jackpot."""
    evening = Evening(house, "Classic", seed=2)
    evening.cards = {place: [*cards] for place, cards in ROYAL.items()}
    evening.begin(progressive="5.00")
    evening.play(until="deciding")
    evening.players["ann"].done("Classic", "raise", box=1, amount="20.00")
    while not (claims := link(evening.manager)["claims"]):
        assert evening.step()
    return evening, claims[0]["claim"]


def test_one_supervisor_does_not_decline_a_royal_flush_for_good(house: House) -> None:
    evening, claim = claimed(house)
    sam, (max_, una) = house.person(Role.PIT_SUPERVISOR), managers(house)
    decline = {"claim": claim, "reason": "I saw nothing."}
    assert sam.on_link("Millions", "decline-claim", **decline).status_code == 200
    (waits,) = link(sam)["claims"]
    assert (waits["standing"], waits["verifiers"]) == ("open", 2)
    assert (waits["verified_by"], waits["declined_by"]) == ([], ["sam"])
    assert told(sam.on_link("Millions", "decline-claim", **decline)) == (409, "same-person")
    assert max_.on_link("Millions", "verify-claim", claim=claim).status_code == 200
    assert una.on_link("Millions", "verify-claim", claim=claim).status_code == 200
    assert link(sam)["last"][-1]["award"] == "100000.75"
    assert evening.play()["round"] is None


def test_two_decline_it(house: House) -> None:
    evening, claim = claimed(house)
    sam, max_ = house.person(Role.PIT_SUPERVISOR), house.person(Role.SHIFT_MANAGER)
    for person in (sam, max_):
        answer = person.on_link(
            "Millions", "decline-claim", claim=claim, reason="A card was marked."
        )
        assert answer.status_code == 200
    assert link(sam)["claims"] == []
    assert evening.play()["round"] is None
    assert link(sam)["displayed"] == "100000.75"
