"""What a command leads to: events, or a refusal. Pure: clock, randomness and jackpot come in
``given``.
"""

from collections.abc import Callable
from typing import Any

from pitboss.rulebook.authority import PLAYER, Actor, Post
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.shelf import RulebookError, Shelf, UnknownRulebook
from pitboss.table import betting, dealing, incidents, settlement
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import Decision, acting_player, refuse
from pitboss.table.cards import reveals
from pitboss.table.commands import Given
from pitboss.table.corrections import decisions as corrections
from pitboss.table.corrections.money import decide_money
from pitboss.table.evolve import evolve
from pitboss.table.opening import check_settings
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.shuffle import seeds
from pitboss.table.state import TableState

_shelf = Shelf()
_CHOICES = (c.ChooseOption, c.CloseOptions)
_ABOUT_PEOPLE = (c.HoldToOnePosition, c.StopPlayer, c.LiftOnePosition, c.LiftBar)
_CORRECTIONS = frozenset(
    (c.TakeBack, c.Correct, c.AllowCorrection, c.DropCorrection, c.DecideMoney)
)


def decide(
    state: TableState | None,
    command: c.AnyCommand,
    actor: Actor,
    given: Given,
    table: str = "table",
    shelf: Shelf = _shelf,
) -> Decision:
    """The events that a command leads to, or why it is refused; then nothing has changed.

    >>> decide(None, c.OpenBetting(), Actor(Post.DEALER, "dana"), Given(now_ms=1_000)).message
    'Open the table first.'
    >>> opening = c.OpenTable(
    ...     rulebook="rws-casino-stud-6",
    ...     layout="A",
    ...     boxes=6,
    ...     dealing="shoe",
    ...     cards="virtual",
    ...     limits={"ante": c.LimitSetting(2_500, 100_000)},
    ... )
    >>> (opened,) = decide(None, opening, Actor(Post.PIT_SUPERVISOR, "sam"), Given(now_ms=1_000))
    >>> type(opened).__name__
    'TableOpened'
    """
    if type(command) is c.OpenTable:
        return _open_table(state, command, actor, given, table, shelf)
    if state is None:
        return TableRefused(TableRefusal.NO_TABLE, "Open the table first.")
    if refused := _not_allowed(state, command, actor):
        return refused
    if type(command) in _CORRECTIONS and (state.open or isinstance(command, c.DecideMoney)):
        return seeds.locked(state, command) or _corrected(state, command, actor, given)
    if waiting := _waits(state, command):
        return _voided(state, command, actor, given) or waiting
    if not state.open:
        return TableRefused(TableRefusal.TABLE_CLOSED, "The table is closed.", state.closed_clauses)
    if shut := seeds.locked(state, command):
        return shut
    if given.rules is not None and given.rules != state.rules and state.round is None:
        assert isinstance(command, c.OpenBetting), "rules are given where a round is opened"
        return _by_new_rules(state, command, actor, given, shelf)
    return _DECIDE[type(command)](state, command, actor, given)


def _corrected(state: TableState, command: c.AnyCommand, actor: Actor, given: Given) -> Decision:
    """Corrections come before everything that the round is waiting for: that may be what is
    wrong.
    """
    match command:
        case c.TakeBack():
            return corrections.take_back(state, command, actor, given)
        case c.Correct():
            return corrections.correct(state, command, actor, given, decide)
        case c.AllowCorrection():
            return corrections.allow(state, command, actor, given, decide)
        case c.DropCorrection():
            return corrections.drop(state, command, actor, given)
        case _:
            assert isinstance(command, c.DecideMoney)
            return decide_money(state, command, actor, given)


