"""The event store: one port, adapters for SQLite, PostgreSQL and memory; the hash chain and its
signed checkpoints.

It stores bytes with names and knows nothing of tables or jackpots. May import the kernel alone.
"""
