"""The look of plots: one style for all of them, and each as a piece of SVG that can be embedded in
a page.

Text is drawn as outlines, so a page looks the same wherever it is opened. Every picture has a title
and a description for people who can't see it, and the page has its figures as a table next to it.
"""

import re
from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import QuadMesh
from matplotlib.colors import Colormap, LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from numpy.typing import NDArray

INK = "#1d2733"
QUIET = "#5c6873"
GRID = "#e4e8eb"
PAPER = "#ffffff"
BLUE, BRICK, GOLD, GREY, GREEN = "#2c5f8d", "#b4472f", "#b9862b", "#9aa4ad", "#3f7d5b"
"""What the player wins, what the player loses, the jackpot, neither, and the house."""

PALE_BLUE, PALE_BRICK = "#d7e4f0", "#f3dcd5"

VALUES = LinearSegmentedColormap.from_list(
    "values", ["#8e2f1c", "#d98c73", "#f7efe6", "#8fb3d3", "#1d4d7a"]
)
"""From bad for the player through even to good; distinguishable without seeing red."""

SHARES = LinearSegmentedColormap.from_list("shares", ["#f4ece4", "#c5d6e6", "#6f9cc4", "#1d4d7a"])
"""From never to always."""

WIDTH_IN = 8.2

_STYLE: dict[str, str | float | bool | list[str]] = {
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "axes.linewidth": 0.7,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "lines.linewidth": 1.8,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "path",
}


class Picture:
    """A figure in the making, as a context manager; ``svg`` is the finished piece."""

    def __init__(
        self, name: str, title: str, description: str, height_in: float, width_in: float = WIDTH_IN
    ) -> None:
        self.name, self.title, self.description = name, title, description
        self.svg = ""
        style: Any = _STYLE | {"svg.hashsalt": name}
        self._style = mpl.rc_context(style)
        self._size = width_in, height_in

    def __enter__(self) -> "Picture":
        self._style.__enter__()
        self.figure = Figure(figsize=self._size, layout="constrained")
        return self

    def __exit__(self, *error: Any) -> None:
        try:
            if error[0] is None:
                self.svg = self._drawn()
        finally:
            self._style.__exit__(*error)

    def axes(self, **options: Any) -> Axes:
        """The only axes of the figure."""
        axes: Axes = self.figure.subplots(**options)
        return axes

    def _drawn(self) -> str:
        out = StringIO()
        # Without a date the same figures give the same page, byte for byte.
        FigureCanvasSVG(self.figure).print_svg(out, metadata={"Date": None, "Creator": None})  # type: ignore[no-untyped-call]  # Matplotlib has no type for it
        text = out.getvalue()
        begin = text.index("<svg")
        # The drawing library's metadata about itself is left out.
        inside = re.sub(
            r"<metadata>.*?</metadata>", "", text[text.index(">", begin) + 1 :], flags=re.DOTALL
        )
        width, height = (72 * inches for inches in self._size)
        return (
            f'<svg role="img" style="max-width:{1.42 * width:.0f}px" '
            f'aria-labelledby="{self.name}-title {self.name}-text" '
            f'viewBox="0 0 {width:g} {height:g}" xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink">'
            f'<title id="{self.name}-title">{escape(self.title)}</title>'
            f'<desc id="{self.name}-text">{escape(self.description)}</desc>'
            f"{_unnamed(inside, self.name)}"
        )


def _unnamed(svg: str, name: str) -> str:
    """Makes the ids of a picture unique: a page has several pictures."""
    return (
        svg.replace('id="', f'id="{name}-')
        .replace('href="#', f'href="#{name}-')
        .replace("url(#", f"url(#{name}-")
        .strip()
    )


def minus(text: str) -> str:
    """With true minus signs."""
    return text.replace("-", "−")


def percent_axis(axis: Any, places: int = 0) -> None:
    """Labels fractions as percentages."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: minus(f"{100 * value:.{places}f}%")))


def dollar_axis(axis: Any) -> None:
    """Labels cents as dollars, with short thousands and millions."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: short_dollars(value)))


def short_dollars(cents: float) -> str:
    dollars = cents / 100
    if abs(dollars) >= 1e6:
        return f"${dollars / 1e6:.2f}".rstrip("0").rstrip(".") + "M"
    return f"${dollars / 1e3:,.0f}k" if abs(dollars) >= 1e3 else f"${dollars:,.0f}"


def cells(axes: Axes, values: NDArray[np.float64], colours: Colormap, scale: Normalize) -> QuadMesh:
    """A table of coloured cells, the first row on top. They are drawn as shapes: an image would
    blur when enlarged.
    """
    rows, columns = values.shape
    edges = np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5
    mesh = axes.pcolormesh(
        *edges,
        np.ma.masked_invalid(values),
        cmap=colours,
        norm=scale,
        edgecolor="face",
        linewidth=0.3,
    )
    axes.invert_yaxis()
    return mesh


def bars(
    axes: Axes,
    names: Sequence[str],
    values: Sequence[float],
    colours: Sequence[str],
    said: Sequence[str],
) -> None:
    """Horizontal bars, the first on top, each with its figure at the end."""
    places = range(len(names))
    axes.barh(places, values, color=colours, height=0.68)
    axes.set_yticks(places, labels=names)
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color=INK, linewidth=0.8)
    low, high = min(0.0, *values), max(0.0, *values)
    room = (high - low) * 0.16 or 1.0
    axes.set_xlim(low - 1.25 * room * (low < 0), high + room * (high > 0))
    for place, (value, text) in enumerate(zip(values, said, strict=True)):
        gap = (high - low) * 0.008 * (1 if value >= 0 else -1)
        axes.text(
            value + gap,
            place,
            text,
            va="center",
            ha="left" if value >= 0 else "right",
            fontsize=8,
        )
