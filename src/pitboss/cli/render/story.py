"""What happens at a table, told in sentences: one or more for each event.

The narrator stands behind the dealer and sees every card. Only one thing is kept back until the
round is concluded: the secret of a virtual shuffle.
"""

import textwrap
from collections.abc import Iterator
from typing import Any, TypeAlias, assert_never

import msgspec
from msgspec import UnsetType

from pitboss.cli.render import card_story
from pitboss.cli.render.correction_story import CorrectionEvent, tell_correction
from pitboss.cli.render.incident_story import tell_incident
from pitboss.cli.render.wording import (
    bet_label,
    cards,
    clauses,
    gain,
    money,
    moves_text,
    plain,
    player_of,
    post_name,
    round_of,
    words,
)
from pitboss.games.settlement import WrittenLine, WrittenSettlement
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.parts import Dealing
from pitboss.table import events as e
from pitboss.table.commands import TableCommand
from pitboss.table.refusals import TableRefused
from pitboss.table.state import Published, RoundState, TableState


def tell(event: e.AnyEvent, before: TableState | None, after: TableState) -> list[str]:
    """An event in sentences, with the table as it was before and as it is after it."""
    return list(_tell(event, before, after))


def refusal(command: TableCommand, actor: Actor, refused: TableRefused) -> list[str]:
    """What was asked for, and why it was refused."""
    return [
        f"✗ {actor.name} ({words(post_name(actor.post))}): {asked(command)}",
        f"refused, {refused.code}{clauses(refused.clauses)}: {refused.message}",
    ]


def asked(command: TableCommand) -> str:
    """A command with its fields: ``place-bet, box 1, bet ante, amount 25.00``."""
    words = [str(command.__struct_config__.tag)]
    for field in msgspec.structs.fields(command):
        value = getattr(command, field.name)
        left_out = value is None or value is False or value is msgspec.UNSET
        if not left_out and value != () and value != {}:
            name = field.encode_name
            words.append(name if value is True else f"{name} {_field(name, value)}")
    return ", ".join(words)


def _field(name: str, value: Any) -> str:
    match name:
        case "amount" | "progressive-bet":
            return money(value)
        case "cards" | "three" if isinstance(value, tuple):
            return cards(value)
        case "limits":
            return "; ".join(_limit(bet, limit.min, limit.max) for bet, limit in value.items())
        case "moves":
            return moves_text(value)
        case "should-be":
            return f"({asked(value)})"
        case "seed":
            return textwrap.shorten(value, 60, placeholder=" …") if " " in value else value[:60]
        case _:
            return plain(value)


# ── one sentence or more for each event ───────────────────────────────────────────────────────────


_SOURCES = {
    "virtual": "the system shuffles",
    "entered": "real cards, entered as they come",
    "shown": "real cards, entered as they are shown",
}


def _table_opened(event: e.TableOpened, after: TableState) -> list[str]:
    settings, book = event.settings, after.book
    dealing = book.dealing[settings.dealing]
    source = _SOURCES[settings.cards]
    words = [
        (
            f"{event.by.name} opens {event.table}: {book.title} ({book.operator}), version "
            f"{book.version}."
        ),
        (
            f"Layout {settings.layout}, {settings.boxes} boxes; "
            f"{_dealing(settings.dealing, dealing)}; {source}."
        ),
    ]
    shown = [_limit(bet, least, most) for bet, (least, most) in after.limits.items()]
    if settings.progressive_bet is not None:
        shown.append(f"progressive {money(settings.progressive_bet)}")
    return [*words, f"Shown at the table: {'; '.join(shown)}."]


def _limit(bet: str, least: int | None, most: int | None) -> str:
    ends = [f"from {money(least)}"] if least is not None else []
    ends += [f"up to {money(most)}"] if most is not None else []
    return f"{bet} {' '.join(ends) or 'without limits'}"


def _dealing(name: str, dealing: Dealing) -> str:
    how = "a card at a time" if dealing.cards == "one-by-one" else "whole hands"
    return f"dealing {name}, {how}{clauses((dealing.clause,))}"


