"""T12: declining a claim takes as many persons as verifying it."""

from pitboss.people.roles import Role
from tests.attacks.desks import link, managers, told
from tests.web.playing import Evening
from tests.web.service import House

ROYAL = {"1": ["Ah", "Kh", "Qh", "Jh", "Th"], "dealer": ["2c", "4d", "6s", "8h", "9c"]}


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
