"""Shuffles of version 2: chains of secrets, and seeds that are committed and opened."""

import hmac
import json
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from pitboss.games.faults import Fault
from pitboss.kernel.cards import NAMES
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import events as e
from pitboss.table.evolve import fold
from pitboss.table.shuffle.deck import is_hex, promise, shuffled_in_order
from pitboss.table.shuffle.events import UNREADABLE
from pitboss.table.shuffle.seeds import OPENING_MS
from pitboss.table.shuffle.verify import Mismatch, verify_shuffle
from pitboss.table.shuffle.views import shuffle_of
from pitboss.table.state import TableState
from pitboss.table.views.table import view
from tests.support import BE, CS, MS
from tests.table.chained_table import LENGTH, ChainedTable, chained
from tests.tables import DEALER, SHIFT_MANAGER, SUPERVISOR, Table, setting

ANN, BOB = "player:ann", "player:bob"


def betting(**players: int) -> ChainedTable:
    """Betting is open, and players have an ante on their boxes."""
    t = chained(CS, dealing="shuffler")
    t.do("open-betting")
    t.lay(**{name: (box, {"ante": "25"}) for name, box in players.items()})
    return t


def played(*committing: str) -> ChainedTable:
    """A round is concluded; of ann and bob some have given a seed."""
    t = betting(ann=1, bob=2)
    seeds = {player: t.commit(player) for player in committing}
    t.do("close-betting")
    for player, seed in seeds.items():
        t.open_seed(player, seed)
    play_on(t)
    return t


def play_on(t: Table) -> None:
    t.deal_all()
    for box in t.round.boxes:
        t.choose(box, "fold")
    t.deal_all()
    t.settle()
    t.do("conclude")


def material(t: Table) -> dict[str, Any]:
    assert t.state.published is not None
    found: dict[str, Any] = msgspec.to_builtins(shuffle_of(t.state.published))
    return found


# ── chains ────────────────────────────────────────────────────────────────────────────────────────


def test_secrets_are_fixed_before_the_first_round_and_used_in_order() -> None:
    t = chained(CS)
    chain = t.chains[0]

    assert [event.chain for event in t.events if isinstance(event, e.ShuffleChainPublished)] == [
        chain
    ]
    promises = []
    for number in range(1, LENGTH + 1):
        (opened,) = t.do("open-betting")
        assert isinstance(opened, e.BettingOpened)
        assert (opened.secret, opened.chain) == (t.secrets[number], chain)
        promises.append(opened.commitment)
        (concluded,) = t.do("conclude")
        assert isinstance(concluded, e.RoundConcluded)
        assert concluded.secret == t.secrets[number]
    # Each secret, once published, is what the next round was promised by.
    assert promises == [chain.end, *(t.secrets[n].hex() for n in range(1, LENGTH))]


def test_the_next_chain_is_published_before_its_first_round() -> None:
    t = chained(CS)
    for _ in range(LENGTH):
        t.do("open-betting")
        t.do("conclude")
    old = t.chains
    new = t.fix(LENGTH + 1)
    published, opened = t.do("open-betting")

    assert isinstance(published, e.ShuffleChainPublished)
    assert isinstance(opened, e.BettingOpened)
    assert published.chain == opened.chain == new
    assert t.state.chains == (*old, new)
    assert new.name == f"{LENGTH + 1}/{LENGTH}/0"
    assert not new.covers(LENGTH)
    assert new.covers(LENGTH + 1)
    assert not new.covers(2 * LENGTH + 1)


def test_a_table_with_real_cards_has_no_chain() -> None:
    t = Table.open(CS)
    assert t.state.chains == ()
    t.do("open-betting")
    assert t.refused("commit-seed", by=ANN, commitment="0" * 64)[0] == "no-seeds-here"
    t.do("conclude")
    assert t.state.published is None


# ── committing ────────────────────────────────────────────────────────────────────────────────────


