"""Rulings: the contract of ``pitboss rule``, whatever the rulebook says in substance."""

import json
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss.rulebook.authority import Authority
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import FACTS, FactKind, Incident, holds
from pitboss.rulebook.loader import DATA, RulebookError
from pitboss.rulebook.model import possible
from pitboss.rulebook.shelf import Shelf
from pitboss.table.rulings import OperationChoice, Ruling, operations_of, rule, written_ruling
from tests.support import BE, CS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS, all_facts, refused, ruled


def as_json(ruling: Ruling) -> Any:
    return msgspec.json.decode(msgspec.json.encode(written_ruling(ruling)))


VECTORS = Path(__file__).parent.parent / "data"


def incident(rulebook: Any, name: Any, /, **facts: Any) -> dict[str, Any]:
    return {"id": "i1", "rulebook": rulebook, "incident": name, "facts": facts}


def fault(rulebook: str, name: str, /, **facts: Any) -> tuple[str, str]:
    """The code and the place of the fault."""
    return refused(incident(rulebook, name, **facts), pitboss.rule)


# ── the words of the contract ─────────────────────────────────────────────────────────────────────

FACTS_OF = {
    "over-maximum-bet": {"noticed"},
    "under-minimum-bet": {"noticed", "settled_before"},
    "wrong-raise": {"size"},
    "progressive-without-ante": {"noticed"},
    "player-absent": {"decision_outstanding"},
    "technical-interruption": {"outcome_established"},
    "foreign-card": set(),
    "deck-count-wrong": set(),
    "cards-not-shuffled": set(),
    "cards-insufficient": set(),
    "cards-exposed": {"count", "players_have_seen", "dealers_card"},
    "misdeal": {"players_have_seen", "whole_hands_can_move"},
    "wrong-dealer-card-count": {"noticed", "can_reconstruct"},
    "wrong-player-card-count": {"noticed", "can_reconstruct"},
    "wrong-community-card-count": {"noticed", "can_reconstruct"},
    "burn-missed": {"players_have_seen", "can_reconstruct"},
    "late-bet": set(),
    "late-withdrawal": set(),
    "card-face-up-in-shoe": set(),
    "cards-drawn-together": set(),
    "other-dealing-error": {"can_reconstruct"},
    "progressive-system-down": {"players_have_seen"},
    "extra-hand-examined": {"intentional"},
    "hand-not-confidential": set(),
    "several-positions-in-error": {"hands_viewed"},
    "error-noticed-later": set(),
    "unlisted": set(),
}

EFFECTS_IN_ORDER = [
    "void-round",
    "continue",
    "stands",
    "invalidate-hand",
    "invalidate-unviewed-hands",
    "invalidate-later-hands",
    "fold-hand",
    "settle-hand",
    "set-house-way",
    "reconstruct",
    "reject-excess",
    "cap-at-maximum",
    "return-excess",
    "return-bet",
    "play-as-laid",
    "increase-or-withdraw",
    "place-ante-or-cancel",
    "refuse",
    "bet-stands",
    "offer-withdrawal",
    "may-withdraw",
    "use-as-next-card",
    "use-as-face-up-card",
    "supervisor-orders-cards",
    "pay-registered-jackpot",
    "choose-operation",
    "may-bar-player",
    "refer",
]

# What a game can't have: community cards outside hold'em, a burn where none is dealt, a raise where
# there is none.
IMPOSSIBLE = {
    MS: {"wrong-community-card-count"},
    CS: {"wrong-community-card-count"},
    MH: set(),
    SS: {"wrong-community-card-count", "burn-missed"},
    BE: {"wrong-community-card-count", "burn-missed", "wrong-raise"},
}

REFERRED_BY = {MS: "5.24", CS: "5.24", MH: "5.23", SS: "6.1", BE: "6.1"}


def test_the_incidents_and_their_facts() -> None:
    assert {str(name): set(FACTS.get(name, ())) for name in Incident} == FACTS_OF


def test_the_effects_and_their_order() -> None:
    assert list(Effect) == EFFECTS_IN_ORDER


