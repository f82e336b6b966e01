"""What must hold at every table after every step, whoever did what.

``Watched`` carries out steps at one table and looks at everything after each of them:

- chips are neither made nor lost, and are whole cents;
- every card is there once, and a virtual deal takes its deck from the front;
- what is put right after a dealing error only rearranges cards, but for the next one of the shoe;
- a refusal changes nothing, says why in a sentence, and cites clauses that exist;
- the stored events, read back, come to the same state;
- everybody sees what lies open; nobody sees, or finds out by asking, a card that lies face down for
  him, and a settlement needs none;
- what the table offers somebody as a next step is accepted, and somebody always has one;
- there is no dead end: from wherever it is a round can be brought to a conclusion that voids
  nothing, unless a clause voids it, also where its link fails; and its record settles again to the
  same.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

import pitboss
from pitboss.games.deal_plan import Do
from pitboss.games.record import Jackpot
from pitboss.games.settlement import JackpotSettlement, written
from pitboss.kernel.cards import DECK, NAMES, Card
from pitboss.kernel.money import Cents, parse_cents, to_cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import Incident
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import Decision
from pitboss.table.cards.felt import face_up, needs_cards, to_show, turned, twice
from pitboss.table.commands import Given
from pitboss.table.corrections.entries import enter
from pitboss.table.decide import decide
from pitboss.table.entries import Asked
from pitboss.table.evolve import fold
from pitboss.table.given import FromLink
from pitboss.table.next_steps import NextStep, next_steps
from pitboss.table.queries import cards_out, to_ask
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.shuffle.verify import verify_shuffle
from pitboss.table.shuffle.views import shuffle_of
from pitboss.table.state import BoxState, Phase, RoundState, Standing, TableState
from pitboss.table.views.table import HIDDEN, view
from tests.support import BE, CS, MH, MS, SS

PLAYERS = tuple(Actor(Post.PLAYER, name) for name in ("ann", "bob", "cat"))
DEALER = Actor(Post.DEALER, "dana")
SUPERVISOR = Actor(Post.PIT_SUPERVISOR, "sam")
PIT_MANAGER = Actor(Post.PIT_MANAGER, "pat")
SHIFT_MANAGER = Actor(Post.SHIFT_MANAGER, "max")
STAFF = (DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
PEOPLE = (*PLAYERS, *STAFF)
NAMESAKE = Actor(Post.DEALER, PLAYERS[0].name)
"""A member of staff who has a player's name, and sees no more for it."""

VIEWERS: tuple[Actor | None, ...] = (None, *PEOPLE, NAMESAKE)

JACKPOT = Jackpot(Cents(250_000_00), Cents(100_000_00))
GIVEN = Given(10**9, bytes(range(32)), JACKPOT)
"""All that a command can need from outside."""

LINK_DOWN = replace(GIVEN, link=FromLink(down=True))
"""The same at a table whose link has failed."""

MOST_COMMANDS_TO_THE_END = 120
"""Enough for the longest round: twenty hands of hold'em that decide three times, and are shown.
"""

_COMMAND = msgspec.json.Decoder(c.AnyCommand)
_EVENT = msgspec.json.Decoder(e.AnyEvent)
_STABLE_NAME = re.compile(rb'\{"event":"[a-z]+(-[a-z]+)*/[1-9][0-9]*"[,}]')


class Step(NamedTuple):
    """Who asked for what, and what came from outside."""

    actor: Actor
    command: c.AnyCommand
    given: Given

    def __str__(self) -> str:
        post = self.actor.post.name.lower().replace("_", "-")
        secret = "" if self.given.secret is None else f" secret={self.given.secret.hex()}"
        jackpot = "" if self.given.jackpot is None else " jackpot"
        command = msgspec.json.encode(self.command).decode()
        return f"{post}:{self.actor.name} {command}{secret}{jackpot}"