def _waits(state: TableState, command: c.AnyCommand) -> TableRefused | None:
    """What must be decided or chosen before this command can be given."""
    round = state.round
    if state.asked is None and (round is None or (round.pending is None and not round.offered)):
        return None
    if state.asked is not None and isinstance(command, c.Conclude):
        message = (
            f"A correction by {state.asked.by.name} is waiting: approve or drop it before you "
            "conclude the round."
        )
        return TableRefused(TableRefusal.CORRECTION_PENDING, message)
    interrupted = (
        isinstance(command, c.Report) and command.incident == Incident.TECHNICAL_INTERRUPTION
    )
    if round is None or interrupted or isinstance(command, _ABOUT_PEOPLE):
        return None
    if round.pending is not None:
        if isinstance(command, c.Confirm):
            return None
        ruling = round.pending.ruling
        assert ruling.authority is not None, "only a ruling that needs an authority waits"
        who = _words(ruling.authority.least_post)
        message = f"The round is on hold until a {who} or above has ruled."
        return TableRefused(TableRefusal.RULING_PENDING, message, ruling.clauses)
    # A ruling that was waiting when the round was interrupted is confirmed before players choose.
    if round.offered and not isinstance(command, _CHOICES):
        boxes = ", ".join(str(number) for number in round.offered)
        return TableRefused(
            TableRefusal.OPTIONS_PENDING, f"Still to choose: box {boxes}.", round.offer_clauses
        )
    return None


def _voided(
    state: TableState, command: c.AnyCommand, actor: Actor, given: Given
) -> Decision | None:
    """An incident that voids the round comes before everything that is waiting in it, and ends it
    (Q-C30).
    """
    if not isinstance(command, c.Report):
        return None
    decided = incidents.report(state, command, actor, given)
    if isinstance(decided, TableRefused) or not any(
        isinstance(event, e.RoundVoided) for event in decided
    ):
        return None
    return decided


def _words(post: Post) -> str:
    return post.name.lower().replace("_", " ")


def _not_allowed(state: TableState, command: c.AnyCommand, actor: Actor) -> TableRefused | None:
    """Whether this person may ask for this at all, at any point of the round."""
    kind = type(command)
    if actor.post < LEAST_POST.get(kind, PLAYER):
        return refuse(state, TableRefusal.NOT_ALLOWED, f"A {_words(actor.post)} may not do that.")
    if (type(command) is c.PlaceBet or type(command) is c.WithdrawBet) and acting_player(
        actor, command.player
    ) is None:
        return refuse(
            state,
            TableRefusal.NOT_ALLOWED,
            "Say for which player (player); players act only for themselves.",
        )
    power = _POWER.get(kind)
    return None if power is None else _lacks_power(state, actor, power)


def _open_table(
    state: TableState | None,
    command: c.OpenTable,
    actor: Actor,
    given: Given,
    table: str,
    shelf: Shelf,
) -> Decision:
    if state is not None and state.open:
        return refuse(state, TableRefusal.TABLE_EXISTS, "The table is already open.")
    if actor.post < LEAST_POST[c.OpenTable]:
        return TableRefused(
            TableRefusal.NOT_ALLOWED, f"A {_words(actor.post)} may not open a table."
        )
    try:
        book = shelf.get(given.rules or command.rulebook)
    except (UnknownRulebook, RulebookError) as error:
        why = str(error)
        return TableRefused(TableRefusal.BAD_CONFIGURATION, f"{why[0].upper()}{why[1:]}.")
    problem = check_settings(book, command)
    if problem is not None:
        clauses = book.refusals.get(TableRefusal.BAD_CONFIGURATION.value, ())
        return TableRefused(TableRefusal.BAD_CONFIGURATION, problem, clauses)
    opened = e.TableOpened(table, command, actor)
    after = evolve(state, opened, shelf)
    if given.rules is None:
        return (opened, *betting.publish(after, given, actor))
    taken = e.RulesTaken(given.rules, actor)
    return (opened, taken, *betting.publish(evolve(after, taken, shelf), given, actor))


