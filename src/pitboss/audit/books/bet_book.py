"""Bets. Checks a table's settings against the rulebook's layouts and limits, and every bet against
the settings and against what the house has ordered since.
"""

from typing import TYPE_CHECKING, Any

from pitboss.audit.books.round_book import LEFT, PROGRESSIVE, BoxBook
from pitboss.audit.report import Misfit, fits
from pitboss.audit.rulebook_file import RulebookFile
from pitboss.kernel.money import format_cents
from pitboss.table import events as e
from pitboss.table.commands import OpenTable

if TYPE_CHECKING:
    from pitboss.audit.books.table_book import TableBook

ORDERS = (
    e.PlayerBarred,
    e.BarLifted,
    e.PlayerHeldToOnePosition,
    e.OnePositionLifted,
    e.OperationAwaited,
    e.ProgressiveRestored,
)
"""What the house orders for later rounds, apart from the mode of operation."""


class StandingOrders:
    """What the house has ordered at a table until further notice."""

    def __init__(self) -> None:
        self.barred_boxes: frozenset[int] = frozenset()
        self.barred_players: frozenset[str] = frozenset()
        self.one_position: frozenset[str] = frozenset()
        self.notice: str | None = None
        self.awaited = False

    def copy(self) -> "StandingOrders":
        orders = StandingOrders()
        orders.__dict__.update(self.__dict__)
        return orders

    def take(self, event: Any) -> None:
        """Takes one event."""
        match event:
            case e.PlayerBarred():
                self.barred_players |= {event.player}
            case e.BarLifted():
                self.barred_players -= {event.player}
            case e.PlayerHeldToOnePosition():
                self.one_position |= {event.player}
            case e.OnePositionLifted():
                self.one_position -= {event.player}
            case e.OperationAwaited():
                self.awaited = True
            case e.OperationChosen():
                self.awaited = False
                if event.box is not None:
                    self.barred_boxes |= {event.box}
                elif event.notice is not None:
                    self.notice = event.notice
            case e.ProgressiveRestored():
                self.barred_boxes, self.notice, self.awaited = frozenset(), None, False
            case _:
                pass


# ── the table ─────────────────────────────────────────────────────────────────────────────────────


def check_settings(book: RulebookFile, settings: OpenTable) -> str:
    """Checks that a table is opened as its rulebook allows. Returns the wager that opens a box."""
    layout = book.find("layouts", settings.layout, "boxes")
    if layout is None or not layout[0] <= settings.boxes <= layout[1]:
        raise Misfit(f"boxes of layout {settings.layout}", layout, settings.boxes)
    if book.find("dealing", settings.dealing) is None:
        ways = ", ".join(book.find("dealing"))
        raise Misfit("a way of dealing that the rulebook knows", ways, settings.dealing)
    kinds = {bet: wager["kind"] for bet, wager in book.find("wagers").items()}
    limited = [bet for bet, kind in kinds.items() if kind in ("opening", "side")]
    for bet, limit in settings.limits.items():
        least, most = limit.min or 0, limit.max
        if bet not in limited or (most is not None and least > most):
            raise Misfit("limits of a wager", f"least and most of {', '.join(limited)}", bet)
    first = settings.limits.get(limited[0])
    if first is None or first.min is None or first.max is None:
        raise Misfit(f"least and most of {limited[0]}", "both", first)
    coin = settings.progressive_bet
    if (coin is not None and coin <= 0) or (coin is None and settings.link is not None):
        raise Misfit("the progressive bet of a table", "an amount", coin)
    return str(next(bet for bet, kind in kinds.items() if kind == "opening"))


def limits_told(settings: OpenTable) -> dict[str, dict[str, str]]:
    """A table's limits in the form its round records use."""
    return {
        bet: {
            end: format_cents(amount)
            for end, amount in (("min", limit.min), ("max", limit.max))
            if amount is not None
        }
        for bet, limit in settings.limits.items()
    }


# ── bets ──────────────────────────────────────────────────────────────────────────────────────────


def on_placed(table: "TableBook", event: e.BetPlaced) -> None:
    """Checks who may bet where, and how much."""
    settings, orders, number, player = table.settings, table.orders, event.box, event.player
    if settings is None:
        raise Misfit("a table with a round is open", "it is", "it is not")
    box = (table.now or table.round()).boxes.get(number)
    wager = table.book.wagers.get(event.bet)
    if wager is None or wager["kind"] == "raise":
        raise Misfit("a wager that is laid while betting is open", "another one", event.bet)
    if not 1 <= number <= settings.boxes:
        raise Misfit("a box of the layout", f"1 to {settings.boxes}", number)
    if event.by.post == 0 and event.by.name != player:
        raise Misfit("a player bets for himself", event.by.name, player)
    if number in orders.barred_boxes or player in orders.barred_players:
        raise Misfit("who and what is barred", "no bet", f"box {number}, {player}")
    if box is not None and box.player != player:
        if not table.book.shares_boxes or event.bet == PROGRESSIVE:
            raise Misfit(f"whose box {number} is", box.player, player)
    if box is not None:
        check_there(box, player)
    if player in orders.one_position and _bets_elsewhere(table, event):
        raise Misfit("a player who is held to one position", "no other bet", player)
    _check_amount(table, event, settings, box)


def check_there(box: BoxBook, player: str) -> None:
    """A player who has left a hand neither adds to its bets nor takes them back."""
    if box.hand == LEFT and box.player == player:
        raise Misfit(f"who has left box {box.number}", "his bets as they are", player)


def _bets_elsewhere(table: "TableBook", event: e.BetPlaced) -> bool:
    return any(
        event.player in dict(box.owners(bet))
        for box in table.round().boxes.values()
        if box.number != event.box
        for bet in box.bets
    )


def _check_amount(
    table: "TableBook", event: e.BetPlaced, settings: OpenTable, box: BoxBook | None
) -> None:
    laid = {} if box is None else box.bets
    if event.bet != table.opening_wager and not laid.get(table.opening_wager):
        raise Misfit(f"what box {event.box} needs first", table.opening_wager, event.bet)
    total = laid.get(event.bet, 0) + event.amount
    if event.bet == PROGRESSIVE:
        if table.orders.notice is not None:
            raise Misfit("the table is run without a progressive jackpot", "no bet", event.amount)
        fits("what a progressive bet is, in cents", settings.progressive_bet, total)
    limit = settings.limits.get(event.bet)
    if limit is not None and limit.max is not None and total > limit.max:
        raise Misfit(f"the most on {event.bet}, in cents", limit.max, total)


def on_betting_opened(table: "TableBook", event: e.BettingOpened) -> None:
    if table.orders.awaited:
        raise Misfit("the house says first how rounds are run", "no round", event.round)
