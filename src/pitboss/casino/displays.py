"""What each sign displayed and when, as the sign itself reports it: the figure, the journal
position it came from, the time.

Each sign has its own stream of events. They change no table, link or account; they are the answer
to "what did the sign show?", and the auditor checks every figure against the journal.
"""

from typing import Annotated, Literal

import msgspec

from pitboss.kernel.money import Cents

MOST_SAMPLES = 60
OLDEST_POSITIONS = 100_000
"""A sign that was away reports late, but not of what lies further back than this."""


SignState = Literal["live", "pending", "down", "not-live"]
"""What a sign said about its figure."""


class DisplayedFigure(msgspec.Struct, frozen=True, rename="kebab"):
    """What stood on the sign at a moment. Between two of these the figure only rose, if it moved.

    ``position`` is where in the journal the figure that it went by was the jackpot; None where that
    was not known.
    """

    at_ms: Annotated[int, msgspec.Meta(ge=0)]
    figure: Cents
    position: int | None
    state: SignState


class FiguresDisplayed(
    msgspec.Struct,
    frozen=True,
    tag_field="event",
    rename="kebab",
    kw_only=True,
    tag="figures-displayed/1",
):
    """What a sign has shown of a link since it last reported. ``screen`` tells apart several that
    are signed in alike.
    """

    at_ms: int
    link: str
    screen: str
    figures: tuple[DisplayedFigure, ...]