# ── every incident of every rulebook, whatever the facts ──────────────────────────────────────────


def every_ruling(rulebook: str) -> Iterator[Ruling]:
    for name in Incident:
        if name not in IMPOSSIBLE[rulebook]:
            for facts in all_facts(name):
                yield ruled(rulebook, name, **facts)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("name", Incident)
def test_every_combination_of_facts_has_an_answer(rulebook: str, name: Incident) -> None:
    for facts in all_facts(name):
        if name in IMPOSSIBLE[rulebook]:
            assert fault(rulebook, name, **facts) == ("bad-field", "incident")
        else:
            found = ruled(rulebook, name, **facts)
            assert (found.id, found.rulebook, found.incident) == ("i1", rulebook, name)
            assert found.effects


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_game_can_have_every_incident_but_these(rulebook: str) -> None:
    book = Shelf().get(rulebook)
    assert {name for name in Incident if not possible(book, name)} == IMPOSSIBLE[rulebook]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_effects_stand_in_their_order_and_once(rulebook: str) -> None:
    for found in every_ruling(rulebook):
        assert list(found.effects) == [word for word in EFFECTS_IN_ORDER if word in found.effects]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_clauses_exist(rulebook: str) -> None:
    for found in every_ruling(rulebook):
        assert found.clauses
        assert set(found.clauses) <= set(clauses(rulebook))
        assert {choice.clause for choice in found.operations} <= set(clauses(rulebook))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_because_is_one_short_sentence(rulebook: str) -> None:
    for found in every_ruling(rulebook):
        assert found.because.endswith(".")
        assert not any(stop in found.because for stop in (". ", "! ", "? ", "\n"))
        assert len(found.because) < 160


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_is_referred_goes_to_the_shift_manager_and_nothing_else_happens(rulebook: str) -> None:
    for found in every_ruling(rulebook):
        if "refer" in found.effects:
            assert found.effects == ("refer",)
            assert found.authority is Authority.SHIFT_MANAGER
            assert REFERRED_BY[rulebook] in found.clauses


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_void_round_stands_alone_unless_the_jackpot_has_failed(rulebook: str) -> None:
    for found in every_ruling(rulebook):
        if "void-round" in found.effects:
            down = found.incident is Incident.PROGRESSIVE_SYSTEM_DOWN
            assert found.effects == (
                ("void-round", "choose-operation") if down else ("void-round",)
            )
            assert found.options == ()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_options_are_for_somebody_and_let_everybody_out(rulebook: str) -> None:
    for found in every_ruling(rulebook):
        if found.options_for is None:
            assert found.options == ()
            continue
        assert found.options_for in ("affected", "all")
        # Players who choose are players of a round that goes on: with corrected hands where those
        # can be had.
        assert "continue" in found.effects
        corrected = "reconstruct" in found.effects
        go_on = "continue-reconstructed" if corrected else "continue"
        assert found.options == (go_on, "return-and-invalidate")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_authority_is_one_of_the_contracts_words(rulebook: str) -> None:
    # A dealer acts in everything anyway; his post is no answer to the question who must decide.
    words = (None, "pit-supervisor", "pit-manager", "shift-manager", "house")
    for found in every_ruling(rulebook):
        assert found.authority in words


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_operations_are_listed_where_the_house_chooses_one(rulebook: str) -> None:
    for found in every_ruling(rulebook):
        assert bool(found.operations) == ("choose-operation" in found.effects)
        down = found.incident is Incident.PROGRESSIVE_SYSTEM_DOWN
        assert ("choose-operation" in found.effects) == (down and rulebook in RWS_RULEBOOKS)


def test_operations_of_a_rulebook() -> None:
    assert operations_of(Shelf().get(MH)) == (
        OperationChoice("close-table", "5.17.2.a"),
        OperationChoice("bar-box", "5.17.2.b"),
        OperationChoice(
            "run-without-progressive",
            "5.17.2.c",
            (
                "No Progressive Jackpot bets are accepted or paid at this table. By joining the "
                "game you accept this."
            ),
        ),
    )
    assert operations_of(Shelf().get(SS)) == ()


