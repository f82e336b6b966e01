"""Segregation of duties: who did what in a round, and that nobody did alone what takes two.

Whoever dealt, bet or decided for somebody, established a hand or settled in a round, or plays in
it, may approve nothing in it. Once the house's controls are on record, he may not judge its claims
or confirm its rulings either, whoever acts must hold the post he acts in, and what needs an
approval must have one of the right kind.
"""

from typing import Any, NamedTuple

from pitboss.audit.books.claim_book import ClaimBook
from pitboss.audit.books.past_deeds import PastDeeds
from pitboss.audit.books.people_book import PROGRAM, PeopleBook
from pitboss.audit.books.round_deeds import ACTS, RoundDeeds
from pitboss.audit.books.table_book import TableBook
from pitboss.audit.books.win_book import most_won, most_won_unverified
from pitboss.audit.report import Misfit, fits
from pitboss.casino.approvals import ApprovalAsked, ApprovalGiven, FirstApproval
from pitboss.casino.operations import ControlsInForce
from pitboss.jackpot import events as le
from pitboss.table import events as te
from pitboss.table.corrections.events import (
    CorrectionAsked,
    EntryTakenBack,
    MoneyDecided,
    RoundCorrected,
)

PITBOSS = "pitboss"
"""Pitboss itself does not count as a person."""

_SAID = (te.IncidentReported, te.RulingConfirmed, te.OptionChosen)
_VOIDED = (te.RoundVoided, te.HandInvalidated)
_STAKED = (te.BetCorrected, te.BetReturned, te.BetWithdrawn)
_BY_PERSONS = (
    te.RulingConfirmed,
    RoundCorrected,
    CorrectionAsked,
    MoneyDecided,
    le.LinkOpened,
    le.ParametersProposed,
    le.ParametersApproved,
    le.CorrectionProposed,
    le.LinkCorrected,
    le.ClaimsOrdered,
    le.ClaimVerified,
    le.DeclineRecorded,
    le.ClaimDeclined,
)
"""Events that take a person's word; no program may give it."""

_REWINDS = (EntryTakenBack, RoundCorrected)
_NAMES_TWO = ("void", "stake", "payout")
_JUDGED = (le.ClaimVerified, le.DeclineRecorded, le.ClaimDeclined)


class _Deed(NamedTuple):
    """Something that takes a second person: the kind of approval, what it is, and who did it."""

    kind: str
    what: str
    by: str


