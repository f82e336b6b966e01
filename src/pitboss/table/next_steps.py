"""What each person at a table may do next, with the words a console can show."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from pitboss.games.deal_plan import BURN, COMMUNITY, DEALER, Ask, Do, Step
from pitboss.kernel.cards import known_of
from pitboss.kernel.json_types import AmountText, Outgoing
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import Post
from pitboss.rulebook.incidents import Incident
from pitboss.table.cards.felt import (
    face_up,
    may_decline,
    open_after,
    reads_nothing,
    to_show,
    told_again,
    turned,
)
from pitboss.table.cards.wrong_entries import may_be_told_again, which_is_wrong
from pitboss.table.corrections.events import CorrectionAsked
from pitboss.table.queries import (
    deal_can_end,
    decision_outstanding,
    has_opening,
    opening,
    raise_name,
    raise_size,
    to_ask,
)
from pitboss.table.state import BoxState, Phase, RoundState, Standing, TableState


class NextStep(Outgoing, frozen=True):
    """A command that would be accepted now, and what to call it."""

    label: str
    """The label of a button."""
    do: str
    """The command."""
    box: int | None = None
    """The box it is for."""
    clauses: tuple[str, ...] = ()
    option: str | None = None
    """What is chosen with it, if there is a choice: a player's option; ``all`` of a deal, the
    ``rest`` of the hands; whose cards are entered, if not a box's; which entry is corrected; what
    is reported.
    """
    amount: AmountText | None = None
    """What it stakes, where the rules set the amount."""
    says: str | None = None
    """What is said aloud with it: an announcement, or the question to a player; or what the dealer
    is asked, if there are several answers.
    """
    cards: int | None = None
    """How many cards are entered with it, if any; those that lie open may be left out."""


def next_steps(state: TableState | None, post: Post, name: str = "") -> tuple[NextStep, ...]:
    """What somebody in this post may do now; players by name, for their own boxes."""
    if state is None or not state.open:
        return (NextStep("Open the table", "open-table"),) if post >= Post.PIT_SUPERVISOR else ()
    if state.round is None:
        return _between_rounds(state, post)
    round = state.round
    if round.pending is not None:
        authority = round.pending.ruling.authority
        waits = authority is not None and post >= authority.least_post
        label = f"Decide: {round.pending.ruling.because}"
        return (
            (NextStep(label, "confirm", round.pending.box, round.pending.ruling.clauses),)
            if waits
            else ()
        )
    if post is Post.PLAYER:
        return _player_steps(state, round, name)
    steps = _staff_steps(state, round, name)
    return steps if state.asked is None else _with_correction(steps, state.asked, post, name)


def _with_correction(
    steps: tuple[NextStep, ...], asked: CorrectionAsked, post: Post, name: str
) -> tuple[NextStep, ...]:
    """While a correction is waiting, everything goes on except the end of the round."""
    left = tuple(step for step in steps if step.do != "conclude")
    if len(left) == len(steps) or (post < Post.PIT_SUPERVISOR and name != asked.by.name):
        return left
    label = f"Approve or drop the correction that {asked.by.name} asked for"
    return (*left, NextStep(label, "drop-correction"))


def _between_rounds(state: TableState, post: Post) -> tuple[NextStep, ...]:
    if post is Post.PLAYER:
        return ()
    steps = []
    power = state.book.powers.get("choose-operation")
    if state.operation_awaited:
        if power is not None and power.held_by(post):
            steps.append(
                NextStep(
                    "Choose how to run without the jackpot",
                    "choose-operation",
                    None,
                    (power.clause,),
                )
            )
        return tuple(steps)
    conduct = state.book.conduct
    steps.append(
        NextStep(
            f"Announce: {conduct.announce_open}",
            "open-betting",
            None,
            (conduct.open_clause,),
            says=conduct.announce_open,
        )
    )
    if post >= Post.PIT_SUPERVISOR:
        steps.append(NextStep("Close the table", "close-table"))
    if post >= Post.SHIFT_MANAGER and (state.notice is not None or state.barred_boxes):
        steps.append(NextStep("Resume progressive bets", "restore-progressive"))
    return tuple(steps)


def _staff_steps(state: TableState, round: RoundState, name: str) -> tuple[NextStep, ...]:
    if round.offered:
        return (NextStep("Time's up, everyone else plays on", "close-options"),)
    steps = _plain_steps(state, round)
    if not reads_nothing(state) or round.claimed:
        return steps
    match round.phase:
        case Phase.CLOSED | Phase.DEALING:
            *ends, deal = steps
            again = _which_is_wrong(state, round, name)
            ends = [] if again else ends
            return (*again, *(_hands_to_show(state, round) or ends), *_deal_ahead(round, deal))
        case Phase.DECIDING:
            return (*_which_is_wrong(state, round, name), *steps)
        case Phase.REVEALED:
            again = _which_is_wrong(state, round, name)
            return (*again, *_hands_to_show(state, round)) or steps
        case _:
            return steps


# ── ordinary cards ────────────────────────────────────────────────────────────────────────────────


def _deal_ahead(round: RoundState, single: NextStep) -> tuple[NextStep, ...]:
    """The deal until players decide or a card is turned up, as one step; and its first step
    alone.
    """
    ahead = _until_something_shows(round)
    last = ahead[-1]
    alone = replace(single, cards=_told_with(round, ahead[0]))
    if last.do is Do.TURN_OVER and last.place == DEALER:
        count = round.dealer.count(None) + sum(one.cards for one in ahead if one.place == DEALER)
        label = f"{last.label}, and enter them"
        shown = NextStep(label, "show-hand", None, single.clauses, DEALER, cards=count)
        return (shown, alone) if len(ahead) > 1 else (shown,) if count else (alone,)
    if len(ahead) == 1:
        return (alone,)
    together = NextStep(_ahead_label(round, ahead), "deal", None, single.clauses, "all")
    return replace(together, cards=_told_with(round, last)), alone


def _until_something_shows(round: RoundState) -> tuple[Step, ...]:
    """The steps of the deal up to the first that turns up a card, or up to the players'
    decisions.
    """
    left = round.program[round.cursor :]
    asks = [at for at, step in enumerate(left) if step.do is Do.DECIDE]
    shows = [
        at + 1 for at, step in enumerate(left) if step.do is Do.TURN_OVER or face_up(round, step)
    ]
    return left[: min(asks + shows)]


def _told_with(round: RoundState, step: Step) -> int | None:
    """How many cards are entered with a step of the deal."""
    if step.do is not Do.TURN_OVER:
        return face_up(round, step) or None
    if step.place == DEALER:
        return None
    lies = open_after(round, step.shows) - round.community_open
    return lies - len(known_of(turned(round, step))) or None


def _ahead_label(round: RoundState, ahead: Sequence[Step]) -> str:
    last = ahead[-1]
    if last.do is Do.TURN_OVER:
        return f"Deal and turn over the {last.shows}, and enter it"
    places = {step.place for step in ahead}
    boxes = any(place.isdecimal() for place in places)
    dealt = "all hands" if boxes else "the dealer's hand"
    if COMMUNITY in places:
        dealt = f"the community cards and {dealt}"
    up = ", and enter the dealer's face-up card" if face_up(round, last) else ""
    return f"Deal {dealt}{up}"


def _hands_to_show(state: TableState, round: RoundState) -> tuple[NextStep, ...]:
    """Hands that are entered as they are turned over, in any order; and the rest, not shown."""
    waiting = to_show(state, round)
    steps = [
        NextStep(
            f"Enter box {number} as it is turned over",
            "show-hand",
            number,
            cards=round.boxes[number].cards.count(None),
        )
        for number in waiting
    ]
    if any(may_decline(state, round.boxes[number]) for number in waiting):
        steps.append(NextStep("Mark the rest as not shown", "decline-to-show", None, option="rest"))
    return tuple(steps)


_CARDS_OF = {
    DEALER: "the dealer's cards",
    COMMUNITY: "the community cards",
    BURN: "the burnt cards",
}


def _which_is_wrong(state: TableState, round: RoundState, name: str) -> tuple[NextStep, ...]:
    """Cards are at two places: what was entered last is entered again, an earlier entry is
    corrected, or a card is foreign. One question at a time.
    """
    if not (asked := which_is_wrong(state)):
        return ()
    found = asked[0]
    says = f"{found.says}: which is wrong?"
    steps: list[NextStep] = []
    for entry, place in found.told_by:
        count = told_again(round, place) if place in found.places else None
        if count is None:
            continue  # What lies face down is not turned up to see which of the two is wrong.
        box = int(place) if place.isdecimal() else None
        what = _CARDS_OF[place] if box is None else f"box {box}"
        if not steps and may_be_told_again(state, place, name) is not None:
            label = f"Enter {what} again"
            option = place if box is None else None
            steps.append(NextStep(label, "show-hand", box, (), option, None, says, count))
        else:
            label = f"Correct {what} (entry {entry})"
            steps.append(NextStep(label, "correct", box, option=str(entry), says=says))
    label = "Neither: report a foreign card"
    steps.append(NextStep(label, "report", option=Incident.FOREIGN_CARD, says=says))
    return tuple(steps)


# ── any cards ─────────────────────────────────────────────────────────────────────────────────────


def _plain_steps(state: TableState, round: RoundState) -> tuple[NextStep, ...]:
    book = state.book
    match round.phase:
        case Phase.BETTING:
            if any(has_opening(state, box) for box in round.boxes.values()):
                said = book.conduct.announce_close
                clauses = (book.conduct.close_clause,)
                label = f"Announce: {said}"
                return (NextStep(label, "close-betting", None, clauses, says=said),)
            return (
                () if round.boxes else (NextStep("Conclude the round: nobody has bet", "conclude"),)
            )
        case Phase.CLOSED | Phase.DEALING:
            assert round.step is not None
            clause = book.dealing[state.settings.dealing].clause
            deal = NextStep(round.step.label, "deal", None, (clause,))
            if deal_can_end(state, round):
                return (NextStep("Settle: no more cards are needed", "settle"), deal)
            return (deal,)
        case Phase.DECIDING:
            box = round.boxes[to_ask(round)[0]]
            question = _question(state, round, box)
            label = f"Ask box {box.number}: {question}"
            return (NextStep(label, "ask", box.number, says=question),)
        case Phase.REVEALED:
            return (NextStep("Settle: collect and pay", "settle"),)
        case Phase.SETTLED:
            return (NextStep("Conclude the round", "conclude"),)
        case Phase.VOID:
            if round.settlement is None:
                return (
                    NextStep(
                        "Return all bets: the round is void", "settle", None, round.void_clauses
                    ),
                )
            return (NextStep("Conclude the round", "conclude"),)
        case _:
            assert_never(round.phase)


def _question(state: TableState, round: RoundState, box: BoxState) -> str:
    """What a box is asked, with the amounts."""
    assert round.step is not None
    ask = round.step.asks
    assert ask is not None
    bet = raise_name(state, ask)
    if bet is None:
        return "set the hand"
    label = state.book.wagers.spot(bet).label
    other = "fold" if ask is Ask.STAY else "check"
    return f"{other}, or {label} {format_cents(raise_size(state, box, bet))}"


def _player_steps(state: TableState, round: RoundState, name: str) -> tuple[NextStep, ...]:
    mine = [box for box in round.boxes.values() if box.player == name]
    if round.offered:
        return tuple(
            NextStep(f"Box {box.number}: {option}", "choose-option", box.number, option=option)
            for box in round.boxes.values()
            if name in round.choosers.get(box.number, ())
            for option in round.offered.get(box.number, ())
        )
    if round.phase is Phase.BETTING:
        label = f"Bet: {state.book.wagers.spot(opening(state)).label} on a box"
        return () if name in state.barred_players else (NextStep(label, "place-bet"),)
    if round.phase is Phase.REVEALED:
        # A folded hand that is known is turned up by itself; nobody is offered a choice that can
        # only lose.
        return tuple(
            NextStep(f"Mark box {box.number} as not shown", "decline-to-show", box.number)
            for box in mine
            if may_decline(state, box)
            and (box.standing is not Standing.FOLDED or reads_nothing(state))
        )
    if round.phase is not Phase.DECIDING:
        return ()
    steps = []
    if not any(box.examined for box in mine):
        steps += [
            NextStep(f"Look at box {box.number}", "examine", box.number)
            for box in mine
            if known_of(box.cards) and decision_outstanding(round, box)
        ]
    turn = to_ask(round)[0]
    steps += [step for box in mine if box.number == turn for step in _answers(state, round, box)]
    return tuple(steps)


def _answers(state: TableState, round: RoundState, box: BoxState) -> list[NextStep]:
    assert round.step is not None
    assert round.step.do is Do.DECIDE
    ask = round.step.asks
    assert ask is not None
    bet = raise_name(state, ask)
    if bet is None:
        return [NextStep(f"Set the hand of box {box.number}", "set-hand", box.number)]
    amount = format_cents(raise_size(state, box, bet))
    label = f"{state.book.wagers.spot(bet).label} {amount} on box {box.number}"
    staying = NextStep(label, "raise", box.number, amount=amount)
    if ask is Ask.STAY:
        return [staying, NextStep(f"Fold box {box.number}", "fold", box.number)]
    return [staying, NextStep(f"Check on box {box.number}", "check", box.number)]
