"""No byte that somebody receives tells a card that is hidden from him.

Robots play 200 rounds at every kind of table, with irregularities, folded hands and flushes. Meanwhile people follow all
tables, ask for whatever they may ask for, and try what they may not do. Everything that reaches them is read: a table
must look as the engine shows it to them at some moment, in order, and hold no card but those that lay open to them then.
"""

import re
from random import Random
from typing import Any

import msgspec
from httpx import Response

from pitboss.casino.people import Role
from pitboss.casino.robot import Robot
from pitboss.kernel.cards import NAMES
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.state import TableState
from pitboss.table.views import view
from pitboss.web.demo import TABLES
from tests.properties.table_invariants import visible
from tests.web.service import Browser, Event, House

ROUNDS = 200
SEED = 20260

CARD = re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(NAMES)})(?![0-9A-Za-z])")
SENTENCE = re.compile(r"\b[a-z]{3,}\b")
"""Rules have an "As" here and there; a list of cards has no words."""

WATCHED = [
    (Role.PLAYER, "Stud-player-1"),
    (Role.PLAYER, "Bullseye-player-2"),
    (Role.PLAYER, "passer-by"),
    (Role.DEALER, "dana"),
    (Role.PIT_SUPERVISOR, "sam"),
    (Role.AUDITOR, "ada"),
    (Role.DISPLAY, "sign"),
]


def cards_in(value: Any) -> set[str]:
    """All cards that are named anywhere."""
    match value:
        case str():
            found = set(CARD.findall(value))
            return found - {"As"} if SENTENCE.search(value) else found
        case dict():
            return {card for key, one in value.items() for card in cards_in(key) | cards_in(one)}
        case list():
            return {card for one in value for card in cards_in(one)}
        case _:
            return set()


def without_published(value: Any, running: str | None) -> Any:
    """Everything but the shuffles of rounds that are over, which are for everybody."""
    if isinstance(value, list):
        return [without_published(one, running) for one in value]
    if not isinstance(value, dict):
        return value
    published = value.get("published")
    if published is not None:
        assert published["round"] != running, "a shuffle is published while its round runs"
    return {name: without_published(one, running) for name, one in value.items() if name != "published"}