def _by_new_rules(
    state: TableState, command: c.OpenBetting, actor: Actor, given: Given, shelf: Shelf
) -> Decision:
    """Between two rounds a table switches to the text that is in force now."""
    assert given.rules is not None, "there are rules on record"
    taken = e.RulesTaken(given.rules, actor)
    after = evolve(state, taken, shelf)
    problem = check_settings(after.book, state.settings)
    if problem is not None:
        message = (
            f"{after.book.title}, version {after.book.version}, is now in force. {problem} "
            "Close the table and open it under the new rules."
        )
        return refuse(after, TableRefusal.BAD_CONFIGURATION, message)
    decided = _DECIDE[c.OpenBetting](after, command, actor, given)
    return decided if isinstance(decided, TableRefused) else (taken, *decided)


def _close_table(state: TableState, command: c.CloseTable, actor: Actor, given: Given) -> Decision:
    if state.round is not None:
        return refuse(
            state, TableRefusal.ROUND_IN_PROGRESS, "Conclude the round before you close the table."
        )
    if state.operation_awaited:
        message = (
            "The jackpot is down: the house must choose how to go on, and closing is one of the "
            "choices."
        )
        return refuse(state, TableRefusal.OPERATION_PENDING, message)
    return (e.TableClosed(actor),)


def _hold(state: TableState, command: c.HoldToOnePosition, actor: Actor, given: Given) -> Decision:
    return (e.PlayerHeldToOnePosition(command.player, actor),)


def _stop(state: TableState, command: c.StopPlayer, actor: Actor, given: Given) -> Decision:
    power = state.book.powers[_POWER[c.StopPlayer]]
    return (e.PlayerBarred(command.player, actor, (power.clause,)),)


def _lift_one_position(
    state: TableState, command: c.LiftOnePosition, actor: Actor, given: Given
) -> Decision:
    if command.player not in state.one_position:
        message = f"{command.player} is not held to one position."
        return refuse(state, TableRefusal.NOTHING_PENDING, message)
    return (e.OnePositionLifted(command.player, actor),)


def _lift_bar(state: TableState, command: c.LiftBar, actor: Actor, given: Given) -> Decision:
    if command.player not in state.barred_players:
        message = f"{command.player} has not been barred or stopped."
        return refuse(state, TableRefusal.NOTHING_PENDING, message)
    return (e.BarLifted(command.player, actor),)


def _lacks_power(state: TableState, actor: Actor, name: str) -> TableRefused | None:
    power = state.book.powers.get(name)
    if power is None:
        return refuse(
            state, TableRefusal.NOT_ALLOWED, f"{state.book.title} gives nobody that power."
        )
    if not power.held_by(actor.post):
        message = f"This needs a {_words(power.authority.least_post)} or above."
        return TableRefused(TableRefusal.NOT_ALLOWED, message, (power.clause,))
    return None


def _choose_operation(
    state: TableState, command: c.ChooseOperation, actor: Actor, given: Given
) -> Decision:
    down = given.link is not None and given.link.down
    if not down and not state.operation_awaited and state.notice is None and not state.barred_boxes:
        return refuse(
            state,
            TableRefusal.NOTHING_PENDING,
            "The jackpot is in service; there is nothing to choose.",
        )
    operation = state.book.operations.get(command.operation)
    if operation is None:
        return refuse(
            state, TableRefusal.NO_SUCH_OPTION, f"Choose one of {', '.join(state.book.operations)}."
        )
    if command.operation == "close-table" and state.round is not None:
        return refuse(
            state,
            TableRefusal.ROUND_IN_PROGRESS,
            "Conclude the round before you close the table.",
        )
    if command.operation == "bar-box" and not 1 <= (command.box or 0) <= state.settings.boxes:
        return refuse(
            state, TableRefusal.NO_SUCH_BOX, f"Say which box, from 1 to {state.settings.boxes}."
        )
    box = command.box if command.operation == "bar-box" else None
    return (e.OperationChosen(command.operation, actor, box, operation.notice),)