_BettingEvent: TypeAlias = (
    e.TableClosed
    | e.ShuffleChainPublished
    | e.SeedCommitted
    | e.SeedOpened
    | e.ShuffleFixed
    | e.BettingOpened
    | e.SeedGiven
    | e.BetPlaced
    | e.OneHandTold
    | e.BetWithdrawn
    | e.BettingClosed
)
_PlayEvent: TypeAlias = (
    e.CardBurnt
    | e.CardsDealt
    | e.TurnedOver
    | e.HandExamined
    | e.Folded
    | e.Raised
    | e.Checked
    | e.HandSet
    | e.DecisionsEnded
    | e.DealEnded
    | e.HandShown
    | e.ShowDeclined
    | e.HandEstablished
    | e.JackpotClaimed
    | e.RoundSettled
    | e.RoundVoided
    | e.RoundConcluded
)


def _tell(event: e.AnyEvent, before: TableState | None, after: TableState) -> Iterator[str]:
    if isinstance(event, e.TableOpened):
        yield from _table_opened(event, after)
        return
    assert before is not None, "the first event of a table opens it"
    if isinstance(event, e.RulesTaken):
        # A table that was just opened has already said which text it plays by; only a new one is
        # news.
        if before.rules is not None:
            yield (
                f"{event.by.name} goes over to {after.book.title}, version {after.book.version} "
                f"({event.rulebook})."
            )
    elif isinstance(event, _BettingEvent):
        yield from _betting(event, before)
    elif isinstance(event, _PlayEvent):
        yield from _play(event, before, after)
    elif isinstance(event, CorrectionEvent):
        yield from tell_correction(event)
    else:
        yield from tell_incident(event, before)


def _betting(event: _BettingEvent, before: TableState) -> Iterator[str]:
    """The table closes; bets are placed and taken back."""
    conduct = before.book.conduct
    match event:
        case e.TableClosed():
            yield f"{event.by.name} closes the table{clauses(event.clauses)}."
        case e.BettingOpened():
            yield (
                f'"{conduct.announce_open}"{clauses((conduct.open_clause,))}: round {event.round}.'
            )
            if event.commitment is not None:
                yield "The shuffle's secret is kept; what is published now is its hash:"
                yield event.commitment
        case e.ShuffleChainPublished() | e.SeedCommitted() | e.SeedOpened() | e.ShuffleFixed():
            yield from _seeds(event)
        case e.SeedGiven():
            yield f"{event.player} gives a seed for the shuffle: {event.seed}"
        case e.BetPlaced():
            laid = f"{money(event.amount)} on {bet_label(before, event.bet)}, box {event.box}"
            if event.by.post is Post.PLAYER:
                yield f"{event.player} lays {laid}."
            else:
                power = before.book.powers.get("place-bets-for-a-player")
                cited = clauses(() if power is None else (power.clause,))
                yield f"{event.by.name} lays {laid}, for {event.player}{cited}."
        case e.OneHandTold():
            yield (
                f"{event.player} is told: "
                f'"{conduct.one_hand_notice}"{clauses((conduct.one_hand_clause,))}'
            )
        case e.BetWithdrawn():
            bet = bet_label(before, event.bet)
            yield f"{event.player} takes back {money(event.amount)} from {bet}, box {event.box}."
        case e.BettingClosed():
            yield f'"{conduct.announce_close}"{clauses((conduct.close_clause,))}.'
        case _:
            assert_never(event)


def _seeds(
    event: e.ShuffleChainPublished | e.SeedCommitted | e.SeedOpened | e.ShuffleFixed,
) -> Iterator[str]:
    """A shuffle of version 2, before its first card."""
    match event:
        case e.ShuffleChainPublished():
            chain = event.chain
            last = chain.first + chain.length - 1
            yield f"The secrets of rounds {chain.first} to {last} are fixed. Their chain ends in:"
            yield chain.end
        case e.SeedCommitted():
            yield f"{event.player} is bound to a seed: {event.commitment}"
        case e.SeedOpened():
            yield f"{event.player} opens the seed: {event.seed}"
        case e.ShuffleFixed():
            yield f"The shuffle is fixed, with the seeds of {', '.join(event.seeds) or 'nobody'}."
            if event.left_out:
                yield f"Not opened, and left out: {', '.join(event.left_out)}."


