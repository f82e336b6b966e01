"""What each command about the rules of a house leads to, and what is refused."""

import pytest

from pitboss.house.commands import (
    AnyHouseCommand,
    ApproveRulebook,
    ProposeRulebook,
    SealRulebooks,
    WithdrawRulebook,
)
from pitboss.house.decide import MOST_CHARACTERS, decide_house
from pitboss.house.events import (
    AnyHouseEvent,
    RulebookAdopted,
    RulebookProposed,
    RulebookSealed,
    RulebookWithdrawn,
)
from pitboss.house.evolve import evolve_house
from pitboss.house.refusals import HouseRefusal, HouseRefused
from pitboss.house.state import Change, House
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.texts import pinned
from tests.house.texts import FLUSH, SINCE, SINCE_MS, ours, renamed, text, toml
from tests.support import BE, CS, MS

NOW_MS = 1_800_000_000_000
PITBOSS = Actor(Post.SHIFT_MANAGER, "pitboss")
MAX = Actor(Post.SHIFT_MANAGER, "max")
MIA = Actor(Post.SHIFT_MANAGER, "mia")
SAM = Actor(Post.PIT_MANAGER, "sam")


class Rules:
    """The rules of a house, and a clock that a test sets."""

    def __init__(self, *sealed: str) -> None:
        self.state = House()
        self.now_ms = NOW_MS
        if sealed:
            self.do(SealRulebooks(texts=tuple(map(ours, sealed))), PITBOSS)

    def do(self, command: AnyHouseCommand, by: Actor = MAX) -> tuple[AnyHouseEvent, ...]:
        """The events of a command that must not be refused."""
        decided = decide_house(self.state, command, by, self.now_ms)
        assert not isinstance(decided, HouseRefused), decided
        for event in decided:
            self.state = evolve_house(self.state, event)
        return decided

    def refuse(self, command: AnyHouseCommand, by: Actor = MAX) -> HouseRefused:
        """Why a command is refused, which must be."""
        decided = decide_house(self.state, command, by, self.now_ms)
        assert isinstance(decided, HouseRefused), decided
        return decided

    def adopt(self, *edits: tuple[str, str], replaces: str | None = None) -> str:
        """Two persons adopt a text; its hash."""
        self.do(ProposeRulebook(toml=toml(*edits), replaces=replaces))
        rules = text(*edits).hash
        self.do(ApproveRulebook(rules=rules), MIA)
        return rules

    def in_force(self, at_ms: int, name: str = MS) -> str | None:
        found = self.state.in_force(name, at_ms)
        return None if found is None else found.rules


# ── sealing ───────────────────────────────────────────────────────────────────────────────────────


def test_pitboss_takes_down_what_nothing_is_on_record_about() -> None:
    rules = Rules()
    sealed = rules.do(SealRulebooks(texts=(ours(MS), ours(CS), ours(MS))), PITBOSS)
    assert [type(event) for event in sealed] == [RulebookSealed, RulebookSealed]
    first = sealed[0]
    assert isinstance(first, RulebookSealed)
    assert (first.rules, first.rulebook, first.since_ms) == (ours(MS).hash, MS, SINCE_MS)
    assert (first.toml, first.clauses) == (ours(MS).toml, ours(MS).clauses)
    assert rules.do(SealRulebooks(texts=(text(FLUSH), ours(CS))), PITBOSS) == ()


def test_what_is_sealed_is_in_force_at_once_and_not_before() -> None:
    rules = Rules(MS)
    assert rules.in_force(NOW_MS) == ours(MS).hash
    assert rules.in_force(NOW_MS - 1) is None
    (book,) = rules.state.books
    assert (book.by, book.name) == (("pitboss",), pinned(MS, ours(MS).hash))


# ── two persons ───────────────────────────────────────────────────────────────────────────────────


def test_one_person_proposes_and_another_adopts_by_the_hash() -> None:
    rules = Rules(MS)
    (proposed,) = rules.do(ProposeRulebook(toml=toml(FLUSH)))
    assert isinstance(proposed, RulebookProposed)
    assert (proposed.by, proposed.before, proposed.replaces) == (MAX, ours(MS).hash, None)
    assert proposed.rules == text(FLUSH).hash
    assert rules.in_force(NOW_MS) == ours(MS).hash, "nobody has approved it"
    rules.now_ms += 5
    (adopted,) = rules.do(ApproveRulebook(rules=proposed.rules), MIA)
    assert adopted == RulebookAdopted(rules=proposed.rules, at_ms=NOW_MS + 5, by=MIA)
    assert rules.in_force(NOW_MS + 4) == ours(MS).hash
    assert rules.in_force(NOW_MS + 5) == proposed.rules
    assert rules.state.books[-1].by == ("max", "mia")
    assert not rules.state.proposals


def test_a_first_rulebook_of_an_id_is_compared_with_none() -> None:
    rules = Rules()
    (proposed,) = rules.do(ProposeRulebook(toml=toml(renamed("house-stud-1"))))
    assert isinstance(proposed, RulebookProposed)
    assert (proposed.rulebook, proposed.before) == ("house-stud-1", None)


