"""How often the garbage collector runs in a server process."""

import gc


def sweep_seldom() -> None:
    """Makes Python run the cyclic garbage collector less often: states and events form no cycles,
    and looking for them took a tenth of a command's time. Objects that exist now are frozen and
    never examined again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
