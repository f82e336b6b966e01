"""Compiled code is kept on disk where that is possible, and works where it is not."""

from typing import Any

import numba
import pytest

from pitboss.maths.kernels.compilation import compiled


def add(a: int, b: int) -> int:
    return a + b


def test_compiled_functions_answer_as_python_does() -> None:
    assert compiled(add)(2, 3) == 5


def test_without_a_folder_to_write_to_it_compiles_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = numba.njit

    def no_folder(*, cache: bool, **options: Any) -> Any:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return real(**options)

    monkeypatch.setattr(numba, "njit", no_folder)
    assert compiled(add)(2, 3) == 5