# ── facts ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rulebook", "name", "facts", "missing"),
    [
        (MS, "over-maximum-bet", {}, "noticed"),
        (MS, "under-minimum-bet", {}, "noticed"),
        (SS, "under-minimum-bet", {"noticed": "after-close"}, "settled_before"),
        (MS, "wrong-raise", {}, "size"),
        (SS, "progressive-without-ante", {}, "noticed"),
        (BE, "player-absent", {}, "decision_outstanding"),
        (CS, "technical-interruption", {}, "outcome_established"),
        (MS, "cards-exposed", {"count": 1}, "players_have_seen"),
        (MS, "cards-exposed", {"players_have_seen": False}, "count"),
        (MS, "cards-exposed", {"players_have_seen": True, "dealers_card": True}, "count"),
        (SS, "cards-exposed", {"players_have_seen": True}, "count"),
        (MS, "misdeal", {}, "players_have_seen"),
        (MS, "misdeal", {"players_have_seen": True}, "whole_hands_can_move"),
        (SS, "misdeal", {"players_have_seen": False}, "whole_hands_can_move"),
        (MS, "wrong-dealer-card-count", {"can_reconstruct": True}, "noticed"),
        (SS, "wrong-player-card-count", {"noticed": "this-round"}, "can_reconstruct"),
        (MH, "wrong-community-card-count", {"noticed": "this-round"}, "can_reconstruct"),
        (MS, "burn-missed", {"can_reconstruct": True}, "players_have_seen"),
        (MS, "burn-missed", {"players_have_seen": False}, "can_reconstruct"),
        (MS, "other-dealing-error", {}, "can_reconstruct"),
        (MS, "progressive-system-down", {}, "players_have_seen"),
        (MS, "extra-hand-examined", {}, "intentional"),
        (BE, "several-positions-in-error", {}, "hands_viewed"),
    ],
)
def test_a_fact_that_the_ruling_depends_on_is_missing(
    rulebook: str, name: str, facts: dict[str, Any], missing: str
) -> None:
    assert fault(rulebook, name, **facts) == ("missing-field", f"facts.{missing}")
    # A fact that is null has not been told.
    assert fault(rulebook, name, **facts, **{missing: None}) == (
        "missing-field",
        f"facts.{missing}",
    )


def partial_facts(incident: Incident) -> Iterator[dict[str, Any]]:
    """Every choice of facts that may have been told, with every value."""
    kinds = FACTS.get(incident, {})
    for values in product(*((None, *kind.samples()) for kind in kinds.values())):
        yield {name: value for name, value in zip(kinds, values, strict=True) if value is not None}


def completed(incident: Incident, told: dict[str, Any]) -> list[dict[str, Any]]:
    """What all facts may be, given those told; whose card it was has a default."""
    told = {"dealers_card": False, **told}
    return [
        facts
        for facts in all_facts(incident)
        if all(facts[name] == told[name] for name in facts.keys() & told.keys())
    ]


def answer(rulebook: str, incident: Incident, facts: dict[str, Any]) -> Any:
    """What is ruled, apart from the sentence that gives the reason."""
    return msgspec.structs.replace(ruled(rulebook, incident, **facts), because="")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_fact_is_asked_for_if_and_only_if_the_ruling_depends_on_it(rulebook: str) -> None:
    for incident in filter(lambda one: one not in IMPOSSIBLE[rulebook], Incident):
        for told in partial_facts(incident):
            cases = [
                (facts, answer(rulebook, incident, facts)) for facts in completed(incident, told)
            ]
            depends_on = {
                name
                for (facts, one), (others, another) in combinations(cases, 2)
                for name in facts
                if one != another and facts | {name: None} == others | {name: None}
            }
            if depends_on:
                code, at = fault(rulebook, incident, **told)
                assert code == "missing-field", (incident, told)
                assert at.removeprefix("facts.") in depends_on - told.keys(), (incident, told)
            else:
                ruling = ruled(rulebook, incident, **told)
                assert answer(rulebook, incident, told) == cases[0][1], (incident, told)
                assert ruling.because in {
                    ruled(rulebook, incident, **facts).because for facts, _ in cases
                }, (incident, told)


