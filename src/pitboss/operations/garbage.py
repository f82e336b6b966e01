"""Tuning of Python's garbage collector for a serving process."""

import gc


def sweep_seldom() -> None:
    """Makes Python run its cycle collector less often: states and events form no cycles, and
    looking for them took a tenth of a command's time. Existing objects are frozen and never
    examined again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
