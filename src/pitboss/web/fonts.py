"""The fonts of the pages: one for text and one for numerals, the same on every device.

They are subset from an installed package (Manrope, variable) to the letters that pages need, and
packed as WOFF2, when Pitboss is built, or set up from a checkout (``setup.py``). They are no part
of the repository. Without them, pages use the device's own fonts.
"""

from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).parent / "faces"
LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, "–—‘’“”…•′″‹›€−×→▸▾♠♥♦♣"))
NUMERALS = tuple(map(ord, "0123456789.,$%+-−/: "))
"""Numerals have their own file: a sign needs no letters to show its figure."""

FACES = {
    "text": ("Pitboss Text", LETTERS, "200 800"),
    "numerals": ("Pitboss Numerals", NUMERALS, "200 800"),
}


def pack(folder: Path) -> list[Path]:
    """Subsets and packs the faces of the installed package, which only the build needs."""
    from fontTools.subset import Options, Subsetter, save_font
    from fontTools.ttLib import TTFont

    spec = find_spec("font_manrope")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("font-manrope is not installed, which the fonts are made of")
    file = Path(spec.origin).parent / "files" / "Manrope-VariableFont_wght.ttf"
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for name, (_, letters, _) in FACES.items():
        options = Options(flavor="woff2", layout_features=["kern", "liga", "tnum", "lnum", "ccmp"])
        cut = Subsetter(options)
        cut.populate(unicodes=letters)
        with TTFont(file) as font:
            cut.subset(font)
            save_font(font, folder / f"{name}.woff2", options)
        made.append(folder / f"{name}.woff2")
    return made


def style(folder: Path = FOLDER) -> str:
    """The style sheet that names the available faces; empty if there are none."""
    rules = [
        f'@font-face {{ font-family: "{family}"; src: url("../fonts/{name}.woff2") '
        f'format("woff2"); font-weight: {weight}; font-display: swap; }}'
        for name, (family, _, weight) in FACES.items()
        if (folder / f"{name}.woff2").exists()
    ]
    return "\n".join(rules) + "\n"
