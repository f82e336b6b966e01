"""The application: commands in, events out. It loads, decides, appends and publishes; it also posts
to the ledger and recovers after a stop.

It joins the pure core to a journal. It may import everything except the shells above it.
"""
