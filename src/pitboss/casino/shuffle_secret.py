"""The inputs of a virtual shuffle: the secret of the next round, and its chain."""

from pitboss.casino.draft import Outside
from pitboss.casino.vault import Vault
from pitboss.table import commands as tc
from pitboss.table.shuffle.deck import ShuffleChain
from pitboss.table.state import TableState


def shuffling(
    state: TableState | None,
    command: tc.OpenTable | tc.OpenBetting,
    table: str,
    outside: Outside,
) -> tc.Given:
    """The time, and the inputs of the next round's virtual shuffle."""
    opening = command if isinstance(command, tc.OpenTable) else None
    if opening is None and state is not None:
        opening = state.settings
    vault, number = outside.vault, 1 if state is None else state.rounds + 1
    if opening is None or opening.cards != "virtual" or vault is None:
        return tc.Given(outside.now_ms, outside.secret)
    published = () if state is None else state.chains
    chain = _chain_for(published, vault, table, number)
    chains: tuple[ShuffleChain, ...] = (chain,)
    if number == chain.first + chain.length - 1:
        # The next chain is published one round before it is needed.
        chains = (chain, _chain_for(published, vault, table, number + 1))
    return tc.Given(outside.now_ms, vault.secret(table, chain.name, number), chains=chains)


def _chain_for(
    published: tuple[ShuffleChain, ...], vault: Vault, table: str, number: int
) -> ShuffleChain:
    """The chain that holds a round's secret: one already published, or else a new one that begins
    with that round.
    """
    for chain in published:
        if chain.covers(number) and vault.in_force(chain):
            return chain
    return vault.chain(table, number)
