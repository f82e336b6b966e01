"""Self-contained pages: one file, no script, nothing loaded from elsewhere."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path

STYLE = """
:root { color-scheme: light; --ink: #1d2733; --quiet: #5c6873; --line: #dfe4e8; --blue: #2c5f8d;
  --paper: #fff; }
* { box-sizing: border-box; }
body { margin: 0; background: #f3f5f7; color: var(--ink);
  font: 16px/1.55 "Source Sans 3", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 3rem clamp(1rem, 5vw, 4rem) 4rem;
  background: var(--paper); }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .4rem; letter-spacing: -.01em; }
h2 { font-size: 1.25rem; margin: 3rem 0 .8rem; padding-top: .8rem;
  border-top: 2px solid var(--ink); }
p { margin: .6rem 0; max-width: 46rem; }
.lead, .note, figcaption { color: var(--quiet); }
.note { font-size: .9rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 1px;
  margin: 1.6rem 0;
  padding: 0; background: var(--line); border: 1px solid var(--line); list-style: none; }
.figures li { background: var(--paper); padding: .8rem .9rem; }
.figures b { display: block; font-size: 1.3rem; font-weight: 600;
  font-variant-numeric: tabular-nums; }
.figures span { color: var(--quiet); font-size: .85rem; }
figure { margin: 1.6rem 0 2.2rem; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { font-size: .9rem; margin-top: .5rem; max-width: 46rem; }
figcaption b { color: var(--ink); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .8rem 0 1.2rem; font-size: .92rem;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th { text-align: right; font-weight: 600; color: var(--quiet); border-bottom: 1px solid var(--ink);
  padding: .35rem .6rem; }
td { text-align: right; border-bottom: 1px solid var(--line); padding: .35rem .6rem;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td.wrap { white-space: normal; text-align: left; }
td.exact { font-size: .8rem; color: var(--quiet); }
tr.total td { font-weight: 600; border-top: 1px solid var(--ink); }
details { margin: .4rem 0 1rem; } summary { cursor: pointer; color: var(--blue); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line);
  color: var(--quiet);
  font-size: .88rem; }
@media print { body { background: none; } main { padding: 0; max-width: none; } figure, table {
  break-inside: avoid; }
  h2 { break-after: avoid; } details > * { display: block; } }
"""

# Nothing may be loaded, whatever the page says; the style is inline.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(title: str, body: Iterable[str]) -> str:
    """A whole page."""
    return (
        "<!DOCTYPE html>\n"
        '<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>\n"
        + "\n".join(body)
        + "\n</main></body></html>\n"
    )


def write(file: Path, text: str) -> None:
    """Writes a page; raises OSError if that fails."""
    file.write_text(text, encoding="utf-8")


def title(text: str) -> str:
    return f"<h1>{escape(text)}</h1>"


def footer(text: str) -> str:
    return f"<footer>{escape(text)}</footer>"


def heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def key_figures(figures: Iterable[tuple[str, str]]) -> str:
    """The few numbers that readers look for first: each with its name."""
    items = "".join(
        f"<li><b>{escape(value)}</b><span>{escape(name)}</span></li>" for name, value in figures
    )
    return f'<ul class="figures">{items}</ul>'


def figure(svg: str, title: str, text: str) -> str:
    """A picture with its caption."""
    return f"<figure>{svg}<figcaption><b>{escape(title)}.</b> {escape(text)}</figcaption></figure>"


def table(
    caption: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    wrapped: Sequence[int] = (),
    exact: Sequence[int] = (),
    total: bool = False,
) -> str:
    """A table. Columns in ``wrapped`` hold sentences, those in ``exact`` fractions; ``total`` sets
    off the last row.
    """
    rows = [*rows]
    kinds = {**dict.fromkeys(wrapped, "wrap"), **dict.fromkeys(exact, "exact")}
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in header)
    body = []
    for number, row in enumerate(rows):
        cells = "".join(
            f'<td class="{kinds[at]}">{escape(cell)}</td>'
            if at in kinds
            else f"<td>{escape(cell)}</td>"
            for at, cell in enumerate(row)
        )
        body.append(
            f'<tr class="total">{cells}</tr>'
            if total and number == len(rows) - 1
            else f"<tr>{cells}</tr>"
        )
    return (
        f'<div class="scroll"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def folded(summary: str, inside: str) -> str:
    """Details for those who want them."""
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>"


def percent(value: Fraction | float, places: int = 4) -> str:
    """``5.1991%``, with a true minus sign."""
    return f"{100 * float(value):.{places}f}%".replace("-", "−")


def fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}".replace("-", "−")
