"""The scenes of the tour, each a script of real commands."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from pitboss.casino.app import Casino
from pitboss.demo import cast
from pitboss.games.deal_plan import BURN, DEALER, Ask, Do
from pitboss.jackpot.commands import AnyLinkCommand, FailLink, RestoreLink, VerifyClaim
from pitboss.jackpot.state import ClaimStanding
from pitboss.kernel.cards import DECK, Card, parse_cards
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.effects import Option
from pitboss.rulebook.incidents import Incident
from pitboss.table import commands as c
from pitboss.table.looks import SEEN
from pitboss.table.queries import PROGRESSIVE, cards_out, opening, raise_name, raise_size
from pitboss.table.state import Phase, RoundState, TableState

BOX, NEXT_BOX = 1, 3
"""Names of the player whose seat is shown, and of a neighbour."""
ANTE = Cents(25_00)
_MOST_TO_CLEAR = 12
_WITHOUT_JACKPOT = "run-without-progressive"
_CARD_MS, _ACT_MS, _READ_MS = 90, 500, 1_200


class Cast(msgspec.Struct, frozen=True):
    """Who acts on a stage."""

    player: Actor
    neighbour: Actor
    dealer: Actor


class Scripted(msgspec.Struct, frozen=True):
    """One step of a scene. Without a caption the next one follows at once."""

    command: c.AnyCommand | AnyLinkCommand
    actor: Actor
    caption: str = ""
    pause_ms: int = _ACT_MS
    on_link: bool = False


Script = Iterator[Scripted]
Hands = Mapping[str, tuple[Card, ...]]


def _hands(player: str, neighbour: str, dealer: str) -> Hands:
    texts = {str(BOX): player, str(NEXT_BOX): neighbour, DEALER: dealer}
    return {place: tuple(parse_cards(text)) for place, text in texts.items()}


class Director:
    """Builds what the scenes have in common."""

    def __init__(self, casino: Casino, name: str, cast_: Cast) -> None:
        self._casino = casino
        self._name = name
        self.cast = cast_

    @property
    def table(self) -> TableState:
        state = self._casino.table(self._name)
        assert state is not None, "a scene is played at a table"
        return state

    @property
    def round(self) -> RoundState:
        round = self.table.round
        assert round is not None, "a round is on"
        return round

    # ── before ────────────────────────────────────────────────────────────────────────────────────

    def cleared(self) -> Script:
        """Ends whatever is left of the previous scene."""
        link = self._casino.link(self._name)
        if link is not None and link.down:
            yield Scripted(RestoreLink(), cast.SHIFT_MANAGER, on_link=True)
        yield from self.verified("")
        for _ in range(_MOST_TO_CLEAR):
            if (round := self.table.round) is None:
                break
            yield self._ending(round)
        if self.table.operation_awaited:
            yield Scripted(c.ChooseOperation(_WITHOUT_JACKPOT), cast.SHIFT_MANAGER)
        if self.table.notice is not None or self.table.barred_boxes:
            yield Scripted(c.RestoreProgressive(), cast.SHIFT_MANAGER)

    def _ending(self, round: RoundState) -> Scripted:
        if round.pending is not None:
            assert round.digest is not None, "somebody must decide on what waits"
            command = c.Confirm(decision="void-round", approves=round.digest)
            return Scripted(command, cast.SHIFT_MANAGER)
        if round.offered:
            return Scripted(c.CloseOptions(), self.cast.dealer)
        if round.settlement is not None:
            return Scripted(c.Conclude(), self.cast.dealer)
        if round.phase in (Phase.VOID, Phase.REVEALED):
            return Scripted(c.Settle(), self.cast.dealer)
        return Scripted(c.Report(incident=Incident.UNLISTED), self.cast.dealer)

    # ── a round ───────────────────────────────────────────────────────────────────────────────────

    def bets(self) -> Script:
        """Two players bet, on their hands and on the jackpot."""
        yield from self.cleared()
        yield Scripted(c.OpenBetting(), self.cast.dealer, "bets", _ACT_MS)
        prescribed = self.table.settings.progressive_bet
        assert prescribed is not None, "the stage has a jackpot"
        for box, actor in ((BOX, self.cast.player), (NEXT_BOX, self.cast.neighbour)):
            yield Scripted(c.PlaceBet(box, opening(self.table), ANTE), actor)
            yield Scripted(c.PlaceBet(box, PROGRESSIVE, prescribed), actor, "bets", _ACT_MS // 2)
        yield Scripted(c.CloseBetting(), self.cast.dealer, "closed", _ACT_MS)

    def dealt(self, hands: Hands, cards: int | None = None) -> Script:
        """The deal, card by card, up to the players' decisions; or only that many cards of it."""
        kept = {card for given in hands.values() for card in given}
        while self.round.phase in (Phase.CLOSED, Phase.DEALING) and cards != 0:
            step = self.round.step
            assert step is not None, "the deal goes on"
            named: tuple[Card, ...] | None = None
            if step.do is not Do.TURN_OVER and step.place != BURN:
                out = cards_out(self.round)
                spare = (card for card in DECK if card not in out and card not in kept)
                wished = (card for card in hands.get(step.place, ()) if card not in out)
                named = tuple(next(wished, None) or next(spare) for _ in range(step.cards))
            yield Scripted(c.Deal(named), self.cast.dealer, "dealing", _CARD_MS)
            cards = None if cards is None else cards - 1

    def decided(self, caption: str) -> Script:
        """The player looks and raises, the neighbour folds; the dealer turns over."""
        yield Scripted(c.Examine(BOX), self.cast.player, caption, _READ_MS)
        bet = raise_name(self.table, Ask.STAY)
        assert bet is not None, "in stud one stays in by a raise"
        amount = raise_size(self.table, self.round.boxes[BOX], bet)
        yield Scripted(c.Raise(BOX, amount), self.cast.player, caption, _ACT_MS)
        yield Scripted(c.Fold(NEXT_BOX), self.cast.neighbour, caption, _ACT_MS)
        yield from self.dealt({})

    def verified(self, caption: str) -> Script:
        """Two supervisors verify what is claimed."""
        link = self._casino.link(self._name)
        for claim in () if link is None else link.waiting_claims:
            if claim.standing is not ClaimStanding.OPEN:
                continue
            have = {actor.name for actor in claim.verified_by}
            for supervisor in cast.SUPERVISORS:
                if supervisor.name not in have:
                    verify = VerifyClaim(claim.id)
                    yield Scripted(verify, supervisor, caption, _READ_MS, on_link=True)


