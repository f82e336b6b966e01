"""The application: commands in, events out. Load, decide, append, publish; the ledger's postings;
recovery; the auditor.

It joins the pure core to a journal. May import everything but the shells above it.
"""
