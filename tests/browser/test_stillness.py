"""Pages stand still: while they load, the felt under the pointer while bets are open, whoever bets
or takes a bet back, and the dealer's felt from the first bet to the last payment.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import rounds
from tests.browser.floor import PHONE, TABLET, WORK, Floor
from tests.browser.stillness import Still, while_loading
from tests.effort import ALL, tables

TABLES = tables(("Stud", "Classic", "Holdem", "Singapore", "Bullseye"), telling=("Holdem",))
"""All five games, each with as many boxes as its rulebook has; the one with the most boxes."""

SIZES = (WORK, TABLET, PHONE) if ALL else (WORK, PHONE)

STILL = 0.02
NAMES = ("Mei", "Bartholomew Fitzgerald-Montgomery", "Jo", "Ravi", "Aisha", "Siti", "Lars", "Ngozi")


def others_bet(floor: Floor, table: str, view: Any, free: int) -> list[int]:
    """Others bet on every spot of every box but one; in the test command of every third box, the
    last among them.
    """
    boxes = [box for box in range(view["boxes"], 0, -1 if ALL else -3) if box != free][::-1]
    for box in boxes:
        name = f"{NAMES[box % len(NAMES)]} {box}"
        for wager in view["wagers"]:
            if wager["kind"] == "raise":
                continue
            amount = view["progressive_bet"] if wager["kind"] == "progressive" else "1000.00"
            bet = {
                "do": "place-bet",
                "box": box,
                "bet": wager["bet"],
                "player": name,
                "amount": amount,
            }
            floor.do("dealer", table, bet)
    return boxes


def take_back(floor: Floor, table: str, view: Any, boxes: list[int]) -> None:
    opening = view["wagers"][0]["bet"]
    for box in boxes:
        name = f"{NAMES[box % len(NAMES)]} {box}"
        floor.do(
            "dealer", table, {"do": "withdraw-bet", "box": box, "bet": opening, "player": name}
        )


def shows(pages: list[Page], box: int, state: str) -> None:
    for page in pages:
        expect(page.get_by_test_id(f"box-{box}")).to_have_attribute("data-state", state)


def stands_still(before: list[Still], since: str) -> None:
    for still in before:
        where = f"{still.page.url} at {still.page.viewport_size}, {since}"
        assert still.moved() == {}, where
        assert still.under() == {}, where
        total, shifts = still.shifted()
        assert total < STILL, f"{where}: {total} {shifts}"


@pytest.mark.parametrize("table", TABLES)
def test_nothing_moves_while_others_bet(floor: Floor, table: str) -> None:
    paths = (("player", f"/seat/{table}"), ("dealer", f"/table/{table}"))
    pages = [floor.person(role, path, size=size) for size in SIZES for role, path in paths]
    view = floor.do("dealer", table, {"do": "open-betting"})
    mine = 2
    for page in pages:
        expect(page.get_by_test_id("phase")).to_have_text("Place your bets")
        expect(page.get_by_test_id(f"box-{mine}").locator("button.spot").first).to_be_visible()
    before = [Still(page) for page in pages]

    boxes = others_bet(floor, table, view, free=mine)
    shows(pages, boxes[-1], "undecided")
    stands_still(before, "others have bet")

    # The own box is emphasised, and stays what and where it is.
    seat = pages[0]
    opening = view["wagers"][0]["bet"]
    # One player has a seat open at each size. All of them see the bet at once and commit a seed:
    # the first binds the player, and the others may be refused (seed-fixed).
    floor.expect_trouble(r"^answer 409: POST .*/commands$")
    floor.do("player", table, {"do": "place-bet", "box": mine, "bet": opening, "amount": "25.00"})
    expect(seat.get_by_test_id(f"box-{mine}")).to_have_attribute("data-mine", "yes")
    shows(pages, mine, "undecided")
    stands_still(before, "one has bet oneself")

    take_back(floor, table, view, boxes)
    shows(pages, boxes[-1], "empty")
    stands_still(before, "the others have taken their bets back")

    floor.do("player", table, {"do": "withdraw-bet", "box": mine, "bet": opening})
    shows(pages, mine, "empty")
    stands_still(before, "nobody bets any more")
    floor.do("dealer", table, {"do": "conclude"})


@pytest.mark.parametrize("size", SIZES if ALL else (PHONE,))
def test_a_second_click_on_the_same_point_is_a_second_chip(
    floor: Floor, size: tuple[int, int]
) -> None:
    player = floor.person("player", "/seat/Stud", size=size)
    view = floor.do("dealer", "Stud", {"do": "open-betting"})
    spot = player.get_by_test_id("box-2").get_by_test_id("bet-ante")
    spot.scroll_into_view_if_needed()
    place = spot.bounding_box()
    assert place is not None
    for chips, lies in enumerate(("25", "50", "75"), 1):
        player.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        expect(player.get_by_test_id("box-2").locator(".spot-amount")).to_have_text([lies])
        name = f"{NAMES[chips]} {chips + 2}"
        bet = {
            "do": "place-bet",
            "box": chips + 2,
            "bet": "ante",
            "player": name,
            "amount": "25.00",
        }
        floor.do("dealer", "Stud", bet)
        # Another player's box is seen to be taken; whose it is, only staff are told.
        taken = player.get_by_test_id(f"box-{chips + 2}")
        expect(taken.locator(".box-player")).to_have_text("Player")
        expect(taken.locator(".spot-amount")).to_have_text(["25"])
        assert name not in player.content()
    assert floor.table("Stud")["round"]["boxes"][0]["bets"] == {"ante": "75.00"}
    for box in floor.table("Stud")["round"]["boxes"]:
        back = {
            "do": "withdraw-bet",
            "box": box["box"],
            "bet": view["wagers"][0]["bet"],
            "player": box["player"],
        }
        floor.do("dealer", "Stud", back)
    floor.do("dealer", "Stud", {"do": "conclude"})


LOADING = 0.1
PAGES: tuple[tuple[str | None, str], ...] = (
    (None, "/sign-in"),
    ("player", "/"),
    ("player", "/seat/Stud"),
    ("player", "/seat/Classic"),
    ("player", "/seat/Holdem"),
    ("player", "/seat/Singapore"),
    ("player", "/seat/Bullseye"),
    ("dealer", "/table/Stud"),
    ("dealer", "/table/Classic"),
    ("dealer", "/table/Holdem"),
    ("dealer", "/table/Singapore"),
    ("dealer", "/table/Bullseye"),
    ("shift-manager", "/pit"),
    ("administrator", "/people"),
    ("auditor", "/audit"),
    ("auditor", "/audit?round=Stud-1"),
    ("auditor", "/audit?tab=reports"),
    ("player", "/rulebooks"),
    ("player", "/rulebooks?book=rws-multilink-stud-3&with=rws-casino-stud-6"),
    ("shift-manager", "/rulebooks?house"),
    ("auditor", "/tour"),
    ("display", "/sign/Millions"),
    (None, "/why?round=Stud-1"),
)
"""Every page. The tables of the middle have a round that is on."""

MOVED_MOST = (
    ("player", "/seat/Holdem", PHONE),
    ("player", "/seat/Stud", TABLET),
    ("dealer", "/table/Singapore", TABLET),
    ("shift-manager", "/pit", PHONE),
    ("administrator", "/people", PHONE),
    ("auditor", "/audit?round=Stud-1", PHONE),
    ("player", "/rulebooks", PHONE),
    ("auditor", "/tour", PHONE),
    ("display", "/sign/Millions", WORK),
)
EVERYWHERE = tuple((*page, size) for page in PAGES for size in (WORK, TABLET, PHONE))


def test_nothing_moves_while_a_page_loads(floor: Floor) -> None:
    rounds.play(floor, "Stud", 1, 2)
    rounds.begin(floor, "Holdem", 1, 4, progressive=True)
    rounds.go_on(floor, "Holdem", "deciding")
    rounds.begin(floor, "Singapore", 1)
    rounds.go_on(floor, "Singapore", "settled")
    moved = []
    for role, path, size in EVERYWHERE if ALL else MOVED_MOST:
        page = floor.person(role, path, size=size)
        total, shifts = while_loading(page)
        if total >= LOADING:
            moved.append(f"{path} at {size}: {total:.3f} {shifts}")
        page.close()
    for table in ("Holdem", "Singapore"):
        rounds.go_on(floor, table)
    assert moved == []


@pytest.mark.parametrize("table", TABLES)
def test_the_dealers_felt_keeps_its_place_and_its_width(floor: Floor, table: str) -> None:
    pages = [floor.person("dealer", f"/table/{table}", size=size) for size in (WORK, TABLET, PHONE)]
    rounds.begin(floor, table, 1, 2, 3, progressive=True)
    places: list[set[tuple[float, ...]]] = [set() for _ in pages]
    for phase, words in (
        ("betting", "Place your bets"),
        ("deciding", "Players decide"),
        ("settled", "Collect and pay"),
    ):
        rounds.go_on(floor, table, phase)
        for page, seen in zip(pages, places, strict=True):
            expect(page.get_by_test_id("phase")).to_have_text(words)
            box = page.locator("pit-felt").bounding_box()
            assert box is not None
            seen.add((box["x"], box["y"], box["width"]))
    rounds.go_on(floor, table)
    assert [len(seen) for seen in places] == [1] * len(pages), places