# ── the scenes ────────────────────────────────────────────────────────────────────────────────────


def _royal_flush(director: Director) -> Script:
    hands = _hands("As Ks Qs Js Ts", "4c 9d Jh 2c 7s", "2h 2d 5c 9h Kd")
    yield from director.bets()
    yield from director.dealt(hands)
    yield from director.decided("royal-seen")
    dealer = director.cast.dealer
    yield Scripted(c.Settle(), dealer, "royal-claimed", 2 * _READ_MS)
    yield from director.verified("royal-verified")
    yield Scripted(c.Settle(), dealer, "royal-paid", 0)


def _exposed_card(director: Director) -> Script:
    hands = _hands("Qh Qd 8s 6c 3d", "4c 9d Jh 2c 7s", "2h 2d 5c 9h Kd")
    yield from director.bets()
    yield from director.dealt(hands, cards=5)
    facts: dict[str, bool | int | str] = {"count": 1, "dealers_card": False, SEEN: False}
    report = c.Report(incident=Incident.CARDS_EXPOSED, facts=facts, box=BOX)
    yield Scripted(report, director.cast.dealer, "exposed", 2 * _READ_MS)
    choice = c.ChooseOption(BOX, Option.CONTINUE)
    yield Scripted(choice, director.cast.player, "exposed-chosen", _READ_MS)
    yield from director.dealt(hands)
    yield Scripted(c.Examine(BOX), director.cast.player, "exposed-plays-on", 0)


def _broken_link(director: Director) -> Script:
    yield from director.bets()
    yield from director.dealt(_hands("As Ah Kd 7c 4s", "4c 9d Jh 2c 7s", "2h 5d 5c 9h Kc"))
    fail = FailLink("The controller of the jackpot does not answer.")
    yield Scripted(fail, cast.SHIFT_MANAGER, "link-down", 2 * _READ_MS, on_link=True)
    report = c.Report(incident=Incident.PROGRESSIVE_SYSTEM_DOWN, facts={SEEN: False})
    yield Scripted(report, director.cast.dealer, "link-reported", _READ_MS)
    yield Scripted(c.Settle(), director.cast.dealer, "link-void", 2 * _READ_MS)
    yield Scripted(c.Conclude(), director.cast.dealer)
    without = c.ChooseOperation(_WITHOUT_JACKPOT)
    yield Scripted(without, cast.SHIFT_MANAGER, "link-without", 0)


def _why(director: Director) -> Script:
    yield from director.bets()
    yield from director.dealt(_hands("8s 8h Kd 7c 4s", "4c 9d Jh 2c 7s", "2h 3d 5c 9h Jc"))
    yield from director.decided("why-decided")
    yield Scripted(c.Settle(), director.cast.dealer, "why-settled", 0)


_PLAYS: Mapping[str, Callable[[Director], Script]] = {
    "royal-flush": _royal_flush,
    "exposed-card": _exposed_card,
    "broken-link": _broken_link,
    "why": _why,
}


def _scene(play: Callable[[Director], Script]) -> Callable[[Casino, str, Cast], Script]:
    return lambda casino, name, cast_: play(Director(casino, name, cast_))


SCENES: Mapping[str, Callable[[Casino, str, Cast], Script]] = {
    name: _scene(play) for name, play in _PLAYS.items()
}