class Watched:
    """One table, and everything that must hold of it. ``do`` raises AssertionError where something
    does not.
    """

    def __init__(self) -> None:
        self.state: TableState | None = None
        self.steps: list[Step] = []
        self.counts: Counter[str] = Counter()
        # This state is built from what a journal would give back, and nothing else ever touches it:
        # were the other one changed in place, by a command that is refused or by a view, the two
        # would differ.
        self._replayed: TableState | None = None
        self._journal: list[bytes] = []
        self._entered: list[tuple[Asked, int]] = []
        self._settled_with = GIVEN
        self._refused = 0

    @property
    def moment(self) -> tuple[int, int]:
        """How much has happened, and how often something was refused since then."""
        return len(self._journal), self._refused

    def do(self, step: Step) -> Decision:
        """Carries out a step and checks all but the end of the round."""
        self.steps.append(step)
        before = self.state
        assert _COMMAND.decode(msgspec.json.encode(step.command)) == step.command, (
            "a command is read otherwise"
        )
        decided = decide(before, step.command, step.actor, step.given, "t1")
        if before is not None:
            _check_decided_by_what_is_seen(before, step, decided)
        if isinstance(decided, TableRefused):
            self._refused += 1
            self.counts[f"refused: {decided.code}"] += 1
            _check_refusal(before, step, decided)
        else:
            self._happened(decided, step)
        assert self.state == self._replayed, "the events do not come to the state"
        if self.state is not None:
            self.counts[
                f"phase: {None if self.state.round is None else self.state.round.phase}"
            ] += 1
            # After a refusal everything is as it was when it was last looked at.
            if not isinstance(decided, TableRefused):
                self._check(self.state)
        return decided

    def _happened(self, events: tuple[e.AnyEvent, ...], step: Step) -> None:
        before, self._refused = self.state, 0
        asked = Asked(step.command, step.actor, step.given.now_ms)
        self.state = enter(before, asked, events)
        if isinstance(step.command, c.Report | c.Confirm):
            check_put_right(before, self.state, events)
        again: list[e.AnyEvent] = []
        for event in events:
            written = msgspec.json.encode(event)
            assert _STABLE_NAME.match(written), f"an event without a stable name: {written[:60]!r}"
            read = _EVENT.decode(written)
            assert read == event, f"an event is read back as another: {event} and {read}"
            self._journal.append(written)
            again.append(read)
            self.counts[str(event.__struct_config__.tag)] += 1
            if isinstance(event, e.IncidentReported):
                self.counts[f"incident: {event.ruling.incident}"] += 1
            if isinstance(event, e.RoundSettled):
                told = event.record.jackpot is not msgspec.UNSET
                self._settled_with = replace(step.given, jackpot=JACKPOT if told else None)
            if isinstance(event, e.RoundConcluded):
                assert before is not None
                assert self.state is not None
                _check_concluded(before, self.state)
        self._entered.append((asked, len(events)))
        self._replayed = enter(self._replayed, asked, again)

    def _check(self, state: TableState) -> None:
        check_chips(state)
        if state.round is not None:
            check_cards(state, state.round)
        check_views(state, self._settled_with, turn=len(self.steps))
        check_steps(state)
        check_can_end(state)
        if _may_need_the_link(state):
            check_can_end(state, LINK_DOWN)

    def check_end(self) -> None:
        """That all events together come to the state."""
        events, state = map(_EVENT.decode, self._journal), None
        for asked, count in self._entered:
            state = enter(state, asked, list(islice(events, count)))
        assert state == self.state, "all events do not come to the state"
        bare = None if state is None else replace(state, entries=())
        assert fold(map(_EVENT.decode, self._journal)) == bare, (
            "all events do not come to the state"
        )


# ── chips and cards ───────────────────────────────────────────────────────────────────────────────


def check_chips(state: TableState) -> None:
    """Every chip is with a player, with the house or on the layout, and belongs to somebody."""
    assert sum(state.chips.values()) + state.house + state.on_layout == 0, "chips were made or lost"
    amounts = [*state.chips.values(), state.house]
    for box in () if state.round is None else state.round.boxes.values():
        amounts += box.bets.values()
        assert all(amount > 0 for amount in box.bets.values()), f"an empty bet on box {box.number}"
        for bet, theirs in box.others.items():
            amounts += theirs.values()
            assert all(amount > 0 for amount in theirs.values()), (
                f"an empty share of {bet} on {box.number}"
            )
            assert sum(theirs.values()) <= box.bets.get(bet, 0), (
                f"more shares than chips: {bet}, {box.number}"
            )
            assert box.player not in theirs, (
                f"the seated player of box {box.number} shares with himself"
            )
    assert all(type(amount) is int for amount in amounts), "an amount is not whole cents"


