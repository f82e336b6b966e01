"""T12: declining a claim takes as many persons as verifying it."""

from pitboss.people.roles import Role
from tests.attacks.desks import claimed, link, managers, told
from tests.web.service import House


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