@pytest.mark.parametrize("rulebook", RWS_RULEBOOKS)
def test_a_missed_burn_that_cant_be_made_up_for_is_void_whoever_has_looked(rulebook: str) -> None:
    ruling = ruled(rulebook, "burn-missed", can_reconstruct=False)
    assert (ruling.effects, ruling.clauses) == (("void-round",), ("5.9",))
    assert ruling.because == (
        "The burn was forgotten and the cards can't be put right, so the round is void."
    )


MALFORMED: list[Any] = [None, 0, -1, 1.5, "", "perhaps", "true", [], {}]


@pytest.mark.parametrize("malformed", MALFORMED)
@pytest.mark.parametrize(
    ("rulebook", "name", "facts", "unneeded"),
    [
        (MS, "under-minimum-bet", {"noticed": "after-close"}, "settled_before"),
        (SS, "under-minimum-bet", {"noticed": "before-close"}, "settled_before"),
        (MS, "progressive-without-ante", {}, "noticed"),
        (MS, "cards-exposed", {"players_have_seen": True}, "count"),
        (MS, "cards-exposed", {"count": 1, "dealers_card": True}, "players_have_seen"),
        (MH, "cards-exposed", {"count": 1, "players_have_seen": False}, "dealers_card"),
        (SS, "cards-exposed", {"count": 2}, "players_have_seen"),
        (SS, "misdeal", {"players_have_seen": True}, "whole_hands_can_move"),
        (MS, "wrong-player-card-count", {"noticed": "later"}, "can_reconstruct"),
        (MS, "burn-missed", {"players_have_seen": True}, "can_reconstruct"),
        (MH, "burn-missed", {"can_reconstruct": False}, "players_have_seen"),
        (SS, "other-dealing-error", {}, "can_reconstruct"),
        (SS, "progressive-system-down", {}, "players_have_seen"),
        (SS, "extra-hand-examined", {}, "intentional"),
        (MS, "several-positions-in-error", {}, "hands_viewed"),
        (MS, "foreign-card", {}, "count"),
        (BE, "unlisted", {}, "whatever"),
    ],
)
def test_a_fact_that_the_ruling_does_not_need_is_ignored_however_malformed(
    rulebook: str, name: str, facts: dict[str, Any], unneeded: str, malformed: Any
) -> None:
    assert ruled(rulebook, name, **facts, **{unneeded: malformed}) == ruled(rulebook, name, **facts)


@pytest.mark.parametrize(
    ("rulebook", "name", "facts", "wrong", "values"),
    [
        (
            MS,
            "over-maximum-bet",
            {},
            "noticed",
            ["this-round", "Before-Close", "", True, 1, [], {}],
        ),
        (MS, "wrong-raise", {}, "size", ["equal", 2, True, ["more"]]),
        (MS, "wrong-player-card-count", {}, "noticed", ["before-close", False]),
        (MS, "player-absent", {}, "decision_outstanding", ["true", "yes", 1, 0, 1.0, [], {}]),
        (
            MS,
            "cards-exposed",
            {"players_have_seen": False},
            "count",
            [0, -1, 1.0, 1.5, "2", True, [2]],
        ),
        (
            MS,
            "cards-exposed",
            {"count": 1, "players_have_seen": False},
            "dealers_card",
            ["no", 0, []],
        ),
        (SS, "several-positions-in-error", {}, "hands_viewed", [-1, 0.0, "1", False, {}]),
        (SS, "under-minimum-bet", {"noticed": "after-close"}, "settled_before", ["once", 1]),
    ],
)
def test_a_fact_of_a_wrong_type_or_value_is_named(
    rulebook: str, name: str, facts: dict[str, Any], wrong: str, values: list[Any]
) -> None:
    for value in values:
        assert fault(rulebook, name, **facts, **{wrong: value}) == (
            "bad-field",
            f"facts.{wrong}",
        ), value


