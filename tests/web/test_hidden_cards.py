"""No byte that somebody receives tells a card that is hidden from him, or the name of another
player, unless he works at the tables or audits them.

Robots play rounds at every kind of table, with irregularities, folded hands and flushes.
Meanwhile people follow all tables, ask for whatever they may ask for, and try what they may not do.
Everything that reaches them is read: a table must look as the engine shows it to them at some
moment, in order, and hold no card but those that lay open to them then.
"""

import re
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
from httpx import Response

from pitboss.demo.robot import Robot
from pitboss.kernel.cards import NAMES, known_of
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.state import RoundState, TableState
from pitboss.table.views.names import EVERYBODY, Names, names_for
from pitboss.table.views.table import view
from pitboss.web.demo import LINKS, TABLES
from tests.effort import times
from tests.properties.table_invariants import visible
from tests.web.evening import Evening
from tests.web.service import Browser, Event, House

ROUNDS = times(200, 80)
SEED = 20260

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
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


PLAYER = re.compile(r"\b[A-Za-z]+-player-\d+\b")
"""The names of those who play here."""

NO_CARDS = (
    "/api/floor", "/api/links", "/api/links/Millions", "/api/links/Megalink", (
        "/api/claims"
    ), "/api/incidents",
    "/api/reports/jackpot", "/api/audit", "/api/me", "/api/people",
)  # fmt: skip
"""What never names a card, unless a claim is open or paid; here all are verified before anybody
asks, and what was paid on lay open to everybody.
"""


def cards_in(value: Any) -> set[str]:
    """All cards that are named anywhere."""
    found = set(CARD.findall(msgspec.json.encode(value).decode()))
    if "As" in found and not _stands_alone("As", value):
        found.remove("As")
    return found


def _stands_alone(card: str, value: Any) -> bool:
    """Whether a card is named, and not only a word of a sentence the same."""
    match value:
        case str():
            return card in CARD.findall(value) and SENTENCE.search(value) is None
        case dict():
            return any(_stands_alone(card, one) for pair in value.items() for one in pair)
        case list():
            return any(_stands_alone(card, one) for one in value)
        case _:
            return False


def without_published(value: Any, running: str | None) -> Any:
    """Everything but the shuffles of rounds that are over, which are for everybody."""
    if isinstance(value, list):
        return [without_published(one, running) for one in value]
    if not isinstance(value, dict):
        return value
    published = value.get("published")
    if published is not None:
        assert published["round"] != running, "a shuffle is published while its round runs"
    return {
        name: without_published(one, running) for name, one in value.items() if name != "published"
    }