def _restore(
    state: TableState, command: c.RestoreProgressive, actor: Actor, given: Given
) -> Decision:
    if state.notice is None and not state.barred_boxes and not state.operation_awaited:
        return refuse(
            state, TableRefusal.NOTHING_PENDING, "The progressive jackpot is already in service."
        )
    if state.round is not None:
        return refuse(
            state,
            TableRefusal.ROUND_IN_PROGRESS,
            "Conclude the round first: the jackpot comes back between rounds.",
        )
    if given.link is not None and given.link.down:
        return refuse(
            state, TableRefusal.LINK_DOWN, "The jackpot link is still down; restore the link first."
        )
    return (e.ProgressiveRestored(actor),)


LEAST_POST: dict[type[c.TableCommand], Post] = {
    c.OpenTable: Post.PIT_SUPERVISOR,
    c.CloseTable: Post.PIT_SUPERVISOR,
    c.RestoreProgressive: Post.SHIFT_MANAGER,
    c.LiftBar: Post.SHIFT_MANAGER,
    c.OpenBetting: Post.DEALER,
    c.CloseBetting: Post.DEALER,
    c.Deal: Post.DEALER,
    c.ShowHand: Post.DEALER,
    c.EstablishHand: Post.PIT_SUPERVISOR,
    c.Settle: Post.DEALER,
    c.Conclude: Post.DEALER,
    c.Report: Post.DEALER,
    c.Confirm: Post.DEALER,
    c.CloseOptions: Post.DEALER,
    c.ChooseOperation: Post.DEALER,
    c.HoldToOnePosition: Post.DEALER,
    c.StopPlayer: Post.DEALER,
    c.LiftOnePosition: Post.DEALER,
    c.TakeBack: Post.DEALER,
    c.Correct: Post.DEALER,
    c.AllowCorrection: Post.PIT_SUPERVISOR,
    c.DropCorrection: Post.DEALER,
    c.DecideMoney: Post.SHIFT_MANAGER,
}
"""Who may ask for what; players may ask for everything else too."""

_POWER: dict[type[c.TableCommand], str] = {
    c.HoldToOnePosition: "hold-to-one-position",
    c.LiftOnePosition: "hold-to-one-position",
    c.StopPlayer: "stop-control-of-several-hands",
    c.ChooseOperation: "choose-operation",
}
"""The power in the rulebook that a command uses."""

_DECIDE: dict[type[c.TableCommand], Callable[[TableState, Any, Actor, Given], Decision]] = {
    c.CloseTable: _close_table,
    c.HoldToOnePosition: _hold,
    c.StopPlayer: _stop,
    c.LiftOnePosition: _lift_one_position,
    c.LiftBar: _lift_bar,
    c.RestoreProgressive: _restore,
    c.OpenBetting: betting.open_betting,
    c.GiveSeed: betting.give_seed,
    c.CommitSeed: seeds.commit_seed,
    c.OpenSeed: seeds.open_seed,
    c.PlaceBet: betting.place_bet,
    c.WithdrawBet: betting.withdraw_bet,
    c.CloseBetting: betting.close_betting,
    c.Deal: seeds.deal,
    c.Examine: dealing.examine,
    c.Fold: dealing.fold_hand,
    c.Raise: dealing.raise_bet,
    c.Check: dealing.check,
    c.SetHand: dealing.set_hand,
    c.ShowHand: reveals.show_hand,
    c.DeclineToShow: reveals.decline_to_show,
    c.EstablishHand: reveals.establish_hand,
    c.Settle: settlement.settle,
    c.Conclude: settlement.conclude,
    c.Report: incidents.report,
    c.Confirm: incidents.confirm,
    c.ChooseOption: incidents.choose_option,
    c.CloseOptions: incidents.close_options,
    c.ChooseOperation: _choose_operation,
}
