"""Rulings on a live round. Checks that what was reported could happen then, that the ruling is the
rulebook's for the facts reported and those the table knows, and that whoever decided had the
authority.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import UNSET

from pitboss.audit.books.course_book import (
    BETTING,
    CLOSED,
    DEALING,
    DECIDING,
    REVEALED,
    SETTLED,
    has_to_decide,
    phase,
)
from pitboss.audit.books.order_book import beyond_repair
from pitboss.audit.books.remedy_book import remedies
from pitboss.audit.books.round_book import (
    FOLDED,
    INVALID,
    LEFT,
    PROGRESSIVE,
    BoxBook,
    RoundBook,
    hands_viewed,
    note_look,
    players_have_seen,
)
from pitboss.audit.report import Misfit, fits
from pitboss.audit.ruling_tables import AuditedRuling, Facts, ruled
from pitboss.table import events as e

if TYPE_CHECKING:
    from pitboss.audit.books.table_book import TableBook

LEFT_OPEN = {"refer", "may-bar-player", "may-withdraw"}
"""Effects that the rules leave to an authority; it merely confirms all others."""
DOWN, EXPOSED, INTERRUPTED = (
    "progressive-system-down",
    "cards-exposed",
    "technical-interruption",
)
AFFECTS, GO_ON = "affects_continuation", "continue"

_ANY = {BETTING, CLOSED, DEALING, DECIDING, REVEALED, SETTLED}
_CLOSED = {CLOSED, DEALING, DECIDING, REVEALED}
_DEAL = {DEALING, DECIDING}
_TABLE = {DEALING, DECIDING, REVEALED, SETTLED}
_WHEN: Mapping[str, set[str]] = {
    "wrong-raise": {REVEALED, SETTLED},
    "cards-insufficient": {BETTING, CLOSED, DEALING, DECIDING},
    EXPOSED: _DEAL | {CLOSED},
    "misdeal": _TABLE,
    "wrong-dealer-card-count": _TABLE,
    "wrong-player-card-count": _TABLE,
    "wrong-community-card-count": _TABLE,
    "burn-missed": _TABLE,
    "late-bet": {*_CLOSED, SETTLED},
    "late-withdrawal": {*_CLOSED, SETTLED},
    "card-face-up-in-shoe": {CLOSED, DEALING, DECIDING},
    "cards-drawn-together": _DEAL | {CLOSED},
    "other-dealing-error": _TABLE,
    "extra-hand-examined": _TABLE,
    "hand-not-confidential": _TABLE,
    "several-positions-in-error": _TABLE | {CLOSED},
}
"""The phase a round must be in for an incident; if not listed, any time before it is void."""

_COUNTS = {"wrong-dealer-card-count", "wrong-player-card-count", "wrong-community-card-count"}
_AT_THE_CLOSE = {"over-maximum-bet", "under-minimum-bet", "progressive-without-ante"}
_NO_ROUND = {"unlisted", DOWN}


# ── what is reported ──────────────────────────────────────────────────────────────────────────────


def on_reported(table: "TableBook", event: e.IncidentReported) -> None:
    """Checks that a report is ruled on as the rulebook says."""
    round, facts = table.now, event.facts
    incident = str(event.ruling.incident)
    fits("the rulebook of a ruling", table.book.id, event.ruling.rulebook)
    if event.by.post < 1:
        raise Misfit("who reports", "a dealer or above", event.by.name)
    later = _noticed_later(incident, facts)
    box = None if round is None or event.box is None else round.boxes.get(event.box)
    _check_occasion(round, incident, later)
    _check_chips(table, event, incident, box)
    known = known_facts(table, incident, facts, box, event.bet)
    ruling = _fitted(table, ruled(table.book, incident, {**facts, **known}), event)
    to_pit = bool(round and round.boxes) and _asks_the_pit(incident, ruling, facts)
    if to_pit:
        ruling = ruling._replace(authority="pit-supervisor")
    elif _is_unaffected(incident, facts, None):
        ruling = _unaffected(ruling)
    _check_same(ruling, event)
    waits = round is not None and (to_pit or _must_wait(ruling, event.by.post))
    fits(f"whether {incident} waits for an authority", waits, event.waits)
    if round is None:
        table.owed = [e.OperationAwaited()] if "choose-operation" in ruling.effects else []
        return
    if waits:
        round.waits = event
        return
    note_look(table, round, incident, facts)
    _note_exposed(round, incident, facts)
    table.owed = remedies(table, round, event, ruling, None, event.by, facts)
    if round.on_hold and incident != INTERRUPTED and e.RoundVoided not in map(type, table.owed):
        raise Misfit("a round on hold goes on when it has been ruled", "no report", incident)


def _check_same(ruling: AuditedRuling, event: e.IncidentReported | e.RulingConfirmed) -> None:
    stored = AuditedRuling.stored(event.ruling)
    if not ruling.because:
        stored = stored._replace(because="")
    if ruling != stored:
        name = next(one for one in ruling._fields if getattr(ruling, one) != getattr(stored, one))
        raise Misfit(
            f"the ruling on {event.ruling.incident}, {name.replace('_', '-')}",
            getattr(ruling, name),
            f"{getattr(stored, name)}, by {event.by.name}",
        )


def _noticed_later(incident: str, told: Facts) -> bool:
    return incident == "error-noticed-later" or (
        incident in _COUNTS and told.get("noticed") == "later"
    )


def _check_occasion(round: RoundBook | None, incident: str, later: bool) -> None:
    if round is None:
        if not later and incident not in _NO_ROUND:
            raise Misfit(f"{incident} is reported in a round", "a round", "none")
        return
    when = _WHEN.get(incident, _ANY)
    if not later and phase(round) not in when:
        raise Misfit(f"when {incident} can be reported", ", ".join(sorted(when)), phase(round))


def _check_chips(
    table: "TableBook", event: e.IncidentReported, incident: str, box: BoxBook | None
) -> None:
    """Checks that the chips found match the incident."""
    bet, amount = event.bet, event.amount
    if bet is None or amount is None or box is None:
        return
    least, most = limits_of(table, bet)
    wrong = {
        "over-maximum-bet": most is None or amount <= most,
        "under-minimum-bet": least is None or amount >= least,
        "wrong-raise": amount == raise_of(table, box, bet),
    }
    if wrong.get(incident, False):
        raise Misfit(f"{bet} on box {box.number} is {incident}", (least, most), amount)
    if incident == "wrong-raise":
        size = "more" if amount > (raise_of(table, box, bet) or 0) else "less"
        fits("whether a raise is too large or too small", size, event.facts.get("size"))


def limits_of(table: "TableBook", bet: str) -> tuple[int | None, int | None]:
    """The limits of a wager; a progressive bet has one fixed amount."""
    settings = table.settings
    if settings is None:
        raise Misfit("a table with a round is open", "it is", "it is not")
    if bet == PROGRESSIVE:
        return settings.progressive_bet, settings.progressive_bet
    limit = settings.limits.get(bet)
    return (None, None) if limit is None else (limit.min, limit.max)


def raise_of(table: "TableBook", box: BoxBook, bet: str) -> int | None:
    """What a raise must be: its multiple of the opening wager, capped at the maximum."""
    if table.book.find("wagers", bet, "kind") != "raise":
        return None
    laid, most = box.bets.get(table.opening_wager, 0), limits_of(table, table.opening_wager)[1]
    return (laid if most is None else min(laid, most)) * table.book.times_opening(bet)


# ── facts that the table knows itself ─────────────────────────────────────────────────────────────


def known_facts(
    table: "TableBook",
    incident: str,
    told: Facts,
    box: BoxBook | None,
    bet: str | None = None,
    confirming: bool = False,
) -> dict[str, bool | int | str]:
    """Facts that the table knows and nobody need report."""
    round, settings = table.now, table.settings
    if settings is None:
        raise Misfit("a table that reports is open", "it is", "it is not")
    if round is None or _noticed_later(incident, told):
        return {"noticed": "later", "players_have_seen": False}
    closing = "after-close" if round.closed else "before-close"
    facts: dict[str, bool | int | str] = {
        "noticed": closing if incident in _AT_THE_CLOSE else "this-round",
        "outcome_established": _outcome_established(table, round),
    }
    seen = players_have_seen(table, round, confirming)
    if seen is not None:
        facts["players_have_seen"] = seen
    if incident == EXPOSED and (count := _all_exposed(table, round, told, confirming)) is not None:
        facts["count"] = count
    if incident == "burn-missed" and beyond_repair(table, round, told):
        # Void in any case, whether or not anybody has looked.
        told_of = told.get("players_have_seen", False)
        facts = {"players_have_seen": told_of} | facts | {"can_reconstruct": False}
    if box is not None:
        facts["decision_outstanding"] = has_to_decide(round, box)
        players = dict(box.owners(bet or table.opening_wager))
        facts["settled_before"] = not table.played_under_minimum.isdisjoint(players)
        viewed = hands_viewed(table, round, box.player, told)
        if viewed is not None:
            facts["hands_viewed"] = viewed
    return facts


def _outcome_established(table: "TableBook", round: RoundBook) -> bool:
    """Whether the open cards have decided any wager."""
    if round.revealed or round.settled is not None:
        return True
    hands = [box.hand for box in round.boxes.values()]
    leaving_loses = table.book.find("play", "leaving") == "folded"
    if FOLDED in hands or (LEFT in hands and leaving_loses):
        return True
    if table.course is None:
        raise Misfit("only a course that is known is followed", "it is", "it is not")
    settled = table.course.flop_settles
    return round.community_open > 0 and any(
        box.hand != INVALID and any(box.bets.get(bet) for bet in settled)
        for box in round.boxes.values()
    )


def _all_exposed(table: "TableBook", round: RoundBook, told: Facts, confirming: bool) -> int | None:
    """How many cards have been exposed in this deal, including those reported now."""
    count = told.get("count")
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        return None
    before, waiting = round.exposed, round.waits
    if waiting is not None and waiting.ruling.incident == EXPOSED and not confirming:
        before = _and_more(before, waiting.facts)
    dealers, others = _and_more(before, told)
    rows = table.book.find("rulings", EXPOSED) or ()
    spares = any("use-as-face-up-card" in row["effects"] for row in rows)
    if not spares or dealers > 1:
        return dealers + others
    return 1 if told.get("dealers_card") is True else others


def _and_more(before: tuple[int, int], facts: Facts) -> tuple[int, int]:
    count = facts.get("count")
    if not isinstance(count, int):
        return before
    dealers, others = before
    if facts.get("dealers_card") is True:
        return dealers + count, others
    return dealers, others + count


def _note_exposed(round: RoundBook, incident: str, facts: Facts) -> None:
    if incident == EXPOSED:
        round.exposed = _and_more(round.exposed, facts)


# ── where the row is not the whole ruling ─────────────────────────────────────────────────────────


def _fitted(table: "TableBook", ruling: AuditedRuling, event: e.IncidentReported) -> AuditedRuling:
    """Adapts a ruling to chips on the coin spot, or to a failure between rounds."""
    incident, book = event.ruling.incident, table.book
    if incident == "under-minimum-bet" and event.bet == PROGRESSIVE:
        clauses = book.find("refusals", "wrong-progressive-amount") or ruling.clauses
        return ruling._replace(effects=("return-bet",), clauses=tuple(clauses), because="")
    if table.now is None and "choose-operation" in ruling.effects:
        clause = book.text("powers", "choose-operation", "clause")
        return ruling._replace(effects=("choose-operation",), clauses=(clause,), because="")
    too_late = table.now is not None and table.now.revealed
    if too_late and not {"may-withdraw", "may-bar-player"}.isdisjoint(ruling.effects):
        return ruling._replace(because="")
    return ruling


def _asks_the_pit(incident: str, ruling: AuditedRuling, told: Facts) -> bool:
    asked = incident == INTERRUPTED and told.get(AFFECTS) == "unknown"
    return asked and ruling.effects != ("continue",)


def _is_unaffected(incident: str, told: Facts, decision: str | None) -> bool:
    if incident != INTERRUPTED:
        return False
    return told.get(AFFECTS) is False or (told.get(AFFECTS) == "unknown" and decision == GO_ON)


def _unaffected(ruling: AuditedRuling) -> AuditedRuling:
    above = ruling.clauses[0].rpartition(".")[0]
    return ruling._replace(effects=("continue",), clauses=(above,), because="")


def _must_wait(ruling: AuditedRuling, post: int) -> bool:
    """Whether somebody has yet to decide. The house's choice only concerns later rounds."""
    if ruling.authority is None or "choose-operation" in ruling.effects:
        return False
    return not LEFT_OPEN.isdisjoint(ruling.effects) or post < ruling.least_post


