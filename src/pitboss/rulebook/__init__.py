"""Rulebooks: each rule document as data, with the clause behind every value.

May import the kernel and msgspec, nothing above it. The files in ``data/`` are read on demand, one
at a time.
"""