def test_only_players_with_a_bet_are_bound_to_a_seed_one_each() -> None:
    t = betting(ann=1)
    zero = "0" * 64

    assert t.refused("commit-seed", by=BOB, commitment=zero)[0] == "seed-needs-bet"
    assert t.refused("commit-seed", by=DEALER, commitment=zero)[0] == "seed-needs-bet"
    assert t.refused("commit-seed", by=ANN, commitment="0" * 63)[0] == "no-seeds-here"
    assert t.refused("commit-seed", by=ANN, commitment="A" * 64)[0] == "no-seeds-here"
    t.commit("ann")
    assert t.refused("commit-seed", by=ANN, commitment=zero)[0] == "seed-fixed"
    assert t.refused("give-seed", by=ANN, seed="cheese")[0] == "no-seeds-here"
    t.do("close-betting")
    assert t.refused("commit-seed", by=BOB, commitment=zero)[0] == "no-more-bets"


def test_a_player_beside_the_seated_one_has_a_bet_too() -> None:
    t = chained(BE)
    t.do("open-betting")
    t.lay(ann=(1, {"main": "25"}))
    t.lay(bob=(1, {"main": "25"}))
    t.commit("bob")
    t.do("close-betting")
    assert [one.player for one in t.round.committed] == ["bob"]


def test_who_has_no_bet_left_at_the_close_is_not_bound_any_more() -> None:
    t = betting(ann=1, bob=2)
    t.commit("bob")
    t.commit("ann")
    t.do("withdraw-bet", by=BOB, box=2, bet="ante")
    t.do("close-betting")

    assert [one.player for one in t.round.committed] == ["ann"]


def test_seeds_of_version_1_are_given_openly() -> None:
    t = Table.open(CS, cards="virtual")
    t.do("open-betting")
    t.lay(ann=(1, {"ante": "25"}))
    assert t.refused("commit-seed", by=ANN, commitment="0" * 64)[0] == "no-seeds-here"
    t.do("close-betting")
    t.do("report", incident="unlisted", description="x")
    assert t.refused("open-seed", by=ANN, seed="0" * 64)[0] == "ruling-pending"


ALIAS = "a1" * 8


def test_an_alias_stands_for_the_player_in_the_whole_proof() -> None:
    t = betting(ann=1, bob=2)
    for wrong in ("", "ann", "A1" * 8, "a1" * 9):
        found = t.refused("commit-seed", by=ANN, commitment="0" * 64, alias=wrong)
        assert found[0] == "no-seeds-here"
    seed = t.commit("ann", ALIAS)
    assert t.refused("commit-seed", by=BOB, commitment="0" * 64, alias=ALIAS)[0] == "seed-fixed"
    other = t.commit("bob", "b2" * 8)
    seen = t.view(BOB)["round"]["committed"]
    assert [(one["player"], one["mine"]) for one in seen] == [(ALIAS, False), ("b2" * 8, True)]
    t.do("close-betting")
    t.open_seed("ann", seed)
    t.open_seed("bob", other)
    t.deal_all()
    for viewer in (None, BOB):
        assert '"ann"' not in json.dumps(t.view(viewer)["round"])
    t.choose(1, "fold")
    t.choose(2, "fold")
    t.settle()
    t.do("conclude")

    told = material(t)
    assert set(told["seeds"]) == {ALIAS, "b2" * 8}
    assert '"ann"' not in json.dumps(told)
    assert verify_shuffle(told)["verified"]
    told["committed"][0]["player"] = "ann"
    with pytest.raises(Mismatch):
        verify_shuffle(told)


# ── opening ───────────────────────────────────────────────────────────────────────────────────────