# ── what is decided ───────────────────────────────────────────────────────────────────────────────


def on_confirmed(table: "TableBook", event: e.RulingConfirmed) -> None:
    """Checks that a waiting ruling was made by somebody with the authority."""
    round = table.round()
    report = round.waits
    if report is None:
        raise Misfit("a ruling is confirmed that waits", "a ruling", "none")
    incident = str(report.ruling.incident)
    fits("what is ruled on", incident, str(event.ruling.incident))
    least = AuditedRuling.stored(report.ruling).least_post
    if event.by.post < least:
        raise Misfit(f"who rules on {incident}", f"a post of {least} or above", event.by.name)
    facts = {**report.facts, **({} if event.facts is UNSET else event.facts)}
    box = None if report.box is None else round.boxes.get(report.box)
    known = known_facts(table, incident, facts, box, confirming=True)
    ruling = ruled(table.book, incident, {**facts, **known})
    unaffected = _is_unaffected(incident, facts, event.decision)
    if unaffected:
        ruling = _unaffected(ruling)
    _check_same(ruling, event)
    allowed = {GO_ON} if unaffected else decisions_on(incident, ruling, round)
    if event.decision not in allowed:
        raise Misfit(
            f"what may be decided on {incident}", sorted(map(str, allowed)), event.decision
        )
    note_look(table, round, incident, facts)
    _note_exposed(round, incident, report.facts)
    round.waits = None
    table.owed = []
    if not unaffected:
        table.owed = remedies(table, round, report, ruling, event.decision, event.by, facts)


