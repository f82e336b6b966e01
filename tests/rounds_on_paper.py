"""Whole rounds as sections of Markdown, so that whoever knows a rule document can read, check and
add them without Python.

A section is one round. Its list says which clauses it proves, how the table deals and who knows its
cards, who bets what, and which cards come; its table says step by step what happens, and what comes
of it:

    ## A second card is exposed before anybody has looked

    - proves: 5.8.2
    - table: shoe, entered
    - bets: ann 1 ante 25 progressive 5; bob 2 ante 50
    - cards: 1 Ah Kh Qh Jh Th; dealer Ad Kd 4c 4s 8h

    | what happens | what comes of it |
    |---|---|
    | deal 4 | |
    | report cards-exposed: count 1, box 1 | options 1 |
    | close options | |
    | report cards-exposed: count 1, box 2 | void 5.8.2 |
    | settle | ann 0; bob 0 |

A file is called after the rulebooks that it holds for, joined by ``+``. The auditor follows every
round with rules of his own (``tests.tables``).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pitboss.kernel.money import format_cents, to_cents
from pitboss.table.queries import to_ask
from pitboss.table.refusals import TableRefused
from tests.support import RULEBOOKS, proves
from tests.tables import Table, plain

POSTS = {
    "dealer": "dealer:dana",
    "supervisor": "pit-supervisor:sam",
    "manager": "pit-manager:pat",
    "shift manager": "shift-manager:max",
}

DECISIONS = {
    "looks": "examine",
    "folds": "fold",
    "raises": "raise",
    "checks": "check",
    "sets": "set-hand",
    "does not show": "decline-to-show",
    "chooses": "choose-option",
}


@dataclass
class RoundOnPaper:
    """One round as its section tells it."""

    title: str
    facts: dict[str, str] = field(default_factory=dict)
    steps: list[tuple[str, str]] = field(default_factory=list)


def rounds_in(path: Path) -> Iterator[RoundOnPaper]:
    """The rounds of a file."""
    found: RoundOnPaper | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            if found is not None:
                yield found
            found = RoundOnPaper(line.removeprefix("## "))
        elif found is not None and (fact := re.match(r"- (\w+): (.*)", line)):
            found.facts[fact[1]] = fact[2]
        elif found is not None and line.startswith("|"):
            does, comes = (cell.strip() for cell in line.strip("|").split("|"))
            if does != "what happens" and set(does) != {"-"}:
                found.steps.append((does, comes))
    if found is not None:
        yield found


def rounds_on_paper(folder: Path) -> list[Any]:
    """Every round of a folder as a parameter, marked with its clauses."""
    parameters = []
    for path in sorted(folder.glob("*.md")):
        rulebooks = path.stem.split("+")
        assert set(rulebooks) <= set(RULEBOOKS), f"{path.name} is named after no rulebook"
        for found in rounds_in(path):
            clauses = re.split(r",\s*", found.facts["proves"])
            parameters += [
                pytest.param(
                    rulebook,
                    found,
                    marks=[proves(rulebook, *clauses)],
                    id=f"{rulebook} {found.title}",
                )
                for rulebook in rulebooks
            ]
    return parameters


def play(rulebook: str, round: RoundOnPaper) -> None:
    """Plays a round and looks after each step whether that came of it."""
    player = _Player(rulebook, round.facts)
    for does, comes in round.steps:
        try:
            player.step(does, comes)
        except AssertionError as error:
            raise AssertionError(f"{round.title}: {does} → {comes}: {error}") from error


class _Player:
    """Reads what happens as commands, and looks at what comes of it."""

    def __init__(self, rulebook: str, facts: dict[str, str]) -> None:
        dealing, cards, *more = facts["table"].split(", ")
        extra: dict[str, Any] = {}
        for setting in more:
            name, *values = setting.split()
            if name == "limits":
                extra.setdefault("limits", {})[values[0]] = (values[1], values[2])
            elif name == "no" and values == ["progressive"]:
                extra["progressive"] = None
            else:
                extra[name] = int(values[0]) if name == "boxes" else values[0]
        self.table = Table.open(rulebook, dealing, cards=cards, **extra)
        self.refusal: TableRefused | None = None
        if "cards" in facts:
            self.table.cards(_cards(facts["cards"]))
        if "bets" in facts:
            self.table.do("open-betting")
            self._bets(facts["bets"])
            self.table.do("close-betting")

    def _bets(self, bets: str) -> None:
        for one in bets.split("; "):
            name, box, *laid = one.split()
            for bet, amount in zip(laid[::2], laid[1::2], strict=True):
                self.table.do("place-bet", f"player:{name}", box=int(box), bet=bet, amount=amount)

    def step(self, does: str, comes: str) -> None:
        expected = [one for one in comes.split("; ") if one]
        refused = [one for one in expected if one.startswith("refused ")]
        self.refusal = None
        if refused:
            do, by, fields = self._command(does)
            self.refusal = self.table.refuse(do, by, **fields)
            assert f"refused {self.refusal.code}" == refused[0], (
                f"refused {self.refusal.code}: {self.refusal.message}"
            )
        else:
            self._carry_out(does)
        for one in expected:
            if one not in refused:
                self._look(one)

    def _carry_out(self, does: str) -> None:
        t = self.table
        if does == "deal":
            t.deal_all()
        elif found := re.fullmatch(r"deal (\d+)", does):
            for _ in range(int(found[1])):
                t.deal()
        elif found := re.fullmatch(r"(\d+) sets (.+)", does):
            t.choose(int(found[1]), "set-hand", three=found[2].split())
        elif does == "show":
            t.show_all()
        elif found := re.fullmatch(r"(\d+) hours later", does):
            t.now_ms += int(found[1]) * 3_600_000
        elif does.startswith("bets "):
            self._bets(does.removeprefix("bets "))
        elif does.startswith("cards "):
            t.cards(_cards(does.removeprefix("cards ")))
        elif does:
            do, by, fields = self._command(does)
            t.do(do, by, **fields)

    def _command(self, does: str) -> tuple[str, str, dict[str, Any]]:
        """What happens as a command: its name, who gives it, its fields."""
        if does == "deal":
            return "deal", POSTS["dealer"], {}
        if does == "close options":
            return "close-options", POSTS["dealer"], {}
        if found := re.fullmatch(r"(?:(.+?): )?report ([\w-]+)(?:: (.+))?", does):
            return "report", self._who(found[1]), {"incident": found[2], **_report(found[3] or "")}
        if found := re.fullmatch(
            r"(?:(.+?): )?correct (entry|before|after) (\d+)(?: with (\d+))?(?: to (.+))?", does
        ):
            return "correct", self._who(found[1]), self._correction(*found.groups()[1:])
        if found := re.fullmatch(r"([\w ]+?) confirms(?: ([\w-]+))?(?: with (.+))?", does):
            told = {"facts": _report(found[3])["facts"]} if found[3] else {}
            return "confirm", self._who(found[1]), {"decision": found[2], **told}
        if found := re.fullmatch(rf"(?:(\w+) on )?(\d+) ({'|'.join(DECISIONS)})(?: (.+))?", does):
            return self._decision(found[1], int(found[2]), found[3], found[4])
        if found := re.fullmatch(r"(?:(.+?): )?([\w-]+)((?: [\w-]+ [^,]+,?)*)", does):
            return found[2], self._who(found[1]), _fields(found[3])
        raise AssertionError(f"nobody knows what that is: {does}")

    def _decision(
        self, name: str | None, box: int, does: str, with_what: str | None
    ) -> tuple[str, str, dict[str, Any]]:
        seated = self.table.round.boxes[box].player if box in self.table.round.boxes else "ann"
        key = {"raises": "amount", "chooses": "option", "sets": "three"}.get(does)
        told = with_what.split() if with_what and does == "sets" else with_what
        fields = {} if key is None else {key: told}
        return DECISIONS[does], f"player:{name or seated}", {"box": box, **fields}

    def _correction(
        self, where: str, entry: str, other: str | None, should_be: str | None
    ) -> dict[str, Any]:
        fields: dict[str, Any] = {where: int(entry), "reason": "It was entered wrongly."}
        if other is not None:
            fields["swap_with"] = int(other)
        if should_be is not None:
            do, _, told = self._command(should_be)
            named = {name.replace("_", "-"): value for name, value in told.items()}
            fields["should_be"] = {"do": do, **named}
        return fields

    @staticmethod
    def _who(name: str | None) -> str:
        return POSTS.get(name or "dealer") or f"player:{name}"

    # ── what comes of it ──────────────────────────────────────────────────────────────────────────

    def _look(self, expected: str) -> None:
        t = self.table
        word, _, rest = expected.partition(" ")
        if word == "void":
            found = " ".join(t.round.void_clauses)
            assert t.phase == "void", t.phase
        elif word == "options":
            found = " ".join(map(str, t.round.offered)) or "none"
        elif word == "waits":
            pending = t.round.pending
            authority = None if pending is None else pending.ruling.authority
            found = "for nobody" if authority is None else f"for {authority.value}"
        elif word == "phase":
            found = t.phase
        elif word == "ruled":
            reported = t.round.reported
            assert reported is not None
            ruling = reported.ruling
            found = f"{', '.join(ruling.effects)} [{', '.join(ruling.clauses)}]"
        elif word == "cites":
            assert self.refusal is not None
            found = " ".join(self.refusal.clauses)
        elif word == "asked":
            found = " ".join(map(str, to_ask(t.round)))
        elif word == "jackpot":
            settlement = t.round.settlement
            assert settlement is not None
            found = plain(settlement)["jackpot"]["after"]
        elif word in ("dealer", "community") or " has " in expected:
            place, _, rest = expected.partition(" has ")
            found = t.held(int(place) if place.isdecimal() else place)
        elif word.isdecimal():
            self._line(int(word), rest)
            return
        else:
            found, rest = self._net(word), f"{to_cents_signed(rest):+d}"
        assert found == rest, f"it is {found}"

    def _net(self, player: str) -> str:
        """What a player is up or down once he has been paid."""
        state = self.table.state
        paid = {} if state.round is None else state.round.paid
        return f"{state.chips.get(player, 0) + paid.get(player, 0):+d}"

    def _line(self, box: int, expected: str) -> None:
        """``ante lose [3.14.2]``, ``bet win 50.00 [3.14.1, 4.1]``; the amount is all that comes
        back, stake and winnings.
        """
        found = re.fullmatch(r"(\S+) (\w+)(?: ([\d.]+))?(?: \[(.*)\])?", expected)
        assert found is not None, f"nobody knows what that is: {expected}"
        line = self.table.line(found[1], box)
        assert line["result"] == found[2], line
        if found[3] is not None:
            got = to_cents(line["returned"]) + to_cents(line["winnings"])
            assert format_cents(got) == format_cents(to_cents(found[3])), line
        if found[4] is not None:
            assert ", ".join(line["clauses"]) == found[4], line


def to_cents_signed(text: str) -> int:
    """``+50``, ``-12.50`` or ``0`` dollars in cents."""
    sign = -1 if text[0] in "-−" else 1
    return sign * to_cents(text.lstrip("+-−"))


def _cards(told: str) -> dict[int | str, str]:
    found: dict[int | str, str] = {}
    for one in told.split("; "):
        place, _, cards = one.partition(" ")
        found[int(place) if place.isdecimal() else place] = cards
    return found


def _report(told: str) -> dict[str, Any]:
    """The fields of a report: what it names, and its facts."""
    found: dict[str, Any] = {"facts": {}}
    for one in told.split(", ") if told else ():
        name, _, value = one.partition(" ")
        match name:
            case "box":
                found[name] = int(value)
            case "boxes":
                found[name] = [] if value == "none" else [int(box) for box in value.split()]
            case "bet" | "amount" | "player":
                found[name] = value
            case "moves":
                pairs = (pair.split(">") for pair in value.split())
                found[name] = [[int(source), int(target)] for source, target in pairs]
            case "hand":
                place, _, cards = value.partition(" ")
                found.setdefault("hands", {})[place] = cards.split()
            case _:
                found["facts"][name] = _fact(value)
    return found


def _fact(value: str) -> bool | int | str:
    if value in ("yes", "no"):
        return value == "yes"
    return int(value) if value.isdecimal() else value


def _fields(told: str) -> dict[str, Any]:
    """``box 1, bet ante, amount 50`` as the fields of a command."""
    found: dict[str, Any] = {}
    for one in told.split(","):
        name, _, value = one.strip().partition(" ")
        if name:
            cards = name in ("cards", "bets", "three")
            plain = _fact(value) if name in ("box", "entry", "rest", "all", "let-stand") else value
            found[name.replace("-", "_")] = value.split() if cards else plain
    return found
