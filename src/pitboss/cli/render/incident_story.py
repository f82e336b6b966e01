"""What went wrong at a table, what was ruled, and what came of it, in sentences."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from pitboss.cli.render.wording import (
    bet_label,
    cards,
    clauses,
    money,
    moves_text,
    plain,
    player_of,
    post_name,
    round_of,
    ruling_text,
    words,
)
from pitboss.table import events as e
from pitboss.table.state import TableState

IncidentEvent: TypeAlias = (
    e.IncidentReported
    | e.RulingConfirmed
    | e.BetCorrected
    | e.BetReturned
    | e.HandInvalidated
    | e.PlayerLeft
    | e.OptionsOffered
    | e.OptionChosen
    | e.OptionsClosed
    | e.HandsMoved
    | e.CardsMoved
    | e.FaceUpChosen
    | e.JackpotRegistered
    | e.OperationAwaited
    | e.OperationChosen
    | e.ProgressiveRestored
    | e.PlayerBarred
    | e.PlayerHeldToOnePosition
    | e.OnePositionLifted
    | e.BarLifted
    | e.SettlementSetAside
)


def tell_incident(  # noqa: C901 - one case for each event
    event: IncidentEvent, before: TableState
) -> Iterator[str]:
    """What went wrong, what was ruled, and what came of it."""
    match event:
        case e.IncidentReported():
            yield from _reported(event)
        case e.RulingConfirmed():
            decision = event.decision or "as ruled"
            yield f"{event.by.name} ({words(post_name(event.by.post))}) decides: {decision}."
            pending = round_of(before).pending
            if pending is None or pending.ruling != event.ruling:
                yield ruling_text(event.ruling)
        case e.BetCorrected():
            laid = f"{money(event.amount)} on {bet_label(before, event.bet)}"
            yield f"What lies on box {event.box} is entered: {laid}."
        case e.BetReturned():
            yield f"{player_of(before, event.box)} gets {bet_label(before, event.bet)} back."
        case e.HandInvalidated():
            yield (
                f"{player_of(before, event.box)} leaves the round{clauses(event.clauses)}; "
                "its bets go back."
            )
        case e.PlayerLeft():
            yield f"{player_of(before, event.box)} has left with a decision open."
        case e.OptionsOffered():
            boxes = ", ".join(str(number) for number in event.boxes)
            yield (
                f"{'Boxes' if len(event.boxes) > 1 else 'Box'} {boxes} may choose: "
                f"{' or '.join(event.options)}."
            )
        case e.OptionChosen():
            yield _chosen(event, before)
        case e.OptionsClosed():
            yield "Whoever has not chosen goes on."
        case e.HandsMoved():
            yield f"Whole hands are moved: {moves_text(event.moves)}."
        case e.CardsMoved():
            yield from _moved(event)
        case e.FaceUpChosen():
            yield (
                "The dealer's face-up card is now "
                f"{cards(round_of(before).dealer[event.nth : event.nth + 1])}."
            )
        case e.JackpotRegistered():
            at = "no value" if event.jackpot is None else money(event.jackpot.displayed)
            yield f"The round is paid on the jackpot registered before the failure: {at}."
        case e.OperationAwaited():
            yield "Before the next round the house says how to go on without the jackpot."
        case e.OperationChosen():
            where = "" if event.box is None else f", box {event.box}"
            cited = clauses((before.book.operations[event.operation].clause,))
            yield f"{event.by.name} chooses: {event.operation}{where}{cited}."
            if event.notice is not None:
                yield f'Notice: "{event.notice}"'
        case e.ProgressiveRestored():
            yield f"{event.by.name} restores the jackpot: progressive bets are taken again."
        case e.PlayerBarred():
            yield f"{event.by.name} bars {event.player} from further play{clauses(event.clauses)}."
        case e.PlayerHeldToOnePosition():
            yield f"{event.by.name} holds {event.player} to one position."
        case e.OnePositionLifted():
            yield f"{event.by.name} lets {event.player} bet on several positions again."
        case e.BarLifted():
            yield f"{event.by.name} lets {event.player} bet again."
        case e.SettlementSetAside():
            yield "What was worked out is set aside: the round is settled again."
        case _:
            assert_never(event)


def _chosen(event: e.OptionChosen, before: TableState) -> str:
    seated = player_of(before, event.box)
    who = f"{event.player} on box {event.box}" if event.player else seated
    return f"{who} chooses: {event.option}."


def _moved(event: e.CardsMoved) -> Iterator[str]:
    yield "Cards go back to their intended order:"
    for place, held in event.places.items():
        where = f"box {place}" if place.isdecimal() else f"the {place}"
        known = [card for card in held if card is not None]
        unread = len(held) - len(known)
        has = [*([cards(known)] if known else ()), *([f"{unread} unread"] if unread else ())]
        yield f"  {where} has {' and '.join(has)}."
    match event.one_more:
        case None:
            return
        case "burn":
            yield "  The next card is burnt."
        case place:
            yield f"  {f'box {place}' if place.isdecimal() else f'the {place}'} gets the next card."


def _reported(event: e.IncidentReported) -> Iterator[str]:
    facts = ", ".join(f"{name} {plain(value)}" for name, value in event.facts.items())
    about = f" of {event.player}" if event.player else ""
    about += "" if event.box is None else f" on box {event.box}"
    yield f"{event.by.name} reports {event.ruling.incident}{about}{f' ({facts})' if facts else ''}."
    if isinstance(event.description, str):
        yield f"“{event.description}”"
    yield ruling_text(event.ruling)
    if event.waits:
        assert event.ruling.authority is not None, "only a ruling that needs an authority waits"
        post = words(post_name(event.ruling.authority.least_post))
        yield f"The round is on hold until a {post} or above has ruled."