def test_a_seed_is_opened_after_the_close_and_is_the_one_that_was_committed() -> None:
    t = betting(ann=1, bob=2)
    assert t.refused("open-seed", by=ANN, seed="0" * 64)[0] == "not-now"
    seed = t.commit("ann")
    t.do("close-betting")

    assert t.refused("open-seed", by=BOB, seed="0" * 64)[0] == "no-seeds-here"
    assert t.refused("open-seed", by=ANN, seed="0" * 64)[0] == "wrong-seed"
    assert t.refused("open-seed", by=ANN, seed="ann")[0] == "wrong-seed"
    t.open_seed("ann", seed)
    assert t.refused("open-seed", by=ANN, seed=seed)[0] == "seed-fixed"
    t.do("deal")
    assert t.refused("open-seed", by=ANN, seed=seed)[0] == "not-now"


def test_a_commitment_is_of_one_player_in_one_round_at_one_table() -> None:
    t = betting(ann=1, bob=2)
    seed = sha256(b"x").hexdigest()
    copied = t.bound("ann", seed)
    t.do("commit-seed", by=ANN, commitment=copied)
    # Who copies another's commitment can't open it, even when the other has.
    t.do("commit-seed", by=BOB, commitment=copied)
    t.do("close-betting")
    t.open_seed("ann", seed)
    assert t.refused("open-seed", by=BOB, seed=seed)[0] == "wrong-seed"

    other = ChainedTable("t2")
    other.do("open-table", by=SUPERVISOR, **setting(CS, cards="virtual"))
    other.do("open-betting")
    assert other.bound("ann", seed) != copied


def test_where_seeds_are_given_openly_none_is_opened_later() -> None:
    t = Table.open(CS, cards="virtual")
    t.bet(ann=(1, {"ante": "25"}))
    assert t.refused("open-seed", by=ANN, seed="0" * 64)[0] == "not-now"
    t = Table.open(CS)
    t.bet(ann=(1, {"ante": "25"}))
    assert t.refused("open-seed", by=ANN, seed="0" * 64)[0] == "no-seeds-here"


# ── fixing ────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_card_waits_for_seeds_but_not_for_ever() -> None:
    t = betting(ann=1, bob=2)
    t.commit("ann")
    seed = t.commit("bob")
    t.do("close-betting")
    t.open_seed("bob", seed)
    refused = t.refuse("deal")
    assert refused.code == "seeds-outstanding"
    assert "ann" in refused.message
    t.now_ms = (t.round.closed_ms or 0) + OPENING_MS
    fixed, dealt = t.do("deal")

    assert fixed == e.ShuffleFixed(t.now_ms - 1000, ("bob",), ("ann",))
    assert isinstance(dealt, e.CardsDealt)
    assert t.round.deck is not None
    assert dealt.cards == t.round.deck[:5]


def test_what_was_not_opened_is_on_record_and_bound_into_the_shuffle() -> None:
    t = betting(ann=1, bob=2)
    seed = t.commit("ann")
    t.do("close-betting")
    t.now_ms += OPENING_MS
    committed = t.round.committed
    play_on(t)
    published = t.state.published
    assert published is not None
    assert published.seeds == {}
    assert verify_shuffle(material(t))["verified"]
    opened = (msgspec.structs.replace(committed[0], seed=seed),)
    for other in ((), opened):
        assert shuffled_in_order("t1", 1, t.secrets[1], other) != published.deck


def test_a_step_that_is_refused_fixes_nothing() -> None:
    t = betting(ann=1)
    t.do("close-betting")
    assert t.refused("deal", cards=["Ah"])[0] == "cards-not-taken"
    assert t.round.deck is None


def test_later_steps_come_from_the_same_deck() -> None:
    t = played("ann", "bob")
    published = t.state.published
    assert published is not None
    drawn = [card for event in t.events if isinstance(event, e.CardsDealt) for card in event.cards]
    assert tuple(drawn) == published.deck[: len(drawn)]


def test_a_round_without_bets_keeps_its_promise_too() -> None:
    t = betting()
    t.do("conclude")
    assert verify_shuffle(material(t))["verified"]


# ── what anybody sees ─────────────────────────────────────────────────────────────────────────────


