"""The event store: one port, adapters for SQLite, PostgreSQL and memory; the hash chain and its
signed checkpoints.

It stores named bytes and knows nothing of tables or jackpots. It may import only the kernel.
"""
