"""``pitboss play``: a script of commands, run on as many tables as it names."""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

import msgspec
import typer

from pitboss.cli.streams import fail
from pitboss.games.faults import Fault
from pitboss.games.record import Jackpot
from pitboss.kernel.cards import NAMES
from pitboss.kernel.money import format_cents, parse_cents
from pitboss.lines import decode
from pitboss.rulebook.shelf import Shelf
from pitboss.table import events as e
from pitboss.table.commands import Given, OpenBetting
from pitboss.table.decide import decide
from pitboss.table.evolve import fold
from pitboss.table.reading import Line, read_line
from pitboss.table.refusals import Refused
from pitboss.table.state import TableState
from pitboss.table.views import published_as_json, view

_FIRST_MS = 1_000
_STEP_MS = 1_000

SHOWS = ("story", "table", "json")


class Outcome(msgspec.Struct, frozen=True):
    """What one line of a script led to."""

    line: Line
    before: TableState | None
    after: TableState | None
    events: tuple[e.AnyEvent, ...]
    refused: Refused | None


class Casino:
    """Tables by name, one jackpot for all, a clock that ticks a second a command, and secrets made from a seed.

    It is what a script needs of a casino and no more: nothing is stored.
    """

    def __init__(self, seed: str, shelf: Shelf) -> None:
        self.tables: dict[str, TableState] = {}
        self.jackpot: Jackpot | None = None
        self.now_ms = _FIRST_MS
        self.seed = seed
        self.shelf = shelf

    def run(self, line: Line) -> Outcome:
        """Runs one command."""
        self.jackpot = line.jackpot or self.jackpot
        self.now_ms = line.now_ms if line.now_ms is not None else self.now_ms + _STEP_MS
        before = self.tables.get(line.table)
        given = Given(self.now_ms, line.secret or self._secret(line, before), self.jackpot)
        decided = decide(before, line.command, line.actor, given, line.table, self.shelf)
        if isinstance(decided, Refused):
            return Outcome(line, before, before, (), decided)
        after = fold(decided, before, self.shelf)
        assert after is not None, "the first event of a table opens it"
        self.tables[line.table] = after
        for event in decided:
            self._follow_jackpot(event)
        return Outcome(line, before, after, decided, None)

    def _secret(self, line: Line, before: TableState | None) -> bytes | None:
        if not isinstance(line.command, OpenBetting) or before is None:
            return None
        return hashlib.sha256(f"{self.seed}/{line.table}/{before.rounds + 1}".encode()).digest()

    def _follow_jackpot(self, event: e.AnyEvent) -> None:
        """What a settlement leaves in the jackpot is what the next one finds."""
        settled = event.settlement.get("jackpot") if isinstance(event, e.RoundSettled) else None
        after = parse_cents(settled["after"]) if settled else None
        if after is not None and self.jackpot is not None:
            self.jackpot = Jackpot(after, self.jackpot.reset)


def read_script(lines: Iterable[bytes]) -> Iterator[tuple[int, Line | Fault]]:
    """The commands of a script with their line numbers; blank lines and comments are skipped."""
    for number, text in enumerate(lines, 1):
        stripped = text.strip()
        if not stripped or stripped.startswith(b"#"):
            continue
        try:
            yield number, read_line(decode(stripped))
        except Fault as fault:
            yield number, fault


def play_script(
    file: Path | None, show: str, seed: str, records: Path | None, shuffles: Path | None, shelf: Shelf
) -> int:
    """Runs a script and prints what happens; returns the exit code."""
    if show not in SHOWS:
        raise fail(f"--show takes {', '.join(SHOWS)}, not {show!r}")
    try:
        lines = sys.stdin.buffer.read() if file is None or str(file) == "-" else file.read_bytes()
        record_out = None if records is None else records.open("w", encoding="utf-8")
        shuffle_out = None if shuffles is None else shuffles.open("w", encoding="utf-8")
    except OSError as error:
        raise fail(f"{error.filename} can't be used: {error.strerror}") from None
    casino = Casino(seed, shelf)
    code = 0
    for number, line in read_script(lines.splitlines()):
        if isinstance(line, Fault):
            typer.echo(f"line {number}: {line.code}: {line}", err=True)
            code = 1
            continue
        outcome = casino.run(line)
        _print(outcome, number, show)
        _write(outcome, record_out, shuffle_out)
    for out in (record_out, shuffle_out):
        if out is not None:
            out.close()
    return code