def message(given: object) -> str:
    with pytest.raises(pitboss.Fault) as caught:
        pitboss.rule(given)  # type: ignore[arg-type]  # what JSON gives need not be an object
    return caught.value.message


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            incident(MS, "over-maximum-bet"),
            "the ruling depends on noticed: tell 'before-close' or 'after-close'",
        ),
        (
            incident(MS, "cards-exposed", count=0, dealers_card=True),
            "count must be a whole number from 1, not 0",
        ),
        (
            incident(MS, "misdeal", players_have_seen="no"),
            'players_have_seen must be true or false, not "no"',
        ),
        (
            incident(BE, "wrong-raise", size="more"),
            "Megalink Bullseye can't have the incident wrong-raise",
        ),
        (
            incident(MS, "burn-missed", device="shuffler"),
            "Multi-Link Progressive Casino Stud Poker burns no card with this device",
        ),
        (7, "an incident is a JSON object, and this is 7"),
        (incident(MS, "misdeal") | {"id": 7}, "id must be a string, not 7"),
        (incident(MS, "misdeal") | {"facts": 7}, "facts must be a JSON object, not 7"),
        ({"rulebook": MS}, f"incident is missing; write one of {', '.join(Incident)}"),
        (
            incident(MS, "earthquake"),
            f'"earthquake" is not an incident; write one of {", ".join(Incident)}',
        ),
    ],
)
def test_a_message_says_what_to_write(given: Any, expected: str) -> None:
    assert message(given) == expected


def test_dealers_card_is_false_unless_told() -> None:
    facts = {"count": 1, "players_have_seen": False}
    assert ruled(MS, "cards-exposed", **facts) == ruled(
        MS, "cards-exposed", **facts, dealers_card=False
    )
    assert ruled(MS, "cards-exposed", **facts).clauses == ("5.12", "5.10")
    assert ruled(MS, "cards-exposed", **facts, dealers_card=True).clauses == ("5.16",)


def test_dealers_card_that_is_null_has_not_been_told() -> None:
    found = ruled(MS, "cards-exposed", count=1, players_have_seen=False, dealers_card=None)
    assert found.clauses == ("5.12", "5.10")


@pytest.mark.parametrize("count", [2, 52, 10**30])
def test_a_count_may_be_any_number(count: int) -> None:
    assert ruled(MS, "cards-exposed", count=count, players_have_seen=False).clauses == ("5.8.2",)


# ── the incident as a whole ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("given", [None, [], "burn-missed", 7, True])
def test_an_incident_is_an_object(given: Any) -> None:
    assert refused(given, pitboss.rule) == ("bad-field", "")


def test_the_id_is_a_string_or_left_out() -> None:
    without = {"rulebook": MS, "incident": "foreign-card"}
    assert pitboss.rule(without).id is None
    assert pitboss.rule(without | {"id": ""}).id == ""
    for wrong in (None, 7, ["i1"]):
        assert refused(without | {"id": wrong}, pitboss.rule) == ("bad-field", "id")


def test_facts_may_be_left_out_where_none_is_needed() -> None:
    without = {"id": "i1", "rulebook": MS, "incident": "foreign-card"}
    assert pitboss.rule(without) == ruled(MS, "foreign-card")
    assert pitboss.rule(without | {"facts": None}) == ruled(MS, "foreign-card")
    assert refused(without | {"incident": "misdeal"}, pitboss.rule) == (
        "missing-field",
        "facts.players_have_seen",
    )


@pytest.mark.parametrize("facts", [[], "count", 1, False])
def test_facts_are_an_object(facts: Any) -> None:
    given = {"id": "i1", "rulebook": MS, "incident": "foreign-card", "facts": facts}
    assert refused(given, pitboss.rule) == ("bad-field", "facts")


@pytest.mark.parametrize(
    "name", ["", "Foreign-Card", "foreign_card", "earthquake", 7, ["misdeal"], {}]
)
def test_an_unknown_incident(name: Any) -> None:
    assert refused(incident(MS, name), pitboss.rule) == ("unknown-incident", "incident")


