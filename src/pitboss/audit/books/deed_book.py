"""Who did what in a round, and that nobody did alone what the house wants two persons for.

Whoever dealt, bet or decided for somebody, established a hand or settled in a round, or plays in
it, approves nothing of it. From when the house's controls are on record he judges no claim and
confirms no ruling of it either, and what needs an approval has one.
"""

from typing import Any

from pitboss.audit.report import Misfit
from pitboss.casino.approvals import ApprovalGiven
from pitboss.casino.operations import ControlsInForce
from pitboss.jackpot import events as le
from pitboss.table import events as te
from pitboss.table.corrections.events import RoundCorrected

PITBOSS = "pitboss"
"""Pitboss itself is nobody."""

_ACTS = frozenset(
    (
        te.BettingOpened,
        te.BetPlaced,
        te.BetWithdrawn,
        te.BettingClosed,
        te.CardBurnt,
        te.CardsDealt,
        te.TurnedOver,
        te.Folded,
        te.Raised,
        te.Checked,
        te.HandSet,
        te.HandShown,
        te.ShowDeclined,
        te.HandEstablished,
        te.OptionChosen,
        te.JackpotClaimed,
        te.RoundSettled,
    )
)
_VOIDED = (te.RoundVoided, te.HandInvalidated)
_STAKED = (te.BetCorrected, te.BetReturned, te.BetWithdrawn)
_JUDGED = (le.ClaimVerified, le.DeclineRecorded, le.ClaimDeclined)


class RoundDeeds:
    """The deeds in the round that is on at a table."""

    def __init__(self) -> None:
        self.acted: set[str] = set()
        self.players: set[str] = set()
        self.closed = False
        self.reporter: str | None = None

    def has_part(self, person: str) -> bool:
        return person in self.acted or person in self.players


class DeedBook:
    """The rounds that are on, by table, and the command that is being read."""

    def __init__(self) -> None:
        self.controls: ControlsInForce | None = None
        self._rounds: dict[str, RoundDeeds] = {}
        self._claims: dict[str, str] = {}
        self._events: dict[str, list[Any]] = {}
        self._closed: dict[str, bool] = {}

    def take_at_table(self, table: str, event: Any) -> None:
        """Follows one event of a table."""
        if isinstance(event, te.BettingOpened):
            self._rounds[table] = RoundDeeds()
        round = self._rounds.get(table)
        if round is None:
            return
        self._closed.setdefault(table, round.closed)
        self._events.setdefault(table, []).append(event)
        if not isinstance(self._events[table][0], RoundCorrected):
            self._check_ruling(round, event)
        if type(event) in _ACTS and event.by and event.by.post > 0:
            round.acted.add(event.by.name)
        match event:
            case te.BetPlaced():
                round.players.add(event.player)
            case te.BettingClosed():
                round.closed = True
            case te.IncidentReported():
                round.reporter = event.by.name
            case te.RoundConcluded():
                del self._rounds[table]
            case _:
                pass

    def _check_ruling(self, round: RoundDeeds, event: Any) -> None:
        if isinstance(event, te.RulingConfirmed) and self.controls is not None:
            self._check_part(round, event.by.name, "who rules")

    def take_on_link(self, event: Any) -> None:
        """Follows one event of a link."""
        if isinstance(event, le.ClaimRaised):
            self._claims[event.claim] = event.table
        elif isinstance(event, _JUDGED) and self.controls is not None:
            round = self._rounds.get(self._claims.get(event.claim, ""))
            if round is not None:
                self._check_part(round, event.by.name, f"who judges claim {event.claim}")
        elif isinstance(event, le.LinkOpened):
            self._events.setdefault("", []).append(event)

    @staticmethod
    def _check_part(round: RoundDeeds, person: str, what: str) -> None:
        if round.has_part(person):
            raise Misfit(what, "somebody who neither acted nor plays in the round", person)

    def end_command(self, given: ApprovalGiven | None) -> None:
        """Whether what a command has led to has the second person that it needs."""
        events, self._events = self._events, {}
        closed, self._closed = self._closed, {}
        if given is not None:
            round = self._rounds.get(given.target.removeprefix("table/"))
            if round is not None:
                self._check_part(round, given.by.name, "who approves")
            return
        if self.controls is None:
            return
        for table, happened in events.items():
            self._check_alone(table, happened, closed.get(table, False))

    def _check_alone(self, table: str, events: list[Any], was_closed: bool) -> None:
        controls = self.controls
        assert controls is not None
        if controls.link is not None and any(isinstance(one, le.LinkOpened) for one in events):
            raise Misfit("a link is opened by two persons", "an approval", "none")
        if any(isinstance(one, RoundCorrected) for one in events):
            # Who has corrected a round, and who approved it, is checked with the correction.
            return
        ruling = next(
            (one for one in events if isinstance(one, te.IncidentReported | te.RulingConfirmed)),
            None,
        )
        if ruling is None or self._is_second(table, ruling):
            return
        voided = any(isinstance(one, _VOIDED) for one in events)
        staked = was_closed and any(isinstance(one, _STAKED) for one in events)
        if voided and controls.void is not None:
            raise Misfit("a void round or hand has a second person", "an approval", ruling.by.name)
        if staked and not voided and controls.stake is not None:
            raise Misfit(
                "a stake changed after the close has a second person", "an approval", ruling.by.name
            )

    def _is_second(self, table: str, ruling: Any) -> bool:
        """Whether Pitboss itself reports, as at a start, or one person rules on what another has
        reported.
        """
        if ruling.by.name == PITBOSS:
            return True
        round = self._rounds.get(table)
        if not isinstance(ruling, te.RulingConfirmed) or round is None:
            return False
        return round.reporter not in (None, PITBOSS, ruling.by.name)
