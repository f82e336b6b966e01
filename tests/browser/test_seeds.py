"""A seat draws a seed by itself, and its player checks the shuffle in the browser."""

import re

from playwright.sync_api import expect

from tests.browser.floor import Floor


def test_a_seed_is_committed_opened_and_checked_without_the_player_doing_anything(
    floor: Floor,
) -> None:
    dealer = floor.person("dealer", "/table/Stud")
    ann = floor.person("player", "/seat/Stud", name="ann")
    dealer.get_by_test_id("next-step").click()
    ann.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    seed = ann.get_by_test_id("my-seed")
    expect(seed).to_have_attribute("data-state", "committed")
    dealer.get_by_test_id("next-step").click()
    expect(seed).to_have_attribute("data-state", "opened")
    dealer.get_by_test_id("deal-all").click()
    ann.get_by_test_id("fold-1").click()
    while floor.table("Stud")["round"] is not None:
        step = floor.table("Stud")["next"][0]
        floor.do("dealer", "Stud", {"do": step["do"]})
    published = floor.table("Stud")["published"]
    (mine,) = [one["player"] for one in published["committed"] if one["opened"]]
    assert re.fullmatch("[0-9a-f]{16}", mine), "the proof is for everybody, and the name is not"
    # What the server says of it is not looked at.
    denied = published | {"verified": False, "problem": "It is all wrong."}
    ann.route("**/api/rounds/*/shuffle", lambda route: route.fulfill(json=denied))
    ann.get_by_test_id("check-shuffle").click()
    expect(ann.get_by_test_id("shuffle-result")).to_have_text(
        "The deck follows from the secret and the seeds"
    )
    expect(ann.get_by_test_id("shuffle-seen")).to_contain_text("what this page was shown")
    ann.keyboard.press("Escape")
    # A deck that was changed is found out, whatever the server says of it.
    changed = published | {"deck": published["deck"][::-1], "verified": True}
    ann.unroute("**/api/rounds/*/shuffle")
    ann.route("**/api/rounds/*/shuffle", lambda route: route.fulfill(json=changed))
    ann.get_by_test_id("check-shuffle").click()
    expect(ann.get_by_test_id("shuffle-result")).to_contain_text("It does not fit")
