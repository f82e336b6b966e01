"""What a ruling orders, recomputed: exactly the events that must follow it in the same command, in
order.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from pitboss.audit.books.course_book import DECIDING, in_the_deal, is_compared, phase
from pitboss.audit.books.order_book import after_missed_burn, check_told, missed_at
from pitboss.audit.books.round_book import FOLDED, INVALID, LEFT, PROGRESSIVE, BoxBook, RoundBook
from pitboss.audit.report import Misfit
from pitboss.audit.ruling_tables import AuditedRuling
from pitboss.kernel.money import Cents
from pitboss.table import events as e

if TYPE_CHECKING:
    from pitboss.audit.books.table_book import TableBook

WITHDRAW, STAY = "withdraw", "stay"
DOWN = "progressive-system-down"
_ABOUT_CHIPS = {"over-maximum-bet", "under-minimum-bet", "wrong-raise", "progressive-without-ante"}
_OUT = (INVALID, FOLDED)

Owed = list[Any]
"""Events that must follow; a type if only the kind is certain."""


class _Case:
    """One ruling being carried out: on what, by whom."""

    def __init__(
        self,
        table: "TableBook",
        round: RoundBook,
        report: e.IncidentReported,
        ruling: AuditedRuling,
        decision: str | None,
        by: Any,
        facts: Mapping[str, Any],
    ) -> None:
        self.facts = facts
        self.table, self.round, self.report = table, round, report
        self.ruling, self.decision, self.by = ruling, decision, by
        self.incident = str(report.ruling.incident)
        self.box = None if report.box is None else round.boxes.get(report.box)
        self.player = "" if self.box is None else self.box.player
        if report.player is not UNSET:
            beside = () if self.box is None else self.box.beside.values()
            if not any(report.player in theirs for theirs in beside):
                raise Misfit("whose chips lie beside others'", report.box, report.player)
            self.player = report.player


def remedies(
    table: "TableBook",
    round: RoundBook,
    report: e.IncidentReported,
    ruling: AuditedRuling,
    decision: str | None,
    by: Any,
    facts: Mapping[str, Any],
) -> Owed:
    """The events that a ruling on these facts leads to."""
    case = _Case(table, round, report, ruling, decision, by, facts)
    owed: Owed = []
    if case.incident in _ABOUT_CHIPS and round.settled is not None:
        owed.append(e.SettlementSetAside(by))
    for effect in ruling.effects:
        owed += _EFFECTS[effect](case) if effect in _EFFECTS else ()
    if ruling.options and not any(isinstance(one, e.RoundVoided) for one in owed):
        boxes = _with_options(case)
        if boxes:
            owed.append(e.OptionsOffered(boxes, ruling.options, ruling.clauses))
    return owed


def in_play(table: "TableBook", round: RoundBook) -> tuple[int, ...]:
    """Boxes whose players still have a hand in the round."""
    return tuple(
        number
        for number, box in round.boxes.items()
        if in_the_deal(table, box) and box.hand not in (*_OUT, LEFT)
    )


def _with_options(case: _Case) -> tuple[int, ...]:
    """The boxes that may choose; none once the dealer's hand lies open."""
    if case.round.revealed:
        return ()
    playing = in_play(case.table, case.round)
    if case.ruling.options_for == "all":
        return playing
    gone = case.report.box if "invalidate-hand" in case.ruling.effects else None
    return tuple(one for one in case.report.boxes if one in playing and one != gone)


# ── hands ─────────────────────────────────────────────────────────────────────────────────────────


def _void(case: _Case) -> Owed:
    # The last clause on a failed jackpot is about later rounds.
    only_first = "choose-operation" in case.ruling.effects
    clauses = case.ruling.clauses[:1] if only_first else case.ruling.clauses
    return [e.RoundVoided(clauses, case.ruling.because)]


def _invalidate(case: _Case) -> Owed:
    if case.box is None:
        return []
    if case.incident == "player-absent":
        return [e.PlayerLeft(case.box.number)]
    return leave_round(case.round, case.box, case.ruling.clauses[:1], case.by)


def _left(case: _Case) -> Owed:
    return [] if case.box is None else [e.PlayerLeft(case.box.number)]


def _one_too_many(case: _Case, viewed_stay: bool) -> Owed:
    if case.box is None:
        return []
    player, round = case.box.player, case.round
    mine = [box for box in round.boxes.values() if box.player == player and box.hand != INVALID]
    if viewed_stay:
        virtual = case.table.settings is not None and case.table.settings.cards == "virtual"
        viewed = () if virtual else case.report.boxes
        dropped = [box for box in mine if not box.examined and box.number not in viewed]
    else:
        dropped = mine[1:]
    return [e.HandInvalidated(box.number, case.ruling.clauses) for box in dropped]


def leave_round(round: RoundBook, box: BoxBook, clauses: tuple[str, ...], by: Any) -> Owed:
    """A hand leaves the round; before any card its bets are simply withdrawn."""
    if round.closed:
        return [e.HandInvalidated(box.number, clauses)]
    return [
        e.BetWithdrawn(box.number, bet, Cents(part), player, by)
        for bet in box.bets
        for player, part in box.owners(bet)
    ]