def check_put_right(
    before: TableState | None, after: TableState | None, events: Sequence[e.AnyEvent]
) -> None:
    """A report only puts cards that are out in another order, and brings in at most the next one of
    the shoe, or one too many, besides burnt ones that nobody has read; none of the system's moves.
    """
    if not any(isinstance(event, e.CardsMoved | e.HandsMoved) for event in events):
        return
    assert before is not None
    assert before.round is not None
    assert after is not None
    assert after.round is not None
    assert before.settings.cards != "virtual", "a report has moved the system's cards"
    new = cards_out(after.round) - cards_out(before.round)
    assert len(new) <= 1 + before.round.burnt.count(None), f"a report has brought in cards: {new}"


def check_cards(state: TableState, round: RoundState) -> None:
    """Every card is out once; a virtual deck has all 52 and is dealt from the front."""
    lying = [*round.burnt, *round.dealer, *round.community]
    for box in round.boxes.values():
        lying += box.cards
        assert box.three is None or set(box.three) <= set(box.cards), (
            f"box {box.number} is set with others' cards"
        )
        assert not box.shown or None not in box.cards, f"box {box.number} is shown in part"
    known = [card for card in lying if card is not None]
    if state.settings.cards == "shown":
        # A card that was told twice stands in the way of a settlement.
        assert round.settlement is None or round.void_because or len(set(known)) == len(known)
    else:
        assert len(set(known)) == len(known), "a card is out twice"
        assert None not in lying[len(round.burnt) :], "a card is out and nobody knows it"
    assert set(known) <= set(DECK), "a card that is not in the deck"
    if round.deck is not None:
        assert sorted(round.deck) == list(DECK), "the deck is not made of all 52 cards"
        assert len(known) == round.drawn, "a card was drawn and lies nowhere"
        assert set(known) == set(round.deck[: round.drawn]), (
            "a card that is out is still in the deck"
        )
    looked = Counter(box.player for box in round.boxes.values() if box.examined)
    assert all(hands == 1 for hands in looked.values()), (
        f"several hands examined by one player: {looked}"
    )
    if not round.revealed:
        open_cards = 1 if state.book.id in (MS, CS, SS) else 0
        assert len(round.dealer_open) <= open_cards, "the dealer has shown cards too soon"


# ── refusals ──────────────────────────────────────────────────────────────────────────────────────


def _check_refusal(state: TableState | None, step: Step, refused: TableRefused) -> None:
    assert isinstance(refused.code, TableRefusal)
    assert refused.message.endswith("."), f"not a sentence: {refused.message!r}"
    assert refused.message == refused.message.strip(), (
        f"blanks around a sentence: {refused.message!r}"
    )
    if not refused.clauses:
        return
    opening = (
        isinstance(step.command, c.OpenTable) and refused.code is TableRefusal.BAD_CONFIGURATION
    )
    if opening:
        assert isinstance(step.command, c.OpenTable)
        known = clauses(step.command.rulebook)
    else:
        assert state is not None, "a refusal cites clauses and there is no table"
        known = clauses(state.book.id)
    assert set(refused.clauses) <= set(known), (
        f"{refused.code} cites {refused.clauses}, which do not all exist"
    )


# ── what somebody can know ────────────────────────────────────────────────────────────────────────


def is_shown(rulebook: str, box: BoxState) -> bool:
    """Whether a hand is turned up for all when the round is settled: the documents' answer, written
    out.

    A folded or deserted hand is turned up where its progressive wager lives; a hand that the player
    will not show only when a supervisor has established it and that can still win something.
    """
    match box.standing:
        case Standing.IN | Standing.UNDECIDED:
            return True
        case Standing.FOLDED:
            live = bool(box.bets.get("progressive")) and rulebook in (MS, MH, SS)
            return live and not box.kept_back
        case Standing.LEFT:
            return rulebook == BE or (bool(box.bets.get("progressive")) and rulebook in (MS, MH))
        case Standing.DECLINED:
            return bool(box.established) and rulebook in (MS, CS, MH)
        case Standing.INVALID:
            return False


