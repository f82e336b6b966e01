"""What ``pitboss settle`` answers to a record, and to a line that contains one."""

from pitboss.games.fast_reader import read_quickly
from pitboss.games.settle import settle_record, settle_round
from pitboss.games.settlement import WrittenSettlement, written
from pitboss.rulebook.shelf import Shelf


class Settler:
    """Settles with the rulebooks of one shelf, and writes the settlement in the form of the
    contract.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def answer(self, record: object) -> WrittenSettlement:
        """Raises Fault if the record can't be settled."""
        return written(settle_record(record, self.shelf))

    def answer_quickly(self, line: bytes) -> WrittenSettlement | None:
        """The same from a line of JSON, or None if the record must be read step by step."""
        round = read_quickly(line, self.shelf)
        return None if round is None else written(settle_round(round))