def _play(  # noqa: C901 - one case for each event
    event: _PlayEvent, before: TableState, after: TableState
) -> Iterator[str]:
    """Cards, decisions, settlement."""
    match event:
        case e.CardBurnt():
            yield (
                "A card is burnt."
                if event.card is None
                else f"A card is burnt: {cards((event.card,))}."
            )
        case e.CardsDealt():
            yield card_story.dealt(event)
        case e.TurnedOver():
            yield card_story.turned_over(event, round_of(after))
        case e.HandExamined():
            yield card_story.examined(event, before)
        case e.Folded():
            yield f"{player_of(before, event.box)} folds."
        case e.Raised():
            yield (
                f"{player_of(before, event.box)} places {bet_label(before, event.bet)} "
                f"{money(event.amount)}."
            )
        case e.Checked():
            yield f"{player_of(before, event.box)} checks."
        case e.HandSet():
            yield card_story.hand_set(event, before)
        case e.DealEnded():
            yield "No more cards are needed: the deal ends here."
        case e.DecisionsEnded():
            step = round_of(before).step
            asks = None if step is None else step.asks
            asked_any = any(asks in box.answered for box in round_of(before).boxes.values())
            yield "Everybody has decided." if asked_any else "There is nobody to ask."
        case e.HandShown():
            yield card_story.shown(event, before)
        case e.ShowDeclined():
            yield f"{player_of(before, event.box)} does not show the cards."
        case e.HandEstablished():
            bets = ", ".join(event.bets)
            seen = "" if isinstance(event.cards, UnsetType) else f": {cards(event.cards)}"
            yield f"{event.by.name} has looked at the cards of box {event.box}, for {bets}{seen}."
        case e.JackpotClaimed():
            for hand in event.hands:
                yield (
                    f"Box {hand.box} claims the jackpot with a {hand.hand}; it has to be verified."
                )
        case e.RoundSettled():
            yield from _settlement(event.settlement, event.record.outcome == "void")
        case e.RoundVoided():
            yield f"THE ROUND IS VOID{clauses(event.clauses)}."
        case e.RoundConcluded():
            yield from _concluded(round_of(before), after)
        case _:
            assert_never(event)


_OUTCOMES = {"win": "wins", "lose": "loses", "push": "pushes", "void": "goes back"}


def _settlement(settlement: WrittenSettlement, void: bool) -> Iterator[str]:
    dealer = settlement.dealer
    if dealer is None:
        yield "Settled: every bet goes back." if void else "Settled without the dealer's hand."
    else:
        does = {None: "", True: "; it qualifies", False: "; it does not qualify"}[dealer.qualifies]
        yield f"Settled. The dealer's hand: {_hand(dealer.hand)}{does}."
    for box in settlement.boxes:
        yield f"Box {box.box} ({box.player}): {_hand(box.hand)}; net {gain(box.net)}"
        for line in box.lines:
            yield f"  {line.bet:<11} {money(line.stake):>10}  {_line(line)}"
    jackpot = settlement.jackpot
    if jackpot is not msgspec.UNSET:
        for award in jackpot.awards:
            won = f"{money(award.amount)} to box {award.box} for a {words(award.hand)}"
            yield f"JACKPOT: {won}{clauses(award.clauses)}"
        if jackpot.awards:
            yield f"The jackpot goes from {money(jackpot.before)} to {money(jackpot.after)}."


def _hand(name: str | None) -> str:
    if name is None:
        return "no hand shown"
    return "no 3 card hand" if name == "none" else words(name)


def _line(line: WrittenLine) -> str:
    outcome = _OUTCOMES[line.result]
    if line.winnings != "0.00":
        outcome += f" {money(line.winnings)}"
    if line.row is not msgspec.UNSET:
        outcome += f" ({words(line.row)})"
    if line.result in ("win", "lose") and line.returned != "0.00":
        outcome += f", {money(line.returned)} back"
    return f"{outcome}{clauses(line.clauses)}"


def _concluded(round: RoundState, after: TableState) -> Iterator[str]:
    yield f"Round {round.id} is concluded."
    published = after.published
    if published is not None and published.round == round.id:
        yield from _published(published)


def _published(published: Published) -> Iterator[str]:
    yield "The secret of its shuffle is published:"
    yield published.secret.hex()


def balance(state: TableState) -> str:
    """Who is up and who is down: together with the house and the layout it sums to zero."""
    parts = [f"{player} {gain(amount)}" for player, amount in state.chips.items()]
    parts.append(f"house {gain(state.house)}")
    if state.on_layout:
        parts.append(f"on the layout {money(state.on_layout)}")
    rounds = f"{state.rounds} round{'' if state.rounds == 1 else 's'}"
    return f"{state.id}: {rounds}; {', '.join(parts)}"