def visible(state: TableState, viewer: Actor | None) -> frozenset[Card]:
    """The cards that somebody may know: what lies face up, and the hand that he has looked at
    himself.

    Hands are turned up when the round is settled; until then a player may decline to show. A
    supervisor or above has seen a hand that was established, and all staff one that claims a
    jackpot: somebody has to verify it.
    """
    round = state.round
    if round is None:
        return frozenset()
    known = [round.dealer[at] for at in round.dealer_open]
    known += round.community[: round.community_open]
    for place in round.boxes.values():
        known += place.cards if place.shown else ()
    for box in round.boxes.values():
        mine = box.examined and viewer == Actor(Post.PLAYER, box.player)
        proved = bool(box.established) and viewer is not None and viewer.post >= Post.PIT_SUPERVISOR
        claimed = any(hand.box == box.number for hand in round.claimed)
        verified = claimed and viewer is not None and viewer.post > Post.PLAYER
        if (
            mine
            or proved
            or verified
            or (round.phase is Phase.SETTLED and is_shown(state.book.id, box))
        ):
            known += box.cards
    return frozenset(card for card in known if card is not None)


def otherwise(state: TableState, known: frozenset[Card], turn: int) -> TableState:
    """A table that differs in every card, and every secret, that somebody who knows only ``known``
    can't tell.

    The cards that he does not know change places among themselves, wherever they lie; ``turn`` says
    by how far.
    """
    round = state.round
    if round is None:
        return state
    unknown = [card for card in DECK if card not in known]
    by = 1 + turn % (len(unknown) - 1)
    other = {card: card for card in known} | dict(
        zip(unknown, unknown[by:] + unknown[:by], strict=True)
    )

    def swapped(cards: Sequence[Card | None]) -> tuple[Any, ...]:
        return tuple(None if card is None else other[card] for card in cards)

    return replace(
        state,
        round=replace(
            round,
            deck=None if round.deck is None else swapped(round.deck),
            burnt=swapped(round.burnt),
            dealer=swapped(round.dealer),
            community=swapped(round.community),
            boxes={
                number: replace(
                    box,
                    cards=swapped(box.cards),
                    three=None if box.three is None else swapped(box.three),
                )
                for number, box in round.boxes.items()
            },
            secret=None if round.secret is None else bytes(255 - byte for byte in round.secret),
            seeds=round.seeds
            if round.closed
            else {player: seed + "!" for player, seed in round.seeds.items()},
        ),
    )


def check_views(state: TableState, settled_with: Given, turn: int) -> None:
    """What each person sees would be the same if all that he may not know were different."""
    alike: dict[frozenset[Card], list[Actor | None]] = {}
    for viewer in VIEWERS:
        alike.setdefault(visible(state, viewer), []).append(viewer)
    for known, viewers in alike.items():
        other = otherwise(state, known, turn)
        if (
            state.round is not None
            and other.round is not None
            and state.round.settlement is not None
        ):
            settled = _settled_again(other, other.round, settled_with)
            assert settled.record == state.round.record, (
                "a record depends on cards that are not shown"
            )
            assert settled.settlement == state.round.settlement, (
                "a settlement depends on cards not shown"
            )
            assert settled.paid == state.round.paid, "a payment depends on cards that are not shown"
            other = replace(
                other,
                round=replace(settled, pending=state.round.pending, offered=state.round.offered),
            )
        for viewer in viewers:
            seen = view(state, viewer)
            assert seen == view(other, viewer), f"{viewer} can tell what lies face down"
            assert _cards_seen(msgspec.to_builtins(seen)) == {NAMES[card] for card in known}, (
                f"{viewer} can't see what lies open"
            )
            if state.round is not None and state.round.secret is not None:
                written = msgspec.json.encode(seen).decode()
                assert state.round.secret.hex() not in written, (
                    f"{viewer} sees the secret of the shuffle"
                )