class Moments:
    """All that has been at the tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.at: dict[str, list[TableState]] = {table: [] for table in TABLES}
        for table in TABLES:
            self.add(table)

    def add(self, table: str) -> None:
        state = self.house.casino.table(table)
        assert state is not None
        self.at[table].append(state)

    def now(self, table: str) -> TableState:
        return self.at[table][-1]

    def known(self, table: str, viewer: Actor | None) -> set[str]:
        """What has lain open to somebody at any time of the round that runs."""
        round = self.now(table).round
        found: set[str] = set()
        for state in reversed(self.at[table]):
            if state.round is None or round is None or state.round.id != round.id:
                break
            found |= {NAMES[card] for card in visible(state, viewer)}
        return found


class Watcher:
    """Somebody who follows the floor, and reads every byte."""

    def __init__(self, browser: Browser, viewer: Actor | None, moments: Moments) -> None:
        self.browser = browser
        self.viewer = viewer
        self.moments = moments
        self.stream = browser.stream("*", "*")
        self.place = dict.fromkeys(TABLES, 0)
        self.seen: list[int] = []
        self.asked = 0

    def listen(self, up_to: int) -> None:
        """Reads what has come, at least up to a position."""
        while self.stream.position < up_to:
            self._hear(self.stream.event())
        for event in self.stream.pending():
            self._hear(event)

    def _hear(self, event: Event) -> None:
        if event.kind == "snapshot":
            for topic, body in event.data["views"].items():
                self._check(*topic.partition("/")[::2], body)
        else:
            self._check(event.kind, event.data.get(event.kind, ""), event.data)

    def _check(self, kind: str, name: str, body: Any) -> None:
        if kind == "table":
            self.place[name] = self._check_view(name, body, self.place[name])
        else:
            assert cards_in(body) == set(), (kind, body)

    def _check_view(self, table: str, body: Any, after: int) -> int:
        """Finds the moment that is shown, from the one shown last on."""
        for place in range(after, len(self.moments.at[table])):
            state = self.moments.at[table][place]
            expected = msgspec.json.decode(msgspec.json.encode(view(state, self.viewer)))
            if expected == {name: body[name] for name in expected}:
                break
        else:
            raise AssertionError(f"{table} was never like this to {self.viewer}: {body}")
        round = state.round
        known = {NAMES[card] for card in visible(state, self.viewer)}
        found = cards_in(without_published(body, None if round is None else round.id))
        assert found <= known, (table, self.viewer, found - known)
        if round is not None and round.secret is not None:
            assert round.secret.hex() not in str(body)
        self.seen.append(len(found))
        return place

    def ask(self, table: str, random: Random) -> None:
        """Asks for what there is to ask for, and tries what is not his."""
        round = self.moments.now(table).round
        running = None if round is None else round.id
        known = self.moments.known(table, self.viewer)
        self._check_view(table, self.browser.json(f"/api/tables/{table}"), len(self.moments.at[table]) - 1)
        for path in (f"/api/rounds/{running}{end}" for end in ("", "/record", "/shuffle")):
            self._check_answer(self.browser.get(path), known, running)
        self._check_answer(self.browser.get("/api/rounds", table=table), set(), running)
        self._check_answer(self.browser.get("/api/incidents"), set(), running)
        self._check_answer(self.browser.get("/api/incidents/facts", table=table, box="1"), set(), running)
        if self.viewer is not None and self.viewer.post is Post.PLAYER and round is not None:
            box = random.randint(1, 3)
            if round.boxes.get(box) is not None and round.boxes[box].player != self.viewer.name:
                for do, more in (("examine", {}), ("set-hand", {}), ("decline-to-show", {}), ("deal", {})):
                    fields = (
                        {}
                        if do == "deal"
                        else {"box": box, "player": random.choice([None, round.boxes[box].player])}
                    )
                    answer = self.browser.do(table, do, **fields, **more)
                    assert answer.status_code == 409, (do, answer.text)
                    self._check_answer(answer, known, running)

    def _check_answer(self, answer: Response, known: set[str], running: str | None) -> None:
        self.asked += 1
        assert answer.status_code in (200, 403, 404, 409), answer.text
        found = cards_in(without_published(answer.json(), running))
        assert found <= known, (answer.url, self.viewer, found - known)


def play(house: House, moments: Moments, random: Random) -> int:
    """One step at some table, and whatever a link waits for; how many rounds it ended."""
    table = random.choice(list(TABLES))
    before = moments.now(table)
    request = _robots(SEED)[table].request(before)
    if request is not None:
        house.casino.do(request)
    for link in house.casino.links():
        state = house.casino.link(link)
        assert state is not None
        for claim in state.waiting_claims:
            answer = house.person(Role.SHIFT_MANAGER).on_link(link, "verify-claim", claim=claim.id)
            assert answer.status_code == 200, answer.text
    for name in TABLES:
        moments.add(name)
    return int(before.round is not None and moments.now(table).round is None)


_made: dict[int, dict[str, Robot]] = {}


def _robots(seed: int) -> dict[str, Robot]:
    return _made.setdefault(seed, {table: Robot(table, seed, flushes=0.05, trouble=0.1) for table in TABLES})


def test_200_rounds_tell_nobody_a_card_that_is_hidden_from_him() -> None:
    secrets = Random(f"secrets/{SEED}")
    random = Random(SEED)
    with House("memory:", secret=lambda: secrets.randbytes(32)) as house:
        moments = Moments(house)
        watchers = []
        for role, name in WATCHED:
            viewer = None if role.post is None else Actor(role.post, name)
            watchers.append(Watcher(house.person(role, name), viewer, moments))
        rounds = steps = 0
        while rounds < ROUNDS:
            rounds += play(house, moments, random)
            steps += 1
            if steps % 4 == 0:
                last = house.casino.journal.last_position()
                for watcher in watchers:
                    watcher.listen(last)
            if steps % 25 == 0:
                random.choice(watchers).ask(random.choice(list(TABLES)), random)
        for watcher in watchers:
            watcher.stream.close()
            print(watcher.viewer, len(watcher.seen), sum(watcher.seen), watcher.asked)
    print(steps)