class Moments:
    """All that has been at the tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.at: dict[str, list[TableState]] = {table: [] for table in TABLES}
        self._views: dict[tuple[str, int, Actor | None, Names], Any] = {}
        self.look(TABLES)

    def look(self, tables: Iterable[str]) -> None:
        """Notes how tables are now."""
        for table in tables:
            state = self.house.casino.table(table)
            assert state is not None
            if not self.at[table] or state is not self.now(table):
                self.at[table].append(state)

    def view(self, table: str, place: int, viewer: Actor | None, names: Names) -> Any:
        """What the engine shows somebody of a moment."""
        key = (table, place, viewer, names)
        if key not in self._views:
            self._views[key] = msgspec.json.decode(
                msgspec.json.encode(view(self.at[table][place], viewer, names))
            )
        return self._views[key]

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

    def open_to_all(self, table: str, round_id: str) -> set[str]:
        """What has lain open to everybody at any time of a round."""
        rounds = [one for one in self.at[table] if one.round and one.round.id == round_id]
        return {NAMES[card] for state in rounds for card in visible(state, None)}

    def claimed(self, table: str, round_id: str, box: int) -> set[str]:
        """The cards of a hand that claimed a jackpot, its community cards among them."""
        for state in reversed(self.at[table]):
            round = state.round
            if (
                round is not None
                and round.id == round_id
                and any(hand.box == box for hand in round.claimed)
            ):
                lying = (*round.boxes[box].cards, *round.community)
                return {NAMES[card] for card in known_of(lying)}
        return set()


class Watcher:
    """Somebody who follows the floor, and reads every byte."""

    def __init__(
        self, browser: Browser, viewer: Actor | None, moments: Moments, names: Names
    ) -> None:
        self.browser = browser
        self.viewer = viewer
        self.names = names
        self.named: set[str] = set()
        self.moments = moments
        self.stream = browser.stream("*", "*")
        self.place = dict.fromkeys(TABLES, 0)
        self.seen: list[int] = []
        self.asked = 0
        self.claims = 0

    def listen(self, up_to: int) -> None:
        """Reads what has come, at least up to a position."""
        while self.stream.position < up_to:
            self._hear(self.stream.event())
        for event in self.stream.pending():
            self._hear(event)

    def _read_names(self, told: object) -> None:
        """Whoever may not know the players reads no name but his own."""
        found = set(PLAYER.findall(msgspec.json.encode(told).decode()))
        self.named |= found
        if not self.names.everybody:
            assert found <= {self.viewer_name}, (self.viewer, found, told)

    def _hear(self, event: Event) -> None:
        self._read_names(event.data)
        if event.kind == "snapshot":
            for topic, body in event.data["views"].items():
                kind, _, name = topic.partition("/")
                self._check(kind, name, body)
        else:
            self._check(event.kind, event.data.get(event.kind, ""), event.data)

    def _check(self, kind: str, name: str, body: Any) -> None:
        if kind == "table":
            self.place[name] = self._check_view(name, body, self.place[name])
        else:
            rest = self._check_claims(body) if kind == "link" else body
            assert cards_in(rest) == set(), (kind, body)

    def _check_claims(self, link: Any) -> Any:
        """A link without the hands that claim its jackpot, which are for staff and are the hands
        that lie there, and without those that it has paid, which lie open for everybody.
        """
        rest = []
        for claim in link["claims"]:
            shown = cards_in([claim.get("cards", []), claim.get("community", [])])
            if shown:
                assert self.viewer is not None, claim
                assert self.viewer.post > Post.PLAYER, claim
                assert shown == self.moments.claimed(
                    claim["table"], claim["round"], claim["box"]
                ), claim
                self.claims += 1
            rest.append(
                {name: part for name, part in claim.items() if name not in ("cards", "community")}
            )
        for hit in link["last"]:
            shown = cards_in([hit.get("cards", []), hit.get("community", [])])
            assert shown <= self.moments.open_to_all(hit["table"], hit["round"]), hit
        return link | {"claims": rest, "last": []}

    def _check_view(self, table: str, body: Any, after: int) -> int:
        """Finds the moment that is shown, from the one shown last on."""
        for place in range(after, len(self.moments.at[table])):
            expected = self.moments.view(table, place, self.viewer, self.names)
            if all(body[name] == part for name, part in expected.items()):
                break
        else:
            raise AssertionError(f"{table} was never like this to {self.viewer}: {body}")
        state = self.moments.at[table][place]
        round = state.round
        known = {NAMES[card] for card in visible(state, self.viewer)}
        published = body["published"]
        assert published is None or round is None or published["round"] != round.id
        found = cards_in({name: part for name, part in body.items() if name != "published"})
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
        self._check_view(
            table, self.browser.json(f"/api/tables/{table}"), len(self.moments.at[table]) - 1
        )
        for path in (f"/api/rounds/{running}{end}" for end in ("", "/record", "/shuffle")):
            self._check_answer(self.browser.get(path), known, running)
        self._check_answer(self.browser.get("/api/rounds", table=table), set(), running)
        for path in random.sample(NO_CARDS, 4):
            answer = self.browser.get(path)
            self._check_answer(answer, self._paid(answer.json()), running)
        box = random.choice(("1", "2", "9"))
        self._check_answer(
            self.browser.get("/api/incidents/facts", table=table, box=box), set(), running
        )
        if self.viewer is not None and self.viewer.post is Post.PLAYER and round is not None:
            self._try(table, round, random)

    def _paid(self, body: Any) -> set[str]:
        """What has lain open to everybody in the rounds that links have paid on."""
        links = body.get("links", [body]) if isinstance(body, dict) else []
        hits = [hit for link in links if isinstance(link, dict) for hit in link.get("last", ())]
        return {
            card for hit in hits for card in self.moments.open_to_all(hit["table"], hit["round"])
        }

    def _try(self, table: str, round: RoundState, random: Random) -> None:
        """Acts for somebody else's box, in that person's name too."""
        others = [box for box in round.boxes.values() if box.player != self.viewer_name]
        if not others:
            return
        box = random.choice(others)
        known = self.moments.known(table, self.viewer)
        for do in ("examine", "fold", "set-hand", "decline-to-show", "establish-hand"):
            fields: dict[str, Any] = (
                {"bets": []}
                if do == "establish-hand"
                else random.choice([{}, {"player": box.player}])
            )
            answer = self.browser.do(table, do, box=box.number, **fields)
            assert answer.status_code == 409, (do, answer.text)
            self._check_answer(answer, known, round.id)
        self.moments.look([table])

    @property
    def viewer_name(self) -> str:
        return "" if self.viewer is None else self.viewer.name

    def _check_answer(self, answer: Response, known: set[str], running: str | None) -> None:
        self.asked += 1
        assert answer.status_code in (200, 403, 404, 409), answer.text
        self._read_names(answer.json())
        found = cards_in(without_published(answer.json(), running))
        assert found <= known, (answer.url, self.viewer, found - known)


def play(house: House, robot: Robot, moments: Moments) -> bool:
    """One step at a table; says whether it has ended a round."""
    before = moments.now(robot.table)
    request = robot.request(before)
    if request is not None:
        house.casino.carry_out(request)
    moments.look([robot.table])
    return before.round is not None and moments.now(robot.table).round is None


def verify(house: House, moments: Moments) -> None:
    """Has every claim verified that waits."""
    for link in LINKS:
        state = house.casino.link(link)
        assert state is not None
        for claim in state.waiting_claims:
            for role in (Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER):
                answer = house.person(role).on_link(link, "verify-claim", claim=claim.id)
                assert answer.status_code == 200, answer.text
    moments.look(TABLES)


def test_rounds_tell_nobody_a_card_or_a_name_that_is_hidden_from_him() -> None:
    secrets = Random(f"secrets/{SEED}")
    random = Random(SEED)
    robots = [Robot(table, SEED, flushes=0.4, trouble=0.1) for table in TABLES]
    with House("memory:", secret=lambda: secrets.randbytes(32)) as house:
        moments = Moments(house)
        watchers = []
        for role, name in WATCHED:
            viewer = None if role.post is None else Actor(role.post, name)
            names = EVERYBODY if role is Role.AUDITOR else names_for(viewer)
            watchers.append(Watcher(house.person(role, name), viewer, moments, names))
        rounds, steps = Counter[str](), 0
        while rounds.total() < ROUNDS:
            robot = random.choice(robots)
            rounds[robot.table] += play(house, robot, moments)
            steps += 1
            if steps % 8 == 0:
                last = house.casino.journal.last_position()
                for watcher in watchers:
                    watcher.listen(last)
                verify(house, moments)
            if steps % 40 == 0:
                random.choice(watchers).ask(random.choice(list(TABLES)), random)
        for watcher in watchers:
            watcher.stream.close()
    assert min(rounds[table] for table in TABLES) >= ROUNDS // 16, (SEED, rounds)
    # They have seen a lot, open cards among it; who plays has seen more of his own hands than a
    # passer-by.
    for watcher in watchers:
        assert len(watcher.seen) > 10 * ROUNDS, (SEED, watcher.viewer)
        assert watcher.asked > ROUNDS // 8
        assert sum(watcher.seen) > 10 * ROUNDS
    assert sum(watchers[0].seen) > sum(watchers[2].seen) + ROUNDS // 2
    # Who plays has read his own name, and nobody else's; staff and auditors know them all.
    assert [len(watcher.named) for watcher in watchers[:3]] == [1, 1, 0]
    assert min(len(watcher.named) for watcher in watchers[3:6]) > 10
    assert watchers[6].named == set()
    # Hands that claimed a jackpot were shown to staff, and to nobody else.
    assert [bool(watcher.claims) for watcher in watchers] == [
        False,
        False,
        False,
        True,
        True,
        False,
        False,
    ]


# ── the answers to commands ───────────────────────────────────────────────────────────────────────


class Reader:
    """Reads every answer that the commands of somebody at a table get."""

    def __init__(self, house: House, table: str, browser: Browser, viewer: Actor) -> None:
        self.house, self.table, self.viewer = house, table, viewer
        self.answers = self.cards = 0
        self._send = browser.post
        # It is this one's own browser; what is sent goes the usual way.
        browser.post = self.post  # type: ignore[method-assign]

    def post(self, path: str, body: Any = None, **headers: str) -> Response:
        answer = self._send(path, body, **headers)
        state = self.house.casino.table(self.table)
        assert state is not None
        known = {NAMES[card] for card in visible(state, self.viewer)}
        found = answer.json()
        if answer.status_code == 200:
            expected = msgspec.json.decode(msgspec.json.encode(view(state, self.viewer)))
            assert {name: found["view"][name] for name in expected} == expected
        running = None if state.round is None else state.round.id
        cards = cards_in(without_published(found, running))
        assert cards <= known, (self.viewer, body, cards - known)
        self.answers += 1
        self.cards += len(cards)
        return answer


def test_nor_do_the_answers_to_commands() -> None:
    secrets = Random(f"secrets/{SEED}")
    answers: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    with House("memory:", secret=lambda: secrets.randbytes(32)) as house:
        for table in TABLES:
            for seed in range(SEED, SEED + 3):
                evening = Evening(house, table, seed)
                people = {"dana": evening.dealer} | evening.players
                posts = {"dana": Post.DEALER}
                readers = {
                    name: Reader(house, table, browser, Actor(posts.get(name, Post.PLAYER), name))
                    for name, browser in people.items()
                }
                evening.begin(progressive="5.00")
                evening.play(until="deciding")
                ann, bob = evening.players["ann"], evening.players["bob"]
                assert ann.do(table, "examine", box=1).status_code == 200
                for browser, box in ((ann, 2), (ann, 3), (bob, 1)):
                    # One hand is looked at, and one's own.
                    assert browser.do(table, "examine", box=box).status_code == 409
                # A dealer notes that somebody looks; it is not he who sees it.
                assert evening.dealer.do(table, "examine", box=3).status_code == 200
                evening.play()
                for name, reader in readers.items():
                    answers[name] += reader.answers
                    cards[name] += reader.cards
    assert min(answers.values()) >= 25, (SEED, answers)
    assert cards["ann"] > cards["bob"], (SEED, cards)