def test_a_missing_incident() -> None:
    assert refused({"id": "i1", "rulebook": MS}, pitboss.rule) == ("missing-field", "incident")
    assert refused(incident(MS, None), pitboss.rule) == ("missing-field", "incident")


def test_a_missing_or_unknown_rulebook() -> None:
    assert refused({"id": "i1", "incident": "misdeal"}, pitboss.rule) == (
        "missing-field",
        "rulebook",
    )
    for wrong in ("", "rws-stud", "rws-multilink-stud-4", 3, [MS]):
        assert refused(incident(wrong, "misdeal"), pitboss.rule) == ("unknown-rulebook", "rulebook")


def test_the_first_fault_is_told_in_the_order_id_rulebook_incident_facts() -> None:
    given: dict[str, Any] = {"id": 1, "rulebook": "x", "incident": "x", "facts": "x"}
    told = []
    for name, value in (
        ("id", "i1"),
        ("rulebook", MS),
        ("incident", "foreign-card"),
        ("facts", {}),
    ):
        told.append(refused(given, pitboss.rule))
        given[name] = value
    assert told == [
        ("bad-field", "id"),
        ("unknown-rulebook", "rulebook"),
        ("unknown-incident", "incident"),
        ("bad-field", "facts"),
    ]
    assert pitboss.rule(given).effects == ("void-round",)


def test_what_is_not_asked_for_is_ignored() -> None:
    given = incident(MS, "foreign-card") | {"table": 4, "noticed_by": "dealer"}
    assert pitboss.rule(given) == ruled(MS, "foreign-card")


# ── burns ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rulebook", RWS_RULEBOOKS)
def test_a_shuffler_has_no_burn_to_miss(rulebook: str) -> None:
    facts = {"players_have_seen": True}
    assert fault(rulebook, "burn-missed", **facts, device="shuffler") == (
        "bad-field",
        "facts.device",
    )
    assert ruled(rulebook, "burn-missed", **facts, device="shoe").effects == ("void-round",)