def _cards_seen(seen: dict[str, Any]) -> set[str]:
    """The cards that a view names."""
    round = seen["round"]
    if round is None:
        return set()
    hands = [round["dealer"], round["community"], *(box["cards"] for box in round["boxes"])]
    return {card for hand in hands for card in hand} - {HIDDEN}


def _settled_again(state: TableState, round: RoundState, given: Given) -> RoundState:
    bare = replace(
        state, round=replace(round, record=None, settlement=None, paid={}, pending=None, offered={})
    )
    settled = fold(_accepted(bare, c.Settle(), DEALER, given), bare)
    assert settled is not None
    assert settled.round is not None
    return settled.round


def _check_decided_by_what_is_seen(state: TableState, step: Step, decided: Decision) -> None:
    """Asking tells nobody anything: the answer would be the same if what he may not know were
    different.

    Left out is what shuffles, deals, moves or turns up cards, what puts right an entry, which is
    decided by the events and not by what lies there, a hand that staff set for a player, who told
    them its cards, and cards that staff put right, who have them before them.
    """
    command, actor = step.command, step.actor
    told = isinstance(command, c.SetHand) and actor.post > Post.PLAYER
    told |= isinstance(command, c.Report) and bool(command.hands)
    turns_up = c.CloseBetting | c.Deal | c.ShowHand | c.EstablishHand | c.Settle
    turns_up |= c.TakeBack | c.Correct | c.AllowCorrection
    moved = not isinstance(decided, TableRefused) and any(
        isinstance(event, e.CardsMoved) for event in decided
    )
    if told or moved or isinstance(command, turns_up):
        return
    other = otherwise(state, visible(state, actor), turn=len(actor.name))
    assert decide(other, command, actor, step.given, "t1") == decided, (
        f"{actor} finds out what lies face down"
    )


# ── next steps ────────────────────────────────────────────────────────────────────────────────────


def check_steps(state: TableState) -> None:
    """What is offered is accepted, and somebody always has something to do."""
    offered = [
        (person, step) for person in PEOPLE for step in next_steps(state, person.post, person.name)
    ]
    assert offered, "nobody can do anything"
    for person, step in offered:
        command = plain_command(state, step)
        if command is None:
            continue
        decided = decide(state, command, person, GIVEN, "t1")
        if isinstance(decided, TableRefused):
            small = (
                isinstance(command, c.CloseBetting) and decided.code is TableRefusal.UNDER_MINIMUM
            )
            assert small, f"{person} is offered {step} and refused: {decided}"
    if state.round is not None and state.round.phase is Phase.DECIDING:
        _check_asked(state, state.round)


def _check_asked(state: TableState, round: RoundState) -> None:
    """The dealer asks one box, and its player may answer."""
    if round.pending is not None or round.offered:
        return
    box = to_ask(round)[0]
    asking = next_steps(state, DEALER.post, DEALER.name)
    # A card that was told twice is offered besides to be put right.
    beside = ("show-hand", "correct", "report")
    asked = [(step.do, step.box) for step in asking if step.do not in beside]
    assert asked == [("ask", box)], f"box {box} is not asked"
    theirs = next_steps(state, Post.PLAYER, round.boxes[box].player)
    answers = {step.do for step in theirs if step.box == box}
    assert answers & {"raise", "set-hand"}, f"box {box} can't answer"


