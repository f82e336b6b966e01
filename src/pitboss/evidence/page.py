"""The page for people: one self-contained HTML file. Every figure that ``verify.py`` checks against
the events is in an element marked with the figure's name.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from pitboss.evidence.clauses import Words

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }
th, td { overflow-wrap: anywhere; text-align: left; padding: .2rem .6rem .2rem 0;
  border-bottom: 1px solid #ccc; vertical-align: top; }
td.sum, th.sum { text-align: right; font-variant-numeric: tabular-nums; }
code { font-size: .85em; overflow-wrap: anywhere; }
.note { color: #555; } @media print { body { margin: 0; } h2 { break-after: avoid; } }
"""

_MOST_TOLD = 5_000
"""With more events in words than this, no browser could print the page; their figures stay."""


_CSS = {"stake": "sum", "result": "", "winnings": "sum", "returned": "sum"}


def figure(figures: Mapping[str, str], name: str, tag: str = "span", css: str = "") -> str:
    """An element with a figure that the verifier checks."""
    kind = f' class="{css}"' if css else ""
    text = escape(figures[name], quote=False)
    return f'<{tag}{kind} data-figure="{escape(name)}">{text}</{tag}>'


def page_of(
    figures: Mapping[str, str],
    files: Mapping[str, Any],
    clauses: Words,
    sentences: Mapping[int, Sequence[str]],
    signed: str,
) -> bytes:
    """The page. ``sentences`` holds events in words, by position; ``signed`` says by whom and
    when.
    """
    return "\n".join(_lines(figures, files, clauses, sentences, signed)).encode() + b"\n"


def _lines(
    figures: Mapping[str, str],
    files: Mapping[str, Any],
    clauses: Words,
    sentences: Mapping[int, Sequence[str]],
    signed: str,
) -> Iterator[str]:
    title = escape(f"Evidence: {figures['subject']}")
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    yield f"<style>{_STYLE}</style></head><body>"
    yield f"<h1>Evidence: {figure(figures, 'subject')}</h1>"
    yield f"<p>{escape(signed)}</p>"
    yield (
        "<p>To check all of it, offline: <code>python3 verify.py</code> in this folder. It names "
        "the first thing that does not fit. Times are UTC; amounts are dollars.</p>"
    )
    for name, settlement in files["settlement.json"].items():
        yield from _round(name, settlement, files["record.json"][name], figures)
    yield from _clauses(clauses)
    yield from _events(files["who.json"], figures, sentences)
    yield "</body></html>"


def _round(name: str, settlement: Any, record: Any, figures: Mapping[str, str]) -> Iterator[str]:
    yield f"<h2>Round {escape(name)}</h2>"
    if settlement is None:
        yield "<p>It was concluded without a settlement: there was no bet.</p>"
    else:
        yield f"<p>By rulebook {escape(settlement['rulebook'])}; {escape(record['outcome'])}.</p>"
        for place in ("dealer", "community"):
            if cards := record.get(place):
                yield f"<p>{place.capitalize()}: {escape(' '.join(cards))}</p>"
        for box in settlement["boxes"]:
            yield from _box(name, box, record, figures)
    if f"{name}/deck" in figures:
        yield (
            "<h3>The shuffle</h3><p>The deck that the secret and the players' seeds give, the "
            f"first card first: <code>{figure(figures, f'{name}/deck')}</code></p>"
        )


def _box(name: str, box: Any, record: Any, figures: Mapping[str, str]) -> Iterator[str]:
    own = f"{name}/{box['box']}"
    whose = f" ({box['player']})" if box["player"] else ""
    shown = {one["box"]: " ".join(one.get("cards", ())) for one in record["boxes"]}
    hand = f", {box['hand'].replace('-', ' ')}" if box["hand"] else ""
    yield f"<h3>Box {box['box']}{escape(whose)}</h3>"
    yield f"<p>Cards: {shown.get(box['box']) or 'not shown'}{escape(hand)}.</p>"
    yield f"<p>Net {figure(figures, f'{own}/net')}</p>"
    if f"{own}/award" in figures:
        yield f"<p>From the jackpot: {figure(figures, f'{own}/award')}</p>"
    yield '<table><tr><th>Wager<th class="sum">Stake<th>Result<th class="sum">Winnings'
    yield '<th class="sum">Returned<th>Clauses</tr>'
    for line in box["lines"]:
        cells = [figure(figures, f"{own}/{line['bet']}/{part}", "td", _CSS[part]) for part in _CSS]
        cited = escape(", ".join(line["clauses"]))
        yield f"<tr><td>{escape(line['bet'])}</td>{''.join(cells)}<td>{cited}</td></tr>"
    yield "</table>"


def _clauses(clauses: Words) -> Iterator[str]:
    for book, cited in clauses.items():
        yield f"<h2>Clauses of {escape(book)}, in words</h2><table>"
        for number, words in cited.items():
            yield f"<tr><th>{escape(number)}</th><td>{escape(words)}</td></tr>"
        yield "</table>"


def _events(
    who: Sequence[Any], figures: Mapping[str, str], sentences: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    yield "<h2>Who did what</h2><table>"
    yield "<tr><th>Position<th>When<th>Who<th>Event<th>In words</tr>"
    for count, one in enumerate(who):
        place = one["position"]
        cells = "".join(figure(figures, f"{place}/{part}", "td") for part in ("at", "who", "what"))
        words_of = sentences.get(place, ()) if count < _MOST_TOLD else ()
        words = "<br>".join(escape(sentence) for sentence in words_of)
        yield f"<tr><td>{place}</td>{cells}<td>{words}</td></tr>"
    yield "</table>"
