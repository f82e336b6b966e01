"""A table's virtual shuffles, version 2. Checks that a published chain fixed every secret in
advance, and that the seeds are those the players committed to, in order.
"""

from typing import Any

from msgspec import UNSET

from pitboss.audit.books.round_book import RoundBook
from pitboss.audit.report import Counts, Misfit, fits
from pitboss.audit.shuffle import before_in_chain, bound_seed, deck_in_order, deck_of, promise
from pitboss.table import events as e


class Keeping:
    """The house's secrets: the name of the vault key on record, and where a backup last replaced
    the journal.
    """

    def __init__(self) -> None:
        self.key: str | None = None
        self.restored = 0


class ShuffleBook:
    """A table's published chains, and how far they have been used."""

    def __init__(self, table: str, keeping: Keeping, counts: Counts) -> None:
        self._table = table
        self._keeping = keeping
        self._counts = counts
        self._published: list[Any] = []
        # The chain in use, and its last known secret, by round number.
        self._chain: Any = None
        self._known: tuple[int, bytes] = (0, b"")

    def on_published(self, event: e.ShuffleChainPublished, rounds: int) -> None:
        """Checks that a chain begins with the next round, or where the one before it ends."""
        chain = event.chain
        first = {rounds + 1}
        last = self._published[-1] if self._published else None
        key = self._keeping.key or (chain.key if last is None else last.key)
        fits("the vault key of a chain of secrets", key, chain.key)
        fits("where a backup was restored before the chain", self._keeping.restored, chain.restored)
        # A new key has new secrets; and after a backup replaced the journal, secrets published
        # since may not be reused.
        if last is not None and (chain.key, chain.restored) == (last.key, last.restored):
            first = {max(last.first + last.length, rounds + 1)}
        if chain.first not in first or chain.length < 1 or len(bytes.fromhex(chain.end)) != 32:
            raise Misfit(
                "a chain of secrets begins when the one before is used up", first, chain.first
            )
        self._published.append(chain)

    def on_opened(self, event: e.BettingOpened, number: int, *, virtual: bool) -> None:
        """Checks that a round's commitment follows, by hashing alone, from what was published
        before.
        """
        if not virtual:
            if event.secret is not None or event.commitment is not None or event.chain:
                raise Misfit("real cards have no secret", "none", event.commitment)
        elif event.chain:
            self._check_chain(event, event.chain, number)
        else:
            if self._published:
                raise Misfit("the secrets of this table are fixed in advance", "a chain", "none")
            if event.secret is None or len(event.secret) != 32:
                raise Misfit(
                    "a virtual shuffle has a secret", "32 bytes", event.secret and len(event.secret)
                )
            fits("the promise of the secret", promise(event.secret), event.commitment)

    def _check_chain(self, event: e.BettingOpened, chain: Any, number: int) -> None:
        if chain not in self._published:
            raise Misfit("a chain of secrets is published before it is used", "one of them", chain)
        if not chain.first <= number < chain.first + chain.length:
            raise Misfit("the chain has a secret for the round", chain.first, number)
        if chain != self._chain:
            if self._chain is not None and self._published.index(chain) < self._published.index(
                self._chain
            ):
                raise Misfit("chains of secrets are used in order", self._chain.first, chain.first)
            self._chain, self._known = chain, (chain.first - 1, bytes.fromhex(chain.end))
        at, value = self._known
        link = bytes.fromhex(event.commitment or "")
        for before in range(number - 1, at, -1):
            link = before_in_chain(self._table, before, link)
        fits("the promise of the secret, by what was published before", value.hex(), link.hex())

    def on_given(self, round: RoundBook, event: e.SeedGiven) -> None:
        """Takes a seed of version 1."""
        if round.closed or round.secret is None or round.chained:
            raise Misfit(
                "a seed is given while betting is open, for a virtual shuffle",
                "no seed",
                event.player,
            )
        round.seeds[event.player] = event.seed

    def on_closed(self, round: RoundBook, event: e.BettingClosed) -> None:
        """Closes betting: version 1 makes the deck now; in version 2 only seeds of players with a
        bet count.
        """
        if round.chained:
            fits("a deck that nobody may know yet", None, event.deck)
            round.bound = {
                player: bound for player, bound in round.bound.items() if round.has_chips(player)
            }
            return
        if round.secret is None:
            fits("the shuffle of real cards", None, event.deck)
            return
        deck = deck_of(round.secret, round.seeds)
        fits("the deck that the secret and the seeds give", list(deck), list(event.deck or ()))
        round.deck = deck
        self._counts.shuffles += 1

    def on_committed(self, round: RoundBook, event: e.SeedCommitted) -> None:
        """Checks one commitment for each player with a bet, while betting is open."""
        if round.closed or not round.chained:
            raise Misfit("a seed is committed while betting is open", "no seed", event.player)
        if event.player in round.bound or not round.has_chips(event.player):
            raise Misfit("one seed for each player with a bet", "no other seed", event.player)
        under = event.player if event.alias is UNSET else event.alias
        if under in round.aliases.values():
            raise Misfit("no two seeds go under one name", "another name", under)
        round.bound[event.player] = event.commitment
        round.aliases[event.player] = under

    def on_seed_opened(self, round: RoundBook, event: e.SeedOpened) -> None:
        """Checks that a seed opened after the close is the one the player committed to."""
        if not round.closed or round.fixed or event.player in round.seeds:
            raise Misfit("a seed is opened once, after the close", "no seed", event.player)
        fits(
            f"what {event.player} was bound to",
            round.bound.get(event.player),
            bound_seed(
                self._table,
                round.number,
                round.promise,
                round.aliases.get(event.player, event.player),
                bytes.fromhex(event.seed),
            ),
        )
        round.seeds[event.player] = event.seed

    def on_fixed(self, round: RoundBook, event: e.ShuffleFixed) -> None:
        """Checks that the opened seeds go into the shuffle, in the order of commitments."""
        if not round.closed or round.fixed or not round.chained:
            raise Misfit("a shuffle is fixed once, after the close", "no shuffle", round.id)
        opened = [player for player in round.bound if player in round.seeds]
        fits("the seeds that were opened", opened, list(event.seeds))
        left_out = [player for player in round.bound if player not in round.seeds]
        fits("the seeds that were left out", left_out, list(event.left_out))
        round.fixed = True
        if round.secret is not None:
            bound = [
                (round.aliases[player], commitment, round.seeds.get(player))
                for player, commitment in round.bound.items()
            ]
            round.deck = deck_in_order(self._table, round.number, round.secret, bound)
            self._counts.shuffles += 1

    def on_concluded(self, round: RoundBook, event: e.RoundConcluded) -> None:
        """Checks that the secret published is the one committed to."""
        if not round.chained:
            if event.secret:
                raise Misfit("this round has no secret to publish", "none", event.secret.hex())
            return
        if not event.secret:
            if not round.void and round.boxes:
                raise Misfit("the secret of the shuffle is published", "32 bytes", "none")
            return
        fits(
            "the promise of the secret",
            round.promise,
            before_in_chain(self._table, round.number, event.secret).hex(),
        )
        self._known = (round.number, event.secret)
