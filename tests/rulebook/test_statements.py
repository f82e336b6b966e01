"""What a rulebook says, one statement after another, whatever game it is of."""

import msgspec

from pitboss.rulebook.difference import entries
from pitboss.rulebook.shelf import Shelf
from tests.support import MS


class OtherPlay(msgspec.Struct, frozen=True):
    """As a package may have it: an option whose clause has another name, and one whose clause is
    its own.
    """

    folding: str = "settled"
    folded_clause: str = "3.4"
    leaving: str = "folds"
    leaving_clause: str = "3.5"


def test_options_of_another_package_are_stated_however_its_clauses_are_called() -> None:
    book = msgspec.structs.replace(Shelf(paths=False).get(MS), play=OtherPlay())
    said = {one.key: one for one in entries(book) if one.section == "play"}
    assert (said["folding"].value, said["folding"].clauses) == ("settled", ())
    assert (said["leaving"].value, said["leaving"].clauses) == ("folds", ("3.5",))
    assert said["folded (as the family plays)"].clauses == ("3.4",)
