"""What players have won in a round, apart from verified jackpot awards."""

from msgspec import UNSET

from pitboss.audit.books.round_book import RoundBook
from pitboss.table import events as te


def most_won(round: RoundBook, event: te.RoundSettled) -> tuple[str, int]:
    """Who has won most in a round, and how much, apart from verified awards."""
    won: dict[str, int] = dict(event.paid)
    for box in round.boxes.values():
        for bet in box.bets:
            for player, part in box.owners(bet):
                won[player] = won.get(player, 0) - part
    jackpot = event.settlement.jackpot
    for award in () if jackpot is UNSET else jackpot.awards:
        won.pop(round.box(award.box).player, None)
    return max(won.items(), key=lambda one: one[1], default=("", 0))


def most_won_unverified(round: RoundBook, event: te.RoundSettled) -> tuple[str, int]:
    """The same by the rules since the second edition: unnamed boxes count as one player, and only
    the verified box of a player with an award is left out.
    """
    jackpot = event.settlement.jackpot
    verified = () if jackpot is UNSET else [award.box for award in jackpot.awards]
    won: dict[str, int] = {}
    for settled in event.settlement.boxes:
        if settled.box in verified:
            continue
        box = round.box(settled.box)
        up: dict[str, int] = {}
        for line in settled.lines:
            got, laid = _cents(line.returned) + _cents(line.winnings), dict(box.owners(line.bet))
            beside = {
                player: got * part // sum(laid.values())
                for player, part in laid.items()
                if player != box.player
            }
            paid = {**beside, box.player: got - sum(beside.values())}
            for player in paid.keys() | laid.keys():
                up[player] = up.get(player, 0) + paid.get(player, 0) - laid.get(player, 0)
        for player, net in up.items():
            unnamed = player == f"Box {settled.box}"
            who = "boxes without a name" if unnamed else player
            won[who] = won.get(who, 0) + (max(0, net) if unnamed else net)
    return max(won.items(), key=lambda one: one[1], default=("", 0))


def _cents(text: str) -> int:
    whole, _, places = text.partition(".")
    return int(whole) * 100 + int(places.ljust(2, "0") or 0)