def plain_command(state: TableState, step: NextStep) -> c.AnyCommand | None:  # noqa: C901 - one case for each
    """The command that a step stands for, with what its label says; None where more would have to
    be told.
    """
    box = step.box or 0
    match step.do:
        case "close-table":
            return c.CloseTable()
        case "restore-progressive":
            return c.RestoreProgressive()
        case "open-betting":
            return c.OpenBetting()
        case "close-betting":
            return c.CloseBetting()
        case "deal":
            assert state.round is not None
            assert state.round.step is not None
            told = state.settings.cards == "entered" and state.round.step.do is Do.DEAL
            whole = step.option == "all" or msgspec.UNSET
            return None if told or step.cards else c.Deal(all=whole)
        case "settle":
            return c.Settle()
        case "conclude":
            return c.Conclude()
        case "close-options":
            return c.CloseOptions()
        case "drop-correction":
            return c.DropCorrection()
        case "examine":
            return c.Examine(box)
        case "fold":
            return c.Fold(box)
        case "check":
            return c.Check(box)
        case "raise":
            amount = parse_cents(step.label.removesuffix(f" on box {box}").rpartition(" ")[2])
            assert amount is not None, f"a raise without its amount: {step.label}"
            return c.Raise(box, amount)
        case "set-hand":
            return c.SetHand(box)
        case "decline-to-show":
            return c.DeclineToShow(rest=True) if step.option == "rest" else c.DeclineToShow(box)
        case "report":
            return c.Report(incident=step.option or "")
        case "choose-option":
            named = {"do": step.do, "box": box, "option": step.label.rpartition(": ")[2]}
            return msgspec.convert(named, c.ChooseOption)
        case _:
            return None


# ── the end of a round ────────────────────────────────────────────────────────────────────────────


def _check_concluded(state: TableState, after: TableState) -> None:
    """The record settles again to the same, what it comes to is what is paid, and the shuffle can
    be checked.
    """
    round = state.round
    assert round is not None
    if round.deck is not None:
        assert after.published is not None
        assert after.published.round == round.id
        verify_shuffle(msgspec.to_builtins(shuffle_of(after.published)))
    if round.settlement is None:
        assert not round.boxes, "a round with bets was concluded unsettled"
        return
    record = msgspec.json.decode(msgspec.json.encode(round.record))
    again = written(pitboss.settle(record))
    assert again == round.settlement, "the record settles to something else"
    lines = [line for box in round.settlement.boxes for line in box.lines]
    amounts = [to_cents(amount) for line in lines for amount in (line.returned, line.winnings)]
    assert sum(amounts) == sum(round.paid.values()), "paid is not what was settled"
    assert all(amount > 0 for amount in round.paid.values()), (
        f"somebody is paid nothing or less: {round.paid}"
    )
    if round.void_because is not None:
        assert round.paid == _laid(round), (
            "a round is void and somebody does not get his chips back"
        )
    stakes = [to_cents(line.stake) for line in lines]
    assert sum(stake or 0 for stake in stakes) == state.on_layout, (
        "chips lie on the layout and are not settled"
    )


def _laid(round: RoundState) -> dict[str, int]:
    """What each player has on the layout."""
    laid: Counter[str] = Counter()
    for box in round.boxes.values():
        laid[box.player] += box.laid
        for theirs in box.others.values():
            laid.update(theirs)
            laid[box.player] -= sum(theirs.values())
    return dict(laid)


def check_can_end(state: TableState, given: Given = GIVEN) -> None:
    """There is no dead end: the authority decides, options close, the deal goes on, hands are
    shown, and the round is settled and concluded; void only where a ruling says so.

    Where the link is down it is reported, and the authority decides.
    """
    for _ in range(MOST_COMMANDS_TO_THE_END):
        if state.round is None:
            check_chips(state)
            return
        happened = _toward_the_end(state, state.round, given)
        rulings = [event.ruling for event in happened if isinstance(event, _RULED)]
        ordered = {effect for ruling in rulings for effect in ruling.effects}
        if any(isinstance(event, e.RoundVoided) for event in happened):
            assert Effect.VOID_ROUND in ordered, (
                "a round can only be voided, and no clause voids it"
            )
        if any(isinstance(event, e.HandInvalidated) for event in happened):
            assert ordered, "a hand can only be taken out, and no clause does so"
        after = fold(happened, state)
        assert after is not None
        state = after
    raise AssertionError("the round does not come to an end")


_RULED = (e.RulingConfirmed, e.IncidentReported)
_DECISIONS = (
    c.Confirm(),
    c.Confirm({}, "continue"),
    c.Confirm({}, "decline"),
    c.Confirm({}, "return-progressive"),
)
_FAILED = (
    c.Report(incident=Incident.PROGRESSIVE_SYSTEM_DOWN),
    c.Report(incident=Incident.PROGRESSIVE_SYSTEM_DOWN, facts={"players_have_seen": True}),
)