def _offer_withdrawal(case: _Case) -> Owed:
    if case.round.asked and case.round.choices.all_or_none:
        return []
    return [_withdrawal(case, case.ruling.clauses)]


def _withdrawal(case: _Case, clauses: tuple[str, ...], but: int | None = None) -> e.OptionsOffered:
    """Lets everybody with chips on a hand take them back, on all boxes or all but one."""
    book, every = case.table.book, case.round.boxes.items()
    boxes = tuple(n for n, box in every if n != but and is_compared(book, box.hand))
    beside = tuple(
        (number, player)
        for number in boxes
        for player in dict.fromkeys(
            name for theirs in case.round.boxes[number].beside.values() for name in theirs
        )
    )
    return e.OptionsOffered(boxes, (WITHDRAW, STAY), clauses, but is None, beside or UNSET)


def _may_withdraw(case: _Case) -> Owed:
    """Nobody once the dealer's hand lies open; and whoever may withdraw already need not be allowed
    to.
    """
    if case.decision == "decline" or case.round.revealed or case.round.asked:
        return []
    offered = _withdrawal(case, case.ruling.clauses[-1:], case.report.box)
    return [offered] if offered.boxes else []


def _face_up(case: _Case) -> Owed:
    dealer = case.round.dealer
    return [e.FaceUpChosen(len(dealer) - 1)] if dealer else []


# ── chips ─────────────────────────────────────────────────────────────────────────────────────────


def _correct(case: _Case, rejects: bool) -> Owed:
    """Misplaced chips are entered as they were found."""
    box, bet, amount = case.box, case.report.bet, case.report.amount
    if box is None or bet is None or amount is None:
        return []
    settings = case.table.settings
    if settings is None:
        raise Misfit("a table with a round is open", "it is", "it is not")
    limit = settings.limits.get(bet)
    most = settings.progressive_bet if bet == PROGRESSIVE else None if limit is None else limit.max
    if (rejects or bet == PROGRESSIVE) and most is not None and amount > most:
        amount = most
    return [e.BetCorrected(box.number, bet, Cents(amount))] if amount != box.bets.get(bet) else []


def _return_bet(case: _Case) -> Owed:
    box, round = case.box, case.round
    if box is None:
        return []
    if case.report.bet == PROGRESSIVE and case.incident == "under-minimum-bet":
        return [e.BetReturned(box.number, PROGRESSIVE)] if PROGRESSIVE in box.bets else []
    if case.incident == "progressive-without-ante":
        return [e.BetReturned(box.number, bet) for bet in box.bets]
    if case.incident != "hand-not-confidential":
        return _correct(case, rejects=False)
    if case.decision != "bar-player" or round.revealed:
        return []
    return withdrawn_with(case.table, round, case.player, case.ruling.clauses, case.by)


def withdrawn_with(
    table: "TableBook", round: RoundBook, player: str, clauses: tuple[str, ...], by: Any
) -> Owed:
    """What a barred player gets back: every undecided wager."""
    return [
        *_withdraw_all(table, round, player, by, clauses, seated=True),
        *(
            e.BetReturned(one.number, PROGRESSIVE)
            for one in round.boxes.values()
            if one.player == player and one.hand == FOLDED and one.bets.get(PROGRESSIVE)
        ),
        *_withdraw_all(table, round, player, by, clauses, seated=False),
    ]


def _bar(case: _Case) -> Owed:
    if case.box is None or case.decision != "bar-player":
        return []
    return [e.PlayerBarred(case.player, case.by, case.ruling.clauses)]


def _registered(case: _Case) -> Owed:
    """A round without claims is paid on what was registered before the failure."""
    over = case.round.settled is not None or case.round.claimed
    return [] if over else [e.JackpotRegistered]


def _decided(case: _Case) -> Owed:
    """What the authority decided on a matter that the rules leave open."""
    round, ruling, decision = case.round, case.ruling, case.decision
    if decision == "void-round":
        why = f"The {ruling.authority} has voided the round."
        return [e.RoundVoided(ruling.clauses, why)]
    if decision == "return-progressive":
        boxes = round.boxes.items()
        return [e.BetReturned(n, PROGRESSIVE) for n, box in boxes if PROGRESSIVE in box.bets]
    owed: Owed = []
    if case.incident == DOWN:
        owed += _registered(case)
    if decision not in ("invalidate-hand", "bar-player") or case.box is None:
        return owed
    if decision == "invalidate-hand" or case.player == case.box.player:
        owed += leave_round(round, case.box, ruling.clauses, case.by)
    elif not round.revealed:
        owed += _withdraw_all(
            case.table, round, case.player, case.by, ruling.clauses, only=case.box.number
        )
    return owed + _bar(case)


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────