def test_a_clause_list_of_its_own_belongs_to_the_text() -> None:
    rules = Rules()
    own = ours(MS).clauses.replace("\n", "\r\n")
    (proposed,) = rules.do(ProposeRulebook(toml=toml(), clauses=own))
    assert isinstance(proposed, RulebookProposed)
    assert proposed.clauses == own
    assert proposed.rules != ours(MS).hash


def test_what_was_proposed_can_be_withdrawn() -> None:
    rules = Rules(MS)
    rules.do(ProposeRulebook(toml=toml(FLUSH)))
    hash = text(FLUSH).hash
    (withdrawn,) = rules.do(WithdrawRulebook(rules=hash), MIA)
    assert withdrawn == RulebookWithdrawn(rules=hash, at_ms=NOW_MS, by=MIA)
    assert rules.refuse(ApproveRulebook(rules=hash), MIA).code is HouseRefusal.NOTHING_PROPOSED
    assert rules.refuse(WithdrawRulebook(rules=hash)).code is HouseRefusal.NOTHING_PROPOSED


REFUSED: list[tuple[AnyHouseCommand, Actor, HouseRefusal, str, str]] = [
    (
        ProposeRulebook(toml=toml(FLUSH)),
        SAM,
        HouseRefusal.NOT_ALLOWED,
        "",
        "Only shift managers propose and approve the rules of a house.",
    ),
    (
        ProposeRulebook(toml="x" * (MOST_CHARACTERS + 1)),
        MAX,
        HouseRefusal.TOO_LONG,
        "toml",
        "A rulebook and its clauses have at most 200000 characters.",
    ),
    (
        ProposeRulebook(toml="id = "),
        MAX,
        HouseRefusal.BAD_RULEBOOK,
        "toml",
        "The rulebook: is not TOML: Invalid value (at end of document).",
    ),
    (
        ProposeRulebook(toml="clause-list = 7"),
        MAX,
        HouseRefusal.BAD_RULEBOOK,
        "clauses",
        "The rulebook: clause-list: comes without its clause list; send it.",
    ),
    (
        ProposeRulebook(toml=toml(), clauses="rulebook,clause\n"),
        MAX,
        HouseRefusal.BAD_RULEBOOK,
        "clauses",
        "clause-list: the clause list:1: missing column kind, operative, gist.",
    ),
    (
        ProposeRulebook(toml=toml(), clauses=ours(MS).clauses + "other,1,betting,yes,Something\n"),
        MAX,
        HouseRefusal.BAD_RULEBOOK,
        "clauses",
        "clause-list: has the clauses of more than one rulebook.",
    ),
    (
        ProposeRulebook(toml=toml(renamed("house-stud-1")), replaces="no-stud-1"),
        MAX,
        HouseRefusal.UNKNOWN_RULEBOOK,
        "replaces",
        "No rulebook no-stud-1 has been adopted, so this one can't replace it.",
    ),
    (
        ProposeRulebook(toml=toml(('operator = "RWS"', 'operator = "The Grand"'))),
        MAX,
        HouseRefusal.OTHER_GAME,
        "",
        "Its operator is The Grand and that of rws-multilink-stud-3 is RWS, so tables",
    ),
    (
        ProposeRulebook(toml=toml(source=BE), replaces=MS),
        MAX,
        HouseRefusal.OTHER_GAME,
        "",
        "Its family is bullseye and that of rws-multilink-stud-3 is stud, so tables can't go over",
    ),
    (
        ProposeRulebook(toml=toml(), replaces=MS),
        MAX,
        HouseRefusal.IN_FORCE,
        "",
        "Tables already play by this text.",
    ),
    (
        ProposeRulebook(
            toml=toml((SINCE, f"{SINCE}\nuntil = 2021-01-01T00:00:00+08:00")),
        ),
        MAX,
        HouseRefusal.ENDED,
        "toml",
        "Multi-Link Progressive Casino Stud Poker ended on 2021-01-01",
    ),
    (
        ApproveRulebook(rules="ab" * 32),
        MAX,
        HouseRefusal.NOTHING_PROPOSED,
        "rules",
        f"No rulebook with the hash {'ab' * 32} is waiting for approval: look again at ",
    ),
]


@pytest.mark.parametrize(
    ("command", "by", "code", "where", "message"),
    REFUSED,
    ids=[f"{row[2].value}-{at}" for at, row in enumerate(REFUSED)],
)
def test_a_command_is_refused(
    command: AnyHouseCommand, by: Actor, code: HouseRefusal, where: str, message: str
) -> None:
    refused = Rules(MS).refuse(command, by)
    assert (refused.code, refused.where) == (code, where)
    assert message in refused.message


