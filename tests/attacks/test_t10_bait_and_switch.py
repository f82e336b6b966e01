"""T10: an approval names what it approves, so that nothing can be put in its place between the look
and the click.
"""

from tests.attacks.desks import PARAMETERS, link, managers, told
from tests.web.evening import Evening
from tests.web.service import House

CORRECTION = {"reason": "missed-entry", "note": "Ticket 17."}


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
        "missed-entry. Look again before you approve."
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