def test_seeds_are_shown_when_the_shuffle_is_fixed() -> None:
    t = betting(ann=1, bob=2)
    seed = t.commit("ann")
    t.do("close-betting")
    t.open_seed("ann", seed)
    seen = view(t.state, None).round
    assert seen is not None
    assert (seen.seeds, seen.committed[0].seed, seen.committed[0].opened) == ({}, None, True)
    assert seen.chain is not None
    assert (seen.chain.first, seen.chain.length, seen.chain.end) == (1, LENGTH, t.chains[0].end)
    t.do("deal")
    seen = view(t.state, None).round
    assert seen is not None
    assert (seen.seeds, seen.committed[0].seed) == ({"ann": seed}, seed)


# ── without the key ───────────────────────────────────────────────────────────────────────────────


def without_key(t: Table) -> TableState:
    """The table as somebody folds it who has no key: no secret, and cards that can't be read."""
    events: list[e.AnyEvent] = []
    for event in t.events:
        match event:
            case e.BettingOpened():
                events.append(msgspec.structs.replace(event, secret=None))
            case e.CardsDealt():
                unknown = (UNREADABLE,) * len(event.cards)
                events.append(msgspec.structs.replace(event, cards=unknown))
            case _:
                events.append(event)
    found = fold(events)
    assert found is not None
    return found


def test_without_the_key_only_the_rules_way_out_is_left() -> None:
    t = betting(ann=1)
    t.do("close-betting")
    t.do("deal")
    t.do("deal")
    t._state = without_key(t)
    seen = view(t.state, Actor(Post.DEALER, "dana")).round
    assert seen is not None
    assert seen.dealer == ["??"] * 5

    assert t.refused("fold", by=ANN, box=1)[0] == "no-secret"
    assert t.refused("settle")[0] == "no-secret"
    t.do("report", incident="unlisted", description="The key is lost.")
    t.do("confirm", by=SHIFT_MANAGER, decision="void-round")
    t.do("settle")
    (concluded,) = t.do("conclude")
    assert isinstance(concluded, e.RoundConcluded)
    assert concluded.secret is None
    assert t.state.published is None


def test_without_the_key_no_shuffle_is_fixed() -> None:
    t = betting(ann=1)
    t.do("close-betting")
    t._state = without_key(t)
    assert t.refused("deal")[0] == "no-secret"
    t = betting(ann=1)
    t.do("close-betting")
    t.do("deal")
    assert without_key(t).round is not None


def test_of_a_concluded_round_everything_is_known_without_the_key() -> None:
    t = played("ann")
    assert without_key(t) == t.state


# ── checking ──────────────────────────────────────────────────────────────────────────────────────


def test_a_shuffle_is_checked_from_what_was_published() -> None:
    t = played("ann", "bob")
    found = material(t)

    assert found["version"] == 2
    assert (found["table"], found["number"]) == ("t1", 1)
    assert verify_shuffle(found) == {
        "round": "t1-1",
        "verified": True,
        "commitment": t.chains[0].end,
    }
    play = chained(CS)
    for _ in range(LENGTH):
        play.do("open-betting")
        play.do("conclude")
    assert verify_shuffle(material(play))["verified"]