def _reconstruct(case: _Case) -> Owed:
    """Cards go back in order: whole hands, single cards as reported, or all after a missed burn."""
    report, round = case.report, case.round
    if report.moves:
        return [e.HandsMoved(report.moves)]
    if report.hands is not UNSET and report.hands:
        check_told(round, case.incident, report.box, report.hands)
        return [e.CardsMoved(dict(report.hands), tuple(round.burnt))]
    if case.incident != "burn-missed":
        return []
    moved = after_missed_burn(round, missed_at(case.table, round, case.facts))
    return [] if moved is None else [moved]


_EFFECTS = {
    "void-round": _void,
    "invalidate-hand": _invalidate,
    "invalidate-unviewed-hands": lambda case: _one_too_many(case, viewed_stay=True),
    "invalidate-later-hands": lambda case: _one_too_many(case, viewed_stay=False),
    "fold-hand": _left,
    "set-house-way": _left,
    "reconstruct": _reconstruct,
    "reject-excess": lambda case: _correct(case, rejects=True),
    "cap-at-maximum": lambda case: _correct(case, rejects=False),
    "return-excess": lambda case: _correct(case, rejects=False),
    "play-as-laid": lambda case: _correct(case, rejects=False),
    "increase-or-withdraw": lambda case: _correct(case, rejects=False),
    "return-bet": _return_bet,
    "offer-withdrawal": _offer_withdrawal,
    "may-withdraw": _may_withdraw,
    "use-as-face-up-card": _face_up,
    "pay-registered-jackpot": _registered,
    "choose-operation": lambda _: [e.OperationAwaited()],
    "may-bar-player": _bar,
    "refer": _decided,
}
"""What each effect orders; other effects change nothing at the table."""


# ── what players choose ───────────────────────────────────────────────────────────────────────────


def chosen(table: "TableBook", event: e.OptionChosen) -> Owed:
    """What a player's choice leads to, beginning with the choice itself."""
    round = table.round()
    choices, box = round.choices, round.box(event.box)
    options = choices.offered.get(event.box, ())
    player = box.player if event.player is UNSET else event.player
    if event.option not in options or round.waits is not None:
        raise Misfit("what players may choose", ", ".join(options), event.option)
    if event.by.post == 0 and event.by.name != player:
        raise Misfit("who chooses", player, event.by.name)
    if event.option == "return-and-invalidate":
        clauses = table.book.find("cites", "withdrawn-hand") or choices.clauses
        return [event, e.HandInvalidated(event.box, tuple(clauses))]
    owed: Owed = [event]
    if choices.all_or_none:
        owed = [
            e.OptionChosen(
                number,
                event.option,
                event.by,
                UNSET if round.box(number).player == player else player,
            )
            for number, names in choices.choosers.items()
            if number in choices.offered and number in round.boxes and player in names
        ]
    if event.option != WITHDRAW:
        return owed
    only = None if choices.all_or_none else box.number
    return owed + _withdraw_all(table, round, player, event.by, choices.clauses, only=only)


def on_chosen(table: "TableBook", event: e.OptionChosen) -> None:
    """A box that has chosen does not choose again."""
    round = table.round()
    choices = round.choices
    player = round.box(event.box).player if event.player is UNSET else event.player
    choosers = choices.choosers.get(event.box, ())
    if player not in choosers:
        raise Misfit("who may choose", ", ".join(choosers), player)
    left = tuple(name for name in choosers if name != player)
    if left:
        choices.choosers[event.box] = left
    else:
        choices.offered.pop(event.box, None)


def _withdraw_all(
    table: "TableBook",
    round: RoundBook,
    player: str,
    by: Any,
    clauses: tuple[str, ...],
    seated: bool | None = None,
    only: int | None = None,
) -> Owed:
    """Returns a player's wagers: all of them, those on boxes where he is or is not seated, or those
    on one box. A shared box plays on with the others' shares, unless its raise is his and it is too
    late for others to decide.
    """
    owed: Owed = []
    for box in round.boxes.values():
        shares = {bet: dict(box.owners(bet)) for bet in box.bets}
        mine = [bet for bet, theirs in shares.items() if player in theirs]
        if not mine or box.hand in _OUT or seated not in (None, box.player == player):
            continue
        if only not in (None, box.number):
            continue
        opening = shares.get(table.opening_wager, {})
        alone = list(opening) == [player]
        raised = any(table.book.find("wagers", bet, "kind") == "raise" for bet in mine)
        if round.closed and (alone or (raised and phase(round) != DECIDING)):
            owed.append(e.HandInvalidated(box.number, clauses))
        elif player in opening:
            owed += taken_off(box, table.opening_wager, player, by)
        else:
            owed += [
                e.BetWithdrawn(box.number, bet, Cents(shares[bet][player]), player, by)
                for bet in mine
            ]
    return owed


def taken_off(box: BoxBook, opening: str, player: str, by: Any) -> Owed:
    """A player's chips leave a box: without his share of the opening wager none may stay."""
    alone = list(dict(box.owners(opening))) == [player]
    return [
        e.BetWithdrawn(box.number, bet, Cents(part), who, by)
        for bet in box.bets
        for who, part in box.owners(bet)
        if alone or who == player
    ]
