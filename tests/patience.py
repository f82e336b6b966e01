"""How long a test waits for what comes at once on an idle machine."""

PATIENCE_S = 300.0
"""Beside other work a second can become a minute; only what hangs takes as long as this."""
