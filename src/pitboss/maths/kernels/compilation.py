"""Compilation with Numba, cached on disk if possible.

Compiled code is cached beside the source, or in the user's cache folder if the source folder can't
be written to. If neither can, it is compiled again in each process, which is slow but correct.
``NUMBA_CACHE_DIR`` names another folder.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compiles a function of numbers and arrays when it is first called. It runs without holding
    Python's lock.
    """
    return _compiled(function, inline=False)


def inlined(function: Function) -> Function:
    """Like ``compiled``, for short functions in innermost loops: their code is inlined."""
    return _compiled(function, inline=True)


def _compiled(function: Function, inline: bool) -> Function:
    try:
        return cast(Function, numba.njit(cache=True, nogil=True, forceinline=inline)(function))
    except RuntimeError:
        # Numba found no folder that it may write to.
        return cast(Function, numba.njit(cache=False, nogil=True, forceinline=inline)(function))