def _write(outcome: Outcome, record_out: TextIO | None, shuffle_out: TextIO | None) -> None:
    for event in outcome.events:
        if isinstance(event, e.RoundConcluded):
            round = None if outcome.before is None else outcome.before.round
            if record_out is not None and round is not None and round.record is not None:
                record_out.write(msgspec.json.encode(round.record).decode() + "\n")
            published = None if outcome.after is None else outcome.after.published
            if (
                shuffle_out is not None
                and published is not None
                and round is not None
                and published.round == round.id
            ):
                shuffle_out.write(msgspec.json.encode(published_as_json(published)).decode() + "\n")


# ── printing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _print(outcome: Outcome, number: int, show: str) -> None:
    if show == "json":
        refused = None if outcome.refused is None else msgspec.to_builtins(outcome.refused)
        events = [event_as_json(event) for event in outcome.events]
        answer = {"line": number, "table": outcome.line.table, "events": events, "refused": refused}
        typer.echo(msgspec.json.encode(answer))
        return
    who = outcome.line.actor.name
    what = str(outcome.line.command.__struct_config__.tag)
    typer.echo(f"{number:4} {outcome.line.table}  {who}: {what}")
    if outcome.refused is not None:
        clauses = f" [{', '.join(outcome.refused.clauses)}]" if outcome.refused.clauses else ""
        typer.echo(f"       refused, {outcome.refused.code}: {outcome.refused.message}{clauses}")
    for event in outcome.events:
        for text in _story(event):
            typer.echo(f"       {text}")
    if show == "table" and outcome.after is not None and outcome.events:
        from pitboss.cli.felt import draw

        typer.echo(draw(view(outcome.after, None)))


def event_as_json(event: e.AnyEvent) -> dict[str, Any]:
    """An event with its cards by name and its secret in hexadecimal digits."""
    found: dict[str, Any] = msgspec.to_builtins(event, builtin_types=(bytes,))
    for name in ("cards", "deck", "three"):
        if found.get(name) is not None:
            found[name] = [NAMES[card] for card in found[name]]
    if found.get("card") is not None:
        found["card"] = NAMES[found["card"]]
    if found.get("secret") is not None:
        found["secret"] = found["secret"].hex()
    return found


def _story(event: e.AnyEvent) -> list[str]:
    """An event in a line of words; a settlement has several."""
    if isinstance(event, e.RoundSettled):
        return list(_settlement_story(event.settlement))
    if isinstance(event, e.IncidentReported):
        ruling = event.ruling
        waits = f" (waits for {ruling.authority})" if event.waits else ""
        effects = ", ".join(ruling.effects)
        return [f"ruling [{', '.join(ruling.clauses)}] {effects}{waits}: {ruling.because}"]
    shown = event_as_json(event)
    name = shown.pop("event")
    for hidden in ("deck", "secret", "by", "settings", "at-ms", "ruling"):
        shown.pop(hidden, None)
    if "amount" in shown and shown["amount"] is not None:
        shown["amount"] = format_cents(shown["amount"])
    facts = ", ".join(
        f"{key} {_words(value)}" for key, value in shown.items() if value not in (None, [], {}, ())
    )
    return [f"{name.partition('/')[0]}: {facts}" if facts else name.partition("/")[0]]


def _words(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _settlement_story(settlement: dict[str, Any]) -> Iterator[str]:
    dealer = settlement["dealer"]
    if dealer is not None:
        yield f"settled; the dealer has {dealer['hand']}" + (
            ""
            if dealer["qualifies"] is None
            else f" and {'qualifies' if dealer['qualifies'] else 'does not qualify'}"
        )
    for box in settlement["boxes"]:
        yield f"box {box['box']} ({box['player']}): {box['hand'] or 'hand not shown'}, net {box['net']}"
        for line in box["lines"]:
            row = f" {line['row']}" if "row" in line else ""
            yield (
                f"  {line['bet']:<11} {line['stake']:>10} {line['result']:<5} back {line['returned']:>10}"
                f" won {line['winnings']:>11}  [{', '.join(line['clauses'])}{row}]"
            )
    jackpot = settlement.get("jackpot")
    if jackpot is not None:
        for award in jackpot["awards"]:
            yield f"  jackpot: {award['amount']} to box {award['box']} for a {award['hand']}"
        yield f"  jackpot {jackpot['before']} -> {jackpot['after']}"
