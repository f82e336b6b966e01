"""Records, settlements, reports and the audit's findings as JSON Schema: how a casino's books look
from outside.
"""

from pitboss.games.settlement import Result
from pitboss.jackpot.state import ClaimStanding
from pitboss.web.api.schemas import (
    AMOUNT,
    CARD,
    FREE,
    LIMITS,
    LINK_PARAMETERS,
    TEXT,
    WHOLE,
    YES_OR_NO,
    Schema,
    fields,
    many,
    maybe,
    named,
    one_of,
    ref,
)

UNITS: Schema = {
    "type": "string",
    "pattern": r"^-?[0-9]+\.[0-9]{2,6}$",
    "description": "Dollars, to the ten-thousandth of a cent.",
}
TIME: Schema = {"type": "string", "description": "ISO 8601, with the offset."}

_FIGURES = {
    "rounds": WHOLE,
    "void-rounds": WHOLE,
    "turnover": AMOUNT,
    "handle": AMOUNT,
    "win": AMOUNT,
    "win-percent": maybe(TEXT),
    "contributions": UNITS,
    "contributions-jackpot": UNITS,
    "contributions-reserve": UNITS,
    "hits": WHOLE,
    "awards": AMOUNT,
    "incidents": WHOLE,
    "interruptions": WHOLE,
    "refusals": WHOLE,
}

RECORD_COMPONENTS: dict[str, Schema] = {
    "RecordBox": fields(
        {
            "player": maybe(TEXT),
            "cards": many(CARD),
            "hand": one_of(("played", "folded", "left", "unrevealed", "invalid")),
            "arrangement": fields(three=many(CARD)),
            "established": many(TEXT),
            "under_minimum_settled_before": YES_OR_NO,
        },
        box=WHOLE,
        bets=named(AMOUNT),
    ),
    "RoundRecord": fields(
        {
            "outcome": one_of(("completed", "void")),
            "table": fields({"limits": LIMITS}),
            "jackpot": fields(displayed=AMOUNT, reset=AMOUNT),
            "dealer": many(CARD),
            "community": many(CARD),
        },
        id=TEXT,
        rulebook=TEXT,
        boxes=many(ref("RecordBox")),
    )
    | {"description": "The contract's round record (docs/settlement.md)."},
    "SettlementLine": fields(
        {"row": TEXT},
        bet=TEXT,
        stake=AMOUNT,
        result=one_of(Result),
        returned=AMOUNT,
        winnings=AMOUNT,
        clauses=many(TEXT),
    ),
    "SettlementBox": fields(
        box=WHOLE,
        player=maybe(TEXT),
        hand=maybe(TEXT),
        net=AMOUNT,
        lines=many(ref("SettlementLine")),
    ),
    "JackpotAward": fields(box=WHOLE, hand=TEXT, amount=AMOUNT, clauses=many(TEXT)),
    "Settlement": fields(
        {
            "dealer": maybe(fields(hand=maybe(TEXT), qualifies=maybe(YES_OR_NO))),
            "jackpot": maybe(
                fields(before=AMOUNT, after=AMOUNT, added=AMOUNT, awards=many(ref("JackpotAward")))
            ),
        },
        id=TEXT,
        rulebook=TEXT,
        boxes=many(ref("SettlementBox")),
    ),
    "DayFigures": fields(**_FIGURES),
    "TableDay": fields(table=TEXT, rulebook=TEXT, link=maybe(TEXT), **_FIGURES),
    "DayReport": fields(
        **{"link-refusals": WHOLE, "other-refusals": WHOLE},
        date={"type": "string", "format": "date"},
        timezone=TEXT,
        to=TIME,
        tables=many(ref("TableDay")),
        rulebooks=named(ref("DayFigures")),
        total=ref("DayFigures"),
        **{"from": TIME},
    ),
    "JackpotHit": fields(
        claim=TEXT,
        table=TEXT,
        round=TEXT,
        box=WHOLE,
        player=TEXT,
        hand=TEXT,
        part=TEXT,
        dealt=TIME,
        raised=TIME,
        standing=one_of(ClaimStanding),
        award=maybe(AMOUNT),
        paid=maybe(TIME),
        order=maybe(WHOLE),
        resets=YES_OR_NO,
        clauses=many(TEXT),
        note=maybe(TEXT),
        **{"verified-by": many(TEXT), "declined-by": many(TEXT)},
    ),
    "JackpotReport": fields(
        link=TEXT,
        operator=TEXT,
        displayed=AMOUNT,
        locked=YES_OR_NO,
        down=YES_OR_NO,
        notice=maybe(TEXT),
        parameters=LINK_PARAMETERS,
        since=fields(at=TIME, claim=maybe(TEXT)),
        parts=many(fields(what=TEXT, amount=UNITS)),
        jackpot=UNITS,
        tables=many(fields(table=TEXT, entered=UNITS, waiting=UNITS)),
        waiting=UNITS,
        reserve=UNITS,
        overflow=UNITS,
        hits=many(ref("JackpotHit")),
        **{
            "start-paid-by": fields(reserve=UNITS, overflow=UNITS, house=UNITS),
            "adds-up": YES_OR_NO,
            "reserve-waiting": UNITS,
            "hits-ever": WHOLE,
        },
    ),
    "Reconciliation": fields(
        right=YES_OR_NO,
        verdict=TEXT,
        position=WHOLE,
        events=WHOLE,
        accounts=named(UNITS),
        sum=UNITS,
        checks=WHOLE,
        wrong=many(fields(about=TEXT, what=TEXT, expected=UNITS, found=UNITS)),
    ),
    "ShuffleCheck": fields(
        {"problem": TEXT, "id": maybe(TEXT)},
        round=TEXT,
        commitment=TEXT,
        secret=TEXT,
        seeds=named(TEXT),
        deck=many(CARD),
        verified=YES_OR_NO,
    ),
    "AuditFinding": {
        "type": "object",
        "required": ["sentence"],
        "properties": {"sentence": TEXT},
        "description": "The first place that does not fit, in a sentence and in its parts.",
    },
    "AuditReport": {
        "type": "object",
        "required": ["content", "problem"],
        "properties": {
            "content": YES_OR_NO,
            "problem": maybe(ref("AuditFinding")),
            "counts": named(WHOLE),
            "signed_up_to": WHOLE,
            "unsigned": WHOLE,
        },
        "description": "Whether everything fits; counts of what was checked; the position up to "
        "which checkpoints sign everything, and how many records came after it.",
    },
    "Facts": FREE | {"description": "The facts of an incident by name (docs/rulings.md)."},
}
"""What has a name in the document."""
