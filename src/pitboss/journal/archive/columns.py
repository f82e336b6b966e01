"""Columns of numbers and texts, one after another: the layout of repeated values in a segment."""

import sys
from array import array
from collections.abc import Iterable, Sequence


def numbers(form: str, values: Iterable[int]) -> bytes:
    """Numbers of 4 bytes (form ``I``) or 8 (``Q``), big-endian."""
    column = array(form, values)
    if sys.byteorder == "little":
        column.byteswap()
    return column.tobytes()


class Columns:
    """Reads one column after another. Raises ValueError if the content is too short."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def numbers(self, form: str, count: int) -> Sequence[int]:
        column = array(form)
        column.frombytes(self._take(count * column.itemsize))
        if sys.byteorder == "little":
            column.byteswap()
        return column

    def texts(self, lengths: Iterable[int]) -> list[str]:
        return [piece.decode() for piece in self.pieces(lengths)]

    def pieces(self, lengths: Iterable[int]) -> list[bytes]:
        content, at = self._content, self._at
        pieces = []
        for length in lengths:
            pieces.append(content[at : at + length])
            at += length
        if at > len(content):
            raise ValueError("it is cut off")
        self._at = at
        return pieces

    def _take(self, length: int) -> bytes:
        return self.pieces((length,))[0]

    def check_end(self) -> None:
        """Raises ValueError if anything is left."""
        if self._at != len(self._content):
            raise ValueError("there is more in it than there should be")