class DeedBook:
    """The rounds in progress, by table, and the current command."""

    def __init__(self, people: PeopleBook, past: PastDeeds) -> None:
        self._people = people
        self._past = past
        self.rounds: dict[str, RoundDeeds] = {}
        self.claims: dict[str, str] = {}
        # By table: whether betting was closed before the command, and its events.
        self.happened: dict[str, tuple[bool, list[Any]]] = {}
        self._won: tuple[str, int] = ("", 0)
        self._at_ms = 0

    @property
    def controls(self) -> ControlsInForce | None:
        return self._people.controls

    # ── tables ────────────────────────────────────────────────────────────────────────────────────

    def take_at_table(self, table: TableBook, event: Any, at_ms: int, begins: bool) -> None:
        """Takes one event that a table has entered; ``begins``: it is the first of its command."""
        name, kind = table.name, type(event)
        if kind is te.BettingOpened:
            self.rounds[name] = RoundDeeds()
        round = self.rounds.get(name)
        if self._people.controls is None and not self.happened:
            # Without controls, only a correction needs a second person.
            if not begins or kind is not RoundCorrected:
                if round is not None:
                    self._note(round, table, event, False)
                return
        self._at_ms = at_ms
        entry, first = self.happened.get(name), event
        if entry is None:
            self.happened[name] = (round is not None and round.closed, [event])
        else:
            entry[1].append(event)
            first = entry[1][0]
        again = type(first) is RoundCorrected
        if self._people.strict and (not again or event is first):
            self._check_actors(event, at_ms, name)
            if isinstance(event, te.BetPlaced) and event.by.post > 0:
                self._check_player(table, event, at_ms)
            if isinstance(event, MoneyDecided) and self._second_edition:
                self._check_payee(table, event, at_ms)
        if round is not None:
            self._note(round, table, event, again)

    def _note(self, round: RoundDeeds, table: TableBook, event: Any, again: bool) -> None:
        """Notes who did what in a round."""
        kind = type(event)
        if kind in ACTS:
            if (by := event.by) and by.post > 0:
                round.acted.add(by.name)
            if kind is te.BetPlaced:
                round.players.add(event.player)
            elif kind is te.BettingClosed:
                round.closed = True
            elif kind is te.RoundSettled and self._is_unread(table):
                edition = 1 if self.controls is None else self.controls.edition
                most = most_won_unverified if edition >= 2 else most_won
                self._won = most(table.round(), event)
        elif kind is te.IncidentReported:
            round.reporter, round.ruler = event.by, None
        elif kind is te.RulingConfirmed:
            round.ruler = event.by
            if not again and self.controls is not None:
                self._check_part(round, event.by.name, "who rules")
        elif kind is te.OptionsOffered:
            round.offered_by = [one for one in (round.reporter, round.ruler) if one]
            round.all_offered_by += round.offered_by
        elif kind in _REWINDS:
            # The offer in force may now be an earlier one.
            round.offered_by = round.all_offered_by
        elif kind is te.RoundConcluded:
            del self.rounds[table.name]
            self.forget(table.name)

    def forget(self, table: str) -> None:
        """Forgets a finished round: nobody judges its claims any more."""
        if self.claims:
            self.claims = {claim: at for claim, at in self.claims.items() if at != table}

    def _is_unread(self, table: TableBook) -> bool:
        """Whether no device reads the cards of a table."""
        controls, settings = self.controls, table.settings
        if controls is None or settings is None:
            return False
        return settings.cards == "shown" or (
            settings.cards == "entered" and controls.entered_by_hand
        )

    def _check_actors(self, event: Any, at_ms: int, table: str | None) -> None:
        """Checks that everybody an event names holds the post it states."""
        for field in ("by", "asked_by", "approved_by", "proposed_by"):
            by = getattr(event, field, None)
            if not by:
                continue
            own = isinstance(event, te.IncidentReported) and by.name == PITBOSS
            if isinstance(event, _BY_PERSONS):
                self._people.check_person(by.name, f"who decided ({type(event).__name__})")
            if not own or event.ruling.incident != "technical-interruption":
                self._people.check_actor(by, at_ms, table)

    def _check_player(self, table: TableBook, event: te.BetPlaced, at_ms: int) -> None:
        """Checks for whom staff bet. With real cards, chips on a box need no name."""
        real = table.settings is not None and table.settings.cards != "virtual"
        known = event.player in self._people.accounts
        if not real or known or event.player != f"Box {event.box}":
            self._people.check_player(event.player, table.name, at_ms)

    def _check_payee(self, table: TableBook, event: MoneyDecided, at_ms: int) -> None:
        """Checks that money moved after a round concerns players, never staff."""
        real = table.settings is not None and table.settings.cards != "virtual"
        boxes = 0 if table.settings is None else table.settings.boxes
        unnamed = {f"Box {number}" for number in range(1, boxes + 1)} if real else set()
        for name in (event.payer, event.payee):
            if name is not None and name not in unnamed - self._people.accounts.keys():
                self._people.check_player(name, table.name, at_ms)

    # ── links and approvals ───────────────────────────────────────────────────────────────────────

    def take_on_link(self, event: Any, at_ms: int, claims: ClaimBook) -> None:
        """Takes one event of a link, already entered there."""
        if isinstance(event, le.ClaimRaised):
            self.claims[event.claim] = event.table
            return
        if self.controls is None:
            return
        if self._people.strict:
            self._check_actors(event, at_ms, None)
        if isinstance(event, le.LinkOpened | le.ParametersProposed):
            verifiers = event.parameters.verifiers
            if verifiers < self.controls.verifiers:
                raise Misfit("how many verify a claim", self.controls.verifiers, verifiers)
        if isinstance(event, _JUDGED):
            self._people.check_age(event.by.name, at_ms)
            self._people.check_factor(event.by.name, at_ms)
            round = self.rounds.get(self.claims.get(event.claim, ""))
            if round is not None:
                self._check_part(round, event.by.name, f"who judges claim {event.claim}")
        elif isinstance(event, le.ClaimsOrdered):
            self._take_order(event, claims)
        elif isinstance(event, le.ParametersApproved | le.LinkCorrected):
            by = event.by if isinstance(event, le.ParametersApproved) else event.approved_by
            self._people.check_age(by.name, at_ms)
            self._people.check_factor(by.name, at_ms)
        elif isinstance(event, le.LinkOpened):
            self.happened.setdefault("", (False, []))[1].append(event)

    def _take_order(self, event: le.ClaimsOrdered, claims: ClaimBook) -> None:
        """Notes who decided the order of claims, and whether it departs from the record."""
        edition = 1 if self.controls is None else self.controls.edition
        for round in filter(None, map(self.rounds.get, event.tables if edition >= 4 else ())):
            self._check_part(round, event.by.name, "who says in which order claims are paid")
        if self._edition >= 5 and claims.is_out_of_time():
            self.happened.setdefault("", (False, []))[1].append(event)

    def take_approval(self, event: Any) -> None:
        """Takes one event of the approvals stream."""
        controls = self.controls
        if controls is None:
            return
        table = None
        if isinstance(event, ApprovalAsked):
            least = getattr(controls, event.kind.replace("-", "_"))
            fits(f"who approves {event.kind} at least", least, event.least)
            table = event.target.removeprefix("table/")
        elif isinstance(event, ApprovalGiven | FirstApproval):
            self._people.check_age(event.by.name, event.at_ms)
            self._people.check_proof(event.by.name, event.how.value)
            self._people.check_factor(event.by.name, event.at_ms)
        if self._people.strict:
            self._people.check_person(event.by.name, "who asks for an approval, or gives it")
            self._people.check_actor(event.by, event.at_ms, table)

    @staticmethod
    def _check_part(round: RoundDeeds, person: str, what: str) -> None:
        if round.has_part(person):
            raise Misfit(what, "somebody who neither acted nor plays in the round", person)

    # ── when a command is over ────────────────────────────────────────────────────────────────────

    def end_command(self, given: ApprovalGiven | None, first: str | None = None) -> None:
        """Checks that a command has the second person it needs. ``first``: the first of two
        approvers, if any.
        """
        events, won = self.happened, self._won
        self.happened, self._won = {}, ("", 0)
        if given is not None:
            round = self.rounds.get(given.target.removeprefix("table/"))
            if round is not None:
                self._check_part(round, given.by.name, "who approves")
                if first is not None:
                    self._check_part(round, first, "who approves")
            if first is None and self._second_edition and given.kind in _NAMES_TWO:
                self._check_person(given)
        controlled = self._people.controls is not None
        for table, (closed, happened) in events.items():
            if given is not None and self._edition >= 6 and type(happened[0]) is MoneyDecided:
                for name in filter(None, (first, given.by.name)):
                    self._past.check(happened[0].round, name, "who approves money")
            if controlled:
                deed = self._deed(table, happened, closed, won)
                if deed is not None and (given is None or given.kind != deed.kind):
                    raise Misfit(deed.what, f"an approval ({deed.kind})", deed.by)
            if type(happened[0]) is RoundCorrected:
                self._note_corrected(table, happened[0], given)
            elif (round := self.rounds.get(table)) is not None and self._edition >= 6:
                self._check_undone(round, happened, closed, given)

    def _check_undone(
        self, round: RoundDeeds, events: list[Any], closed: bool, given: ApprovalGiven | None
    ) -> None:
        """Checks that one person does not take back what two decided."""
        first, undo = events[0], round.undo
        if isinstance(first, EntryTakenBack):
            if undo is not None and getattr(self.controls, undo) is not None and first.by.post > 0:
                if given is None or given.kind != undo:
                    what = "what two have decided is taken back by two"
                    raise Misfit(what, f"an approval ({undo})", first.by.name)
            round.undo = None
        elif not isinstance(first, MoneyDecided | CorrectionAsked):
            void = any(isinstance(one, _VOIDED) for one in events)
            left = isinstance(first, _SAID[:2]) and self._leaves_void(first, events)
            stake = closed and any(isinstance(one, _STAKED) for one in events)
            round.undo = "void" if void or left else "stake" if stake else None

    @property
    def _edition(self) -> int:
        """The edition of the controls in force; 0 in a demonstration."""
        return self.controls.edition if self._people.strict and self.controls is not None else 0

    @property
    def _second_edition(self) -> bool:
        return self._edition >= 2

    def _check_person(self, given: ApprovalGiven) -> None:
        """Nobody knows who stood at a console, so what it asks for needs two names."""
        if self._people.is_device(given.asked_by.name):
            who = f"{given.asked_by.name} and {given.by.name}"
            raise Misfit("who answers for what a console asks for", "two persons", who)

    def _note_corrected(
        self, table: str, event: RoundCorrected, given: ApprovalGiven | None
    ) -> None:
        """Notes that whoever corrects a round, or approves that, has acted in it."""
        second = event.approved_by
        if given is not None and second is not None:
            fits("who approved a correction", given.by.name, second.name)
        names = {event.asked_by.name} | (set() if second is None else {second.name})
        self.rounds[table].acted |= names

    def _deed(
        self, table: str, events: list[Any], was_closed: bool, won: tuple[str, int]
    ) -> _Deed | None:
        """The part of a command that takes a second person's approval."""
        controls, first = self.controls, events[0]
        if controls is None:
            raise Misfit("controls are in force", "it is", "it is not")
        if isinstance(first, le.LinkOpened):
            link = _Deed("link", "a link is opened by two persons", first.by.name)
            return None if controls.link is None else link
        if isinstance(first, RoundCorrected):
            alone = controls.stake is not None and first.approved_by is None
            what = "a correction has a second person"
            return _Deed("stake", what, first.asked_by.name) if alone else None
        payout = controls.payout is not None
        if isinstance(first, le.ClaimsOrdered):
            what = "claims paid in another order than hands were dealt have a second person"
            return _Deed("payout", what, first.by.name) if payout else None
        if isinstance(first, MoneyDecided):
            most = controls.money_above if controls.edition >= 2 else controls.payout_above
            what = "money decided has a second person"
            return _Deed("payout", what, first.by.name) if payout and first.amount > most else None
        settled = next((one for one in events if isinstance(one, te.RoundSettled)), None)
        if settled is not None:
            large = payout and won[1] > controls.payout_above
            what = f"a win of {won[1]} cents of {won[0]} where no device reads has a second person"
            return _Deed("payout", what, settled.by.name if settled.by else "") if large else None
        return self._ruled(table, events, was_closed, controls)

    def _ruled(
        self, table: str, events: list[Any], was_closed: bool, controls: ControlsInForce
    ) -> _Deed | None:
        ruling = next((one for one in events if isinstance(one, _SAID)), None)
        chosen = isinstance(ruling, te.OptionChosen)
        if ruling is None or (chosen and (self._edition < 5 or ruling.by.post == 0)):
            return None
        if self._is_second(table, ruling):
            return None
        if any(isinstance(one, _VOIDED) for one in events) or self._leaves_void(ruling, events):
            void = _Deed("void", "a void round or hand has a second person", ruling.by.name)
            return None if controls.void is None else void
        if not was_closed or not any(isinstance(one, _STAKED) for one in events):
            return None
        what = "a stake changed after the close has a second person"
        return None if controls.stake is None else _Deed("stake", what, ruling.by.name)

    def _leaves_void(self, ruling: Any, events: list[Any]) -> bool:
        """Whether a player is reported to have left the table, so that his bets go back to him."""
        left = any(isinstance(one, te.PlayerLeft) for one in events)
        return left and self._edition >= 5 and "invalidate-hand" in ruling.ruling.effects

    def _is_second(self, table: str, ruling: Any) -> bool:
        """Whether Pitboss itself reports, as at start-up, or somebody rules on another's report, or
        enters a choice that another offered the players.
        """
        if isinstance(ruling, te.IncidentReported):
            interrupted = ruling.ruling.incident == "technical-interruption"
            return interrupted and ruling.by.name == PITBOSS
        round = self.rounds.get(table)
        before = [] if round is None else [round.reporter]
        judges = [ruling.by]
        if round is not None and isinstance(ruling, te.OptionChosen):
            before = round.offered_by
            judges += before
        persons = {one.name for one in (*before, ruling.by) if one and self._is_person(one.name)}
        if len(persons) < 2:
            return False
        return self._edition < 5 or any(
            one.name in persons
            and one.post >= 2
            and not self._people.is_too_new(one.name, self._at_ms)
            for one in judges
        )

    def _is_person(self, name: str) -> bool:
        """Programs and Pitboss are not persons; since the second edition, consoles are not
        either.
        """
        if name == PITBOSS or name.startswith(PROGRAM):
            return False
        return not (self._second_edition and self._people.is_device(name))