def decisions_on(incident: str, ruling: AuditedRuling, round: RoundBook) -> set[str | None]:
    """What an authority may decide; None means confirming the ruling as it is. What was claimed
    before the jackpot failed is out of its reach.
    """
    if "refer" in ruling.effects:
        if incident == DOWN and round.claimed:
            return {GO_ON}
        returned = {"return-progressive"} if incident == DOWN else set()
        return {"void-round", "continue", "invalidate-hand", "bar-player", *returned}
    if incident == INTERRUPTED:
        return {None, GO_ON}
    if "may-bar-player" in ruling.effects:
        return {"bar-player", "decline"}
    return {None, "decline"} if "may-withdraw" in ruling.effects else {None}


# ── what players choose ───────────────────────────────────────────────────────────────────────────


def on_offered(table: "TableBook", event: e.OptionsOffered) -> None:
    round = table.round()
    choices = round.choices
    choices.offered = dict.fromkeys(event.boxes, event.options)
    choices.choosers = {number: (round.box(number).player,) for number in event.boxes}
    for number, player in () if event.beside is UNSET else event.beside:
        choices.choosers[number] += (player,)
    choices.clauses, choices.all_or_none = event.clauses, event.all_or_none


def on_options_closed(table: "TableBook", event: e.OptionsClosed) -> None:
    choices = table.round().choices
    if not choices.offered:
        raise Misfit("options are closed that were offered", "options", "none")
    choices.offered, choices.choosers = {}, {}


def on_voided(table: "TableBook", event: e.RoundVoided) -> None:
    round = table.round()
    round.waits, round.choices.offered = None, {}
