"""How often Python looks for garbage in a process that serves."""

import gc


def sweep_seldom() -> None:
    """Has Python look for garbage in cycles less often: of states and events none is made, and
    looking for it took a tenth of the time of a command. What is there now stays, and is never
    looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