def own_stud(folder: Path, old: str, new: str) -> Shelf:
    """A shelf whose Megalink stud has one thing changed."""
    text = (DATA / f"{SS}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    file = folder / "own.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return Shelf(own=[file])


def test_the_rulebook_says_which_device_has_a_burn(tmp_path: Path) -> None:
    # An operator whose manual device burns a card: a missed burn is then an incident, and one that
    # no rule covers.
    shelf = own_stud(tmp_path, 'clause = "3.8"\n', 'clause = "3.8"\nburn-before = ["players"]\n')
    assert pitboss.rule(incident(SS, "burn-missed", device="manual"), shelf).effects == ("refer",)
    with pytest.raises(pitboss.Fault) as caught:
        pitboss.rule(incident(SS, "burn-missed", device="automated"), shelf)
    assert (caught.value.code, caught.value.at) == ("bad-field", "facts.device")


# ── tables of rulings ─────────────────────────────────────────────────────────────────────────────


def test_an_operators_own_table_of_rulings_is_followed(tmp_path: Path) -> None:
    shelf = own_stud(
        tmp_path,
        (
            'because = "Two or more cards were exposed during the deal, so the round is void, '
            'whoever has looked at what."'
        ),
        'because = "So it is."',
    )
    assert pitboss.rule(incident(SS, "cards-exposed", count=2), shelf).because == "So it is."
    assert ruled(SS, "cards-exposed", count=2).because != "So it is."


def test_a_table_that_leaves_out_large_numbers_is_refused(tmp_path: Path) -> None:
    row = (
        '[[rulings.cards-exposed]]\nwhen = { count = ">=2" }\neffects = ["void-round"]\nclauses = '
        '["5.4"]\n'
    )
    rows = "".join(
        row.replace('">=2"', number) + ('because = "So it is."\n' if number == "2" else "")
        for number in ("2", "3")
    )
    with pytest.raises(RulebookError, match="cards-exposed"):
        own_stud(tmp_path, row, rows)


def test_a_row_asks_for_a_value_or_for_a_least_number() -> None:
    assert [holds(2, count) for count in (1, 2, 3)] == [False, True, False]
    assert [holds(">=2", count) for count in (1, 2, 3)] == [False, True, True]
    assert [holds(wanted, True) for wanted in (True, False)] == [True, False]
    assert [holds("later", told) for told in ("later", "this-round")] == [True, False]


def test_a_kind_of_fact_says_what_it_allows() -> None:
    assert str(FactKind()) == "true or false"
    assert str(FactKind(("more", "less"))) == "'more' or 'less'"
    assert str(FactKind(least=1)) == "a whole number from 1"


# ── the answer ────────────────────────────────────────────────────────────────────────────────────


def test_a_live_table_asks_the_same_function() -> None:
    found = rule(Shelf().get(MS), Incident.CARDS_EXPOSED, {"count": 2, "players_have_seen": False})
    assert found == pitboss.rule(
        {
            "rulebook": MS,
            "incident": "cards-exposed",
            "facts": {"count": 2, "players_have_seen": False},
        }
    )


def test_the_answer_as_the_contract_writes_it() -> None:
    assert as_json(ruled(MS, "cards-exposed", count=2, players_have_seen=False)) == {
        "id": "i1",
        "rulebook": "rws-multilink-stud-3",
        "effects": ["void-round"],
        "options": [],
        "options_for": None,
        "authority": None,
        "clauses": ["5.8.2"],
        "because": (
            "Two or more cards were shown before any player had looked at his cards, so the "
            "round is void."
        ),
    }


def test_the_answer_with_options_authority_and_operations() -> None:
    drawn = as_json(ruled(MH, "cards-drawn-together"))
    assert (drawn["options"], drawn["options_for"]) == (
        ["continue", "return-and-invalidate"],
        "all",
    )
    assert drawn["authority"] == "pit-supervisor"
    assert "operations" not in drawn
    down = as_json(ruled(CS, "progressive-system-down", players_have_seen=True))
    assert down["operations"] == [
        {"operation": "close-table", "clause": "5.18.2.a"},
        {"operation": "bar-box", "clause": "5.18.2.b"},
        {
            "operation": "run-without-progressive",
            "clause": "5.18.2.c",
            "notice": "No Progressive Jackpot bets are accepted or paid at this table. "
            "By joining the game you accept this.",
        },
    ]
    # Nothing but plain JSON.
    assert json.loads(json.dumps(down)) == down


# ── examples from elsewhere ───────────────────────────────────────────────────────────────────────


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()]


EXAMPLES = list(zip(lines("incidents.jsonl"), lines("incidents-expected.jsonl"), strict=True))


def test_there_are_25_examples() -> None:
    assert len(EXAMPLES) == 25


@pytest.mark.parametrize(
    ("given", "expected"), EXAMPLES, ids=[given["id"] for given, _ in EXAMPLES]
)
def test_an_example(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert given["id"] == expected["id"]
    if "error" in expected:
        assert refused(given, pitboss.rule)[0] == expected["error"]
        return
    found = as_json(pitboss.rule(given))
    assert found["id"] == expected["id"]
    assert [found["effects"], found["options"], found["options_for"]] in expected["any_of"]
    assert set(expected["clauses"]) <= set(found["clauses"])
    if "authority" in expected:
        assert found["authority"] == expected["authority"]


def test_a_ruling_shows_who_decides_and_what_may_be_chosen() -> None:
    drawn = pitboss.rule({"rulebook": MS, "incident": "cards-drawn-together"})
    assert repr(drawn) == f"<Ruling {MS} cards-drawn-together: continue, supervisor-orders-cards>"
    assert str(drawn).splitlines()[3:] == [
        "options for all  continue, return-and-invalidate",
        "decided by       pit-supervisor",
        "clauses          5.14, 5.14.1, 5.10",
    ]
    down = {"incident": "progressive-system-down", "facts": {"players_have_seen": True}}
    choices = str(pitboss.rule({"rulebook": MS, **down})).splitlines()
    assert "may choose  close-table" in choices
    assert "decided by" not in str(
        pitboss.rule({"rulebook": MS, "incident": "foreign-card", "facts": {}})
    )
