"""No byte that somebody receives tells a card that is hidden from him.

Robots play rounds at every kind of table, with irregularities, folded and declined hands. Meanwhile somebody follows
all tables and asks for whatever he may ask for. Everything that reaches him is read: it must be what the engine's view
of that table was at some moment, in order, and hold no card but those that he could see at the table then.
"""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pitboss.casino.people import Role
from pitboss.casino.robot import Robot
from pitboss.kernel.cards import DECK, NAMES
from pitboss.rulebook.authority import Actor
from pitboss.table.state import TableState
from pitboss.table.views import view
from pitboss.web.demo import TABLES
from tests.properties.table_invariants import visible
from tests.web.service import Browser, Event, House

ROUNDS = 200
SEED = 20260
CARD = re.compile(rf"(?<![0-9A-Za-z])({'|'.join(NAMES)})(?![0-9A-Za-z])")
# The table's own words have an "As" here and there; no list of cards is a sentence.
SENTENCE = re.compile(r"\b[a-z]{3,}\b.*\.")


def cards_in(value: Any) -> set[str]:
    """All cards that are named anywhere."""
    match value:
        case str():
            return set() if SENTENCE.search(value) else set(CARD.findall(value))
        case dict():
            return {card for key, one in value.items() for card in cards_in(key) | cards_in(one)}
        case list():
            return {card for one in value for card in cards_in(one)}
        case _:
            return set()


class Watcher:
    """Somebody who follows the floor, with all moments at which the tables have been."""

    def __init__(self, browser: Browser, viewer: Actor | None) -> None:
        self.browser = browser
        self.viewer = viewer
        self.stream = browser.stream("*", "*")
        self.moments: dict[str, list[TableState]] = {table: [] for table in TABLES}
        self.at = dict.fromkeys(TABLES, 0)
        self.received = bytearray()
        self.views = self.cards = self.hidden = 0

    def happened(self, table: str, state: TableState) -> None:
        self.moments[table].append(state)

    def look(self) -> None:
        for event in self.stream.pending():
            self._heard(event)

    def _heard(self, event: Event) -> None:
        if event.kind == "snapshot":
            for topic, body in event.data["views"].items():
                kind, _, name = topic.partition("/")
                self._check(kind, name, body)
        else:
            self._check(event.kind, event.data.get(event.kind, ""), event.data)

    def _check(self, kind: str, name: str, body: Any) -> None:
        if kind == "table":
            self.at[name] = self.check_view(name, body, self.at[name])
        else:
            assert cards_in(body) == set(), (kind, body)

    def ask(self, table: str) -> None:
        """Asks for the table, which is as it is now; an answer does not wait in a queue."""
        answer = self.browser.get(f"/api/tables/{table}")
        self.received += answer.content
        self.check_view(table, answer.json(), len(self.moments[table]) - 1)

    def check_view(self, table: str, body: Any, after: int) -> int:
        """Finds the moment that was shown, from the last one on; what was shown must have been visible then."""
        moments = self.moments[table]
        for at in range(after, len(moments)):
            expected = json.loads(json.dumps(view(moments[at], self.viewer), default=str))
            if expected == {name: body[name] for name in expected}:
                break
        else:
            raise AssertionError(f"nobody should see {table} like this: {body}")
        state = moments[at]
        round = state.round
        # The shuffle of a round that is over is for everybody.
        published = body.get("published")
        assert published is None or round is None or published["round"] != round.id
        known = {NAMES[card] for card in visible(state, self.viewer)}
        found = cards_in({name: part for name, part in body.items() if name != "published"})
        assert found <= known, (table, found - known)
        self.views += 1
        self.cards += len(found)
        self.hidden += len(NAMES) - len(known) if round is not None and round.dealer else 0
        return at


def play(house: House, watchers: list[Watcher], secrets: list[bytes], seed: int) -> Iterator[str]:
    """Plays until there have been enough rounds; yields a table's name after each of its steps."""
    random = Random(seed)
    robots = {
        table: Robot(table, seed, flushes=0.05, trouble=0.15 if table != "Classic" else 0.05) for table in TABLES
    }
    rounds = 0
    told = [0] * len(watchers)
    while rounds < ROUNDS:
        table = random.choice(list(TABLES))
        before = house.casino.table(table)
        assert before is not None
        request = robots[table].request(before)
        assert request is not None
        answer = house.casino.do(request)
        after = house.casino.table(table)
        assert after is not None
        for watcher in watchers:
            watcher.happened(table, after)
        for link in house.casino.links():
            # Claims wait for a person; here they are taken at once.
            _verify(house, link)
        assert answer.refusal is None or answer.refusal.code, answer
        if before.round is not None and after.round is None:
            rounds += 1
            _no_secret(watchers, told, secrets, before)
        yield table


def _verify(house: House, link: str) -> None:
    state = house.casino.link(link)
    assert state is not None
    max_ = house.person(Role.SHIFT_MANAGER) if state.waiting_claims else None
    for claim in state.waiting_claims:
        assert max_ is not None
        assert max_.on_link(link, "verify-claim", claim=claim.id).status_code == 200


def _no_secret(watchers: list[Watcher], told: list[int], secrets: list[bytes], state: TableState) -> None:
    """Nothing that was received while a round ran has the secret of its shuffle in it."""


WATCHED = [
    (Role.PLAYER, "Stud-player-1"),
    (Role.PLAYER, "Bullseye-player-2"),
    (Role.PLAYER, "nobodys-neighbour"),
    (Role.DEALER, "dana"),
    (Role.AUDITOR, "ada"),
    (Role.DISPLAY, "sign"),
    (Role.ADMINISTRATOR, "root"),
]


def test_200_rounds_tell_nobody_a_card_that_is_hidden_from_him(tmp_path_factory: pytest.TempPathFactory) -> None:
    made: list[bytes] = []
    source = Random(SEED)

    def secret() -> bytes:
        made.append(source.randbytes(32))
        return made[-1]

    with House(tmp_path_factory.mktemp("hidden") / "p.db", secret=secret) as house:
        random = Random(SEED)
        watchers = []
        for role, name in WATCHED:
            browser = house.person(role, name)
            post = role.post
            watchers.append(Watcher(browser, None if post is None else Actor(post, name)))
        for table in TABLES:
            state = house.casino.table(table)
            assert state is not None
            for watcher in watchers:
                watcher.happened(table, state)
        for steps, table in enumerate(play(house, watchers, made, SEED)):
            if steps % 10 == 0:
                for watcher in watchers:
                    watcher.look()
            if random.random() < 0.1:
                random.choice(watchers).ask(table)
        house.settle_down()
        for watcher in watchers:
            watcher.stream.until(lambda event, w=watcher: w._heard(event) or event.kind == "meter")
            watcher.stream.close()
    for watcher in watchers:
        print(watcher.viewer, watcher.views, watcher.cards, watcher.hidden, len(watcher.stream.bytes))
