"""Why a command is refused: a stable code, a sentence, and the clauses."""

from enum import StrEnum

import msgspec


class TableRefusal(StrEnum):
    """The codes, in order of precedence: if there are several reasons, the first is given."""

    NO_TABLE = "no-table"
    TABLE_EXISTS = "table-exists"
    NOT_ALLOWED = "not-allowed"
    RULING_PENDING = "ruling-pending"
    OPTIONS_PENDING = "options-pending"
    TABLE_CLOSED = "table-closed"
    BAD_CONFIGURATION = "bad-configuration"
    NOTHING_PENDING = "nothing-pending"
    CHANGED_SINCE = "changed-since"
    REASON_NEEDED = "reason-needed"
    NO_SUCH_ENTRY = "no-such-entry"
    ENTRY_STANDS = "entry-stands"
    CARDS_SEEN = "cards-seen"
    SECOND_PERSON_NEEDED = "second-person-needed"
    NO_SUCH_ROUND = "no-such-round"
    CORRECTION_PENDING = "correction-pending"
    ROUND_IN_PROGRESS = "round-in-progress"
    OPERATION_PENDING = "operation-pending"
    BETTING_NOT_OPEN = "betting-not-open"
    NO_MORE_BETS = "no-more-bets"
    NOT_NOW = "not-now"
    UNKNOWN_INCIDENT = "unknown-incident"
    CANNOT_HAPPEN_NOW = "cannot-happen-now"
    PLAYER_BARRED = "player-barred"
    NO_SUCH_BOX = "no-such-box"
    BOX_BARRED = "box-barred"
    NO_SUCH_BET = "no-such-bet"
    BAD_AMOUNT = "bad-amount"
    SOMEONE_ELSES_BOX = "someone-elses-box"
    ONE_POSITION_ONLY = "one-position-only"
    NEEDS_OPENING_WAGER = "needs-opening-wager"
    NO_PROGRESSIVE = "no-progressive"
    WRONG_PROGRESSIVE_AMOUNT = "wrong-progressive-amount"
    OVER_MAXIMUM = "over-maximum"
    UNDER_MINIMUM = "under-minimum"
    NOTHING_BET = "nothing-bet"
    NO_SECRET = "no-secret"
    NO_SEEDS_HERE = "no-seeds-here"
    SEED_NEEDS_BET = "seed-needs-bet"
    SEED_FIXED = "seed-fixed"
    WRONG_SEED = "wrong-seed"
    SEEDS_OUTSTANDING = "seeds-outstanding"
    WRONG_PLACE = "wrong-place"
    CARDS_NEEDED = "cards-needed"
    CARDS_NOT_TAKEN = "cards-not-taken"
    CARD_ALREADY_OUT = "card-already-out"
    CARD_TWICE = "card-twice"
    HANDS_TO_SHOW = "hands-to-show"
    OUT_OF_TURN = "out-of-turn"
    SECOND_LOOK = "second-look"
    ALREADY_DECIDED = "already-decided"
    WRONG_RAISE = "wrong-raise"
    BAD_SETTING = "bad-setting"
    FACT_NEEDED = "fact-needed"
    BAD_FACT = "bad-fact"
    NO_JACKPOT = "no-jackpot"
    LINK_DOWN = "link-down"
    JACKPOT_PENDING = "jackpot-pending"
    DECISION_NEEDED = "decision-needed"
    NO_SUCH_OPTION = "no-such-option"


class TableRefused(msgspec.Struct, frozen=True):
    """A command that was refused; nothing has changed."""

    code: TableRefusal
    message: str
    clauses: tuple[str, ...] = ()