def _may_need_the_link(state: TableState) -> bool:
    """Whether the round has a jackpot that could fail."""
    boxes = () if state.round is None else state.round.boxes.values()
    return any(box.bets.get("progressive") for box in boxes)


def _toward_the_end(state: TableState, round: RoundState, given: Given) -> tuple[e.AnyEvent, ...]:
    """What the next command of a house that only wants to finish leads to."""
    if round.pending is not None:
        return _first_accepted(state, _DECISIONS, SHIFT_MANAGER, given)
    command = _last_steps(state, round)
    decided = decide(state, command, DEALER, given, "t1")
    if not isinstance(decided, TableRefused):
        return decided
    if decided.code is TableRefusal.LINK_DOWN:
        return _first_accepted(state, _FAILED, DEALER, given)
    if decided.code is TableRefusal.CORRECTION_PENDING:
        return _accepted(state, c.DropCorrection(), SHIFT_MANAGER, given)
    if decided.code is TableRefusal.JACKPOT_PENDING:
        # Whoever verifies claims has declined them.
        paid = JackpotSettlement(JACKPOT.displayed, JACKPOT.displayed, Cents(0), ())
        told = replace(given, link=FromLink(down=True, paid=paid))
        return _accepted(state, command, given=told)
    raise AssertionError(f"{command} is refused: {decided}")


def _first_accepted(
    state: TableState, commands: Sequence[c.AnyCommand], actor: Actor, given: Given
) -> tuple[e.AnyEvent, ...]:
    refusals = []
    for command in commands:
        decided = decide(state, command, actor, given, "t1")
        if not isinstance(decided, TableRefused):
            return decided
        refusals.append(decided.message)
    raise AssertionError(f"nothing gets on from here: {refusals}")


def _last_steps(state: TableState, round: RoundState) -> c.AnyCommand:
    """What a dealer does next who only wants to finish."""
    if round.offered:
        return c.CloseOptions()
    match round.phase:
        case Phase.BETTING:
            return c.CloseBetting(let_stand=True) if round.boxes else c.Conclude()
        case Phase.CLOSED | Phase.DEALING:
            return c.Deal(_any_cards(state, round), all=True)
        case Phase.DECIDING:
            box = to_ask(round)[0]
            assert round.step is not None
            answers: dict[str, c.AnyCommand] = {"stay": c.Fold(box), "set": c.SetHand(box)}
            return answers.get(str(round.step.asks), c.Check(box))
        case Phase.REVEALED if round.settlement is None:
            return _shown_next(state, round) or c.Settle()
        case Phase.REVEALED | Phase.SETTLED | Phase.VOID:
            return c.Settle() if round.settlement is None else c.Conclude()


def _shown_next(state: TableState, round: RoundState) -> c.AnyCommand | None:
    """A card that was told twice is foreign, and the round is void; else hands are turned over."""
    if state.settings.cards != "shown":
        return None
    if twice(round):
        return c.Report(incident=Incident.FOREIGN_CARD)
    for number in to_show(state, round):
        missing = round.boxes[number].cards.count(None)
        return c.ShowHand(cards=unused(round, missing), box=number)
    return None


def unused(round: RoundState, count: int, skip: int = 0) -> tuple[Card, ...]:
    """Cards that are not out: the first of them, but some."""
    out = cards_out(round)
    left = [card for card in DECK if card not in out]
    return tuple((left[skip:] + left[:skip])[:count])


def _any_cards(state: TableState, round: RoundState) -> tuple[Card, ...] | None:
    """The cards that come next where somebody must enter them: the first that are not out."""
    step = round.step
    assert step is not None
    if not needs_cards(state, round, step):
        return None
    if step.do is Do.TURN_OVER:
        return unused(round, turned(round, step).count(None))
    up = face_up(round, step)
    return unused(round, up if state.settings.cards == "shown" else step.cards)


def _accepted(
    state: TableState, command: c.AnyCommand, actor: Actor = DEALER, given: Given = GIVEN
) -> tuple[e.AnyEvent, ...]:
    decided = decide(state, command, actor, given, "t1")
    assert not isinstance(decided, TableRefused), f"{command} is refused: {decided}"
    return decided