def test_nobody_approves_what_he_has_proposed_nor_proposes_it_twice() -> None:
    rules = Rules(MS)
    rules.do(ProposeRulebook(toml=toml(FLUSH)))
    same = rules.refuse(ApproveRulebook(rules=text(FLUSH).hash))
    assert (same.code, same.message) == (
        HouseRefusal.SAME_PERSON,
        "max proposed this rulebook; a second person must approve it.",
    )
    again = rules.refuse(ProposeRulebook(toml=toml(FLUSH)), MIA)
    assert (again.code, again.message) == (
        HouseRefusal.PROPOSAL_OPEN,
        "This text is already waiting for approval.",
    )


def test_every_code_is_proved() -> None:
    told = {row[2] for row in REFUSED} | {HouseRefusal.SAME_PERSON, HouseRefusal.PROPOSAL_OPEN}
    assert told == set(HouseRefusal)


# ── what is in force ──────────────────────────────────────────────────────────────────────────────

DAY_MS = 86_400_000
BEGINS_MS = 1_830_297_600_000
"""The first of January 2028 at midnight, in universal time."""
FROM_2028 = (SINCE, "since = 2028-01-01T00:00:00+00:00")
IN_JANUARY = (
    SINCE,
    "since = 2028-01-01T00:00:00+00:00\nuntil = 2028-02-01T00:00:00+00:00",
)


def test_a_scheduled_text_takes_over_at_its_millisecond() -> None:
    rules = Rules(MS)
    new = rules.adopt(FLUSH, FROM_2028)
    assert rules.in_force(BEGINS_MS - 1) == ours(MS).hash
    assert rules.in_force(BEGINS_MS) == new
    assert rules.in_force(BEGINS_MS + 1) == new


def test_where_a_text_ends_the_one_before_is_in_force_again() -> None:
    rules = Rules(MS)
    new = rules.adopt(FLUSH, IN_JANUARY)
    ends_ms = BEGINS_MS + 31 * DAY_MS
    old = ours(MS).hash
    found = [rules.in_force(ends_ms + at) for at in (-1, 0, 1)]
    assert found == [new, old, old]
    books = {book.rules: book for book in rules.state.books}
    assert rules.state.changes(MS, NOW_MS) == [
        Change(BEGINS_MS, books[new]),
        Change(ends_ms, books[old]),
    ]
    assert rules.state.changes(MS, ends_ms) == []


def test_where_a_text_ends_that_is_not_in_force_nothing_changes() -> None:
    rules = Rules(MS)
    rules.adopt(FLUSH, IN_JANUARY)
    later = rules.adopt(FROM_2028)
    books = {book.rules: book for book in rules.state.books}
    assert rules.state.changes(MS, NOW_MS) == [Change(BEGINS_MS, books[later])]


def test_where_the_only_text_ends_none_is_in_force() -> None:
    rules = Rules()
    new = rules.adopt(renamed("house-stud-1"), IN_JANUARY)
    ends_ms = BEGINS_MS + 31 * DAY_MS
    found = [rules.in_force(BEGINS_MS + at, "house-stud-1") for at in (-1, 0, 1)]
    assert found == [None, new, new]
    found = [rules.in_force(ends_ms + at, "house-stud-1") for at in (-1, 0, 1)]
    assert found == [new, None, None]
    assert rules.state.changes("house-stud-1", NOW_MS)[-1] == Change(ends_ms, None)
    rules.now_ms = ends_ms
    rules.do(ProposeRulebook(toml=toml(renamed("house-stud-1"))))


def test_what_ends_before_it_is_approved_is_not_adopted() -> None:
    rules = Rules(MS)
    rules.do(ProposeRulebook(toml=toml(IN_JANUARY)))
    rules.now_ms = BEGINS_MS + 31 * DAY_MS
    refused = rules.refuse(ApproveRulebook(rules=text(IN_JANUARY).hash), MIA)
    assert refused.code is HouseRefusal.ENDED
    rules.now_ms -= 1
    rules.do(ApproveRulebook(rules=text(IN_JANUARY).hash), MIA)


def test_a_later_edition_under_another_id_takes_the_tables_over() -> None:
    rules = Rules(MS)
    fourth = rules.adopt(renamed("rws-multilink-stud-4"), FROM_2028, replaces=MS)
    assert rules.in_force(BEGINS_MS, MS) == fourth
    assert rules.in_force(BEGINS_MS, "rws-multilink-stud-4") == fourth
    assert rules.in_force(BEGINS_MS - 1, "rws-multilink-stud-4") is None
    rules.now_ms = BEGINS_MS + 1
    fifth = rules.adopt(renamed("rws-multilink-stud-5"), FROM_2028, replaces="rws-multilink-stud-4")
    assert rules.in_force(BEGINS_MS + 1, MS) == fifth, "the fourth had replaced it"
    assert [book.rules for book in rules.state.line(MS)] == [ours(MS).hash, fourth, fifth]


def test_a_house_can_go_back_to_a_text_it_had() -> None:
    rules = Rules(MS)
    rules.adopt(FLUSH)
    rules.now_ms += 1
    back = rules.adopt()
    assert back == ours(MS).hash == rules.in_force(NOW_MS + 1)
