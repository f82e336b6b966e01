"""What each sign displayed and when, as the sign itself reports it: the figure, the journal
position it came from, the time.

Each sign has its own stream of events. They change no table, link or account; they are the answer
to "what did the sign show?", and the auditor checks every figure against the journal.
"""

from typing import Annotated, Literal

import msgspec

from pitboss.kernel.money import Cents

MOST_SAMPLES = 60
OLDEST_RECORDS = 100_000
"""A sign that was offline reports late, but nothing from before so many records."""


SignState = Literal["live", "pending", "down", "not-live"]
"""The state a sign gave for its figure."""


class DisplayedFigure(msgspec.Struct, frozen=True, rename="kebab"):
    """What the sign showed at one moment. Between two of these, the figure only rose, if it moved
    at all.

    ``position`` is the journal position at which that figure was the jackpot; None if unknown.
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
    """What a sign has shown of a link since its last report. ``screen`` distinguishes screens
    signed in under the same name.
    """

    at_ms: int
    link: str
    screen: str
    figures: tuple[DisplayedFigure, ...]
