"""A live table whose secrets are fixed in advance, as a server's are.

t = chained(CS)
t.lay(ann=(1, {"ante": "25"}))
seed = t.commit("ann")
t.do("close-betting")
t.open_seed("ann", seed)
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pitboss.table.command_json import read_line
from pitboss.table.commands import Given
from pitboss.table.decide import decide
from pitboss.table.entries import Asked
from pitboss.table.events import AnyEvent
from pitboss.table.refusals import TableRefused
from pitboss.table.shuffle.deck import ShuffleChain, number_of, promise, seed_commitment
from tests.tables import SUPERVISOR, Table, setting

LENGTH = 3


class ChainedTable(Table):
    """``chains`` and ``secrets`` (by the number of the round) are what the house has fixed."""

    def __init__(self, name: str = "t1") -> None:
        super().__init__(name)
        self.chains: tuple[ShuffleChain, ...] = ()
        self.secrets: dict[int, bytes] = {}
        self.fix(1)

    def fix(self, first: int, key: str = "k1") -> ShuffleChain:
        """Draws a chain of secrets from a round on."""
        secret = sha256(f"{key}/{first}".encode()).digest()
        for number in range(first + LENGTH - 1, first - 1, -1):
            self.secrets[number] = secret
            secret = promise(self.name, number, secret)
        chain = ShuffleChain(first, LENGTH, secret.hex(), key)
        self.chains = (chain,)
        return chain

    def _decide(
        self, do: str, by: str, fields: Mapping[str, Any]
    ) -> tuple[AnyEvent, ...] | TableRefused:
        named = {
            name.replace("_", "-"): value for name, value in fields.items() if value is not None
        }
        line = read_line({"table": self.name, "by": by, "do": do, **named})
        rounds = 0 if self._state is None else self._state.rounds
        secret = self.secrets.get(rounds + 1)
        given = Given(self.now_ms, secret, self.jackpot, None, self.chains)
        self._asked = Asked(line.command, line.actor, self.now_ms)
        self.now_ms += 1000
        return decide(self._state, line.command, line.actor, given, self.name)

    # ── seeds ─────────────────────────────────────────────────────────────────────────────────────

    def bound(self, under: str, seed: str) -> str:
        """What a player is bound to by a seed, in the round that is on."""
        assert self.round.commitment is not None
        number = number_of(self.round.id)
        return seed_commitment(self.name, number, self.round.commitment, under, seed)

    def commit(self, player: str, alias: str | None = None) -> str:
        """Binds a player to a seed, which is given back."""
        seed = sha256(player.encode()).hexdigest()
        bound = self.bound(alias or player, seed)
        self.do("commit-seed", by=f"player:{player}", commitment=bound, alias=alias)
        return seed

    def open_seed(self, player: str, seed: str) -> None:
        self.do("open-seed", by=f"player:{player}", seed=seed)


def chained(rulebook: str, **more: Any) -> ChainedTable:
    """A virtual table before its first round."""
    table = ChainedTable()
    table.do("open-table", by=SUPERVISOR, **setting(rulebook, cards="virtual", **more))
    return table