def changed(found: dict[str, Any], **changes: Any) -> dict[str, Any]:
    copied: dict[str, Any] = json.loads(json.dumps(found))
    return copied | changes


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (lambda found: {"secret": "00" * 32}, "commitment"),
        (lambda found: {"commitment": "00" * 32}, "commitment"),
        (lambda found: {"table": "t2"}, "commitment"),
        (lambda found: {"number": 2}, "commitment"),
        (lambda found: {"chain": found["chain"] | {"end": "00" * 32}}, "chain.end"),
        (lambda found: {"chain": found["chain"] | {"first": 2}}, "chain"),
        (
            lambda found: {"committed": [found["committed"][0] | {"seed": "00" * 32}]},
            "committed[0].seed",
        ),
        (lambda found: {"committed": [found["committed"][0]] * 2}, "committed[1]"),
        (lambda found: {"committed": found["committed"][::-1]}, "deck[1]"),
        (lambda found: {"committed": [found["committed"][0] | {"seed": None}]}, "deck[0]"),
        (lambda found: {"deck": found["deck"][::-1]}, "deck[0]"),
    ],
)
def test_what_was_changed_afterwards_does_not_fit(change: Any, at: str) -> None:
    found = material(played("ann", "bob"))
    with pytest.raises(Mismatch) as raised:
        verify_shuffle(changed(found, **change(found)))
    assert raised.value.at == at


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"version": 3}, "version"),
        ({"number": 0}, "version"),
        ({"number": "1"}, "version"),
        ({"chain": None}, "version"),
        ({"table": "\ud800"}, "version"),
        ({"committed": [{"player": "ann", "commitment": "x"}]}, "committed[0].commitment"),
        (
            {"committed": [{"player": "ann", "commitment": "00" * 32, "seed": "x"}]},
            "committed[0].seed",
        ),
        ({"deck": []}, "deck"),
    ],
)
def test_what_is_no_published_shuffle_is_said(change: dict[str, Any], at: str) -> None:
    found = material(played("ann", "bob"))
    with pytest.raises(Fault) as raised:
        verify_shuffle(changed(found) | change)
    assert not isinstance(raised.value, Mismatch)
    assert raised.value.at == at


def test_the_whole_computation_in_plain_lines() -> None:
    """As docs/shuffle.md describes it, with nothing of ours."""
    t = played("ann", "bob")
    found = material(t)

    def text(value: str) -> bytes:
        return len(value.encode()).to_bytes(4, "big") + value.encode()

    where = text(found["table"]) + found["number"].to_bytes(8, "big")
    secret = bytes.fromhex(found["secret"])
    promised = sha256(b"pitboss-chain/1\0" + where + secret).digest()
    assert promised.hex() == found["commitment"] == found["chain"]["end"]
    context = b"pitboss-shuffle/2\0" + where + promised
    for one in found["committed"]:
        bound = where + promised + text(one["player"]) + bytes.fromhex(one["seed"])
        assert sha256(b"pitboss-seed/1\0" + bound).hexdigest() == one["commitment"]
        context += text(one["player"]) + bytes.fromhex(one["commitment"])
        context += b"\1" + bytes.fromhex(one["seed"])
    digest = sha256(context).digest()
    words: list[int] = []
    deck = list(NAMES)
    block = 0
    for left in range(52, 1, -1):
        while True:
            if not words:
                made = hmac.digest(secret, digest + block.to_bytes(4, "big"), "sha256")
                words = [int.from_bytes(made[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
            if word < 2**32 // left * left:
                break
        chosen = word % left
        deck[left - 1], deck[chosen] = deck[chosen], deck[left - 1]
    assert deck == found["deck"]


def test_hexadecimal_digits_are_small_letters_and_of_one_length() -> None:
    assert is_hex("0123456789abcdef", 8)
    assert not is_hex("0123456789ABCDEF", 8)
    assert not is_hex("00", 2)
    assert promise("t1", 1, b"x") != promise("t1", 2, b"x")


def test_sealed_cards_are_neither_moved_nor_told() -> None:
    """The system deals them where they belong; and what would put a deal right would show what lies
    face down.
    """
    t = chained(MS)
    t.lay(ann=(1, {"ante": "25"}))
    t.do("close-betting")
    t.deal_all()
    hands = {"1": ["2c", "3c", "4c", "5c", "6c"]}
    refused = t.refuse("report", incident="unlisted", hands=hands)
    assert refused.code == "cannot-happen-now"
    facts = {"can_reconstruct": True}
    assert t.refused("report", incident="burn-missed", facts=facts)[0] == "cannot-happen-now"
    assert not t.happened(e.CardsMoved)
