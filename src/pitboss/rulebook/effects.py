"""The vocabulary of rulings, and the rows of the tables in which a rulebook keeps them."""

from enum import StrEnum

import msgspec

from pitboss.rulebook.authority import Authority
from pitboss.rulebook.parts import Clauses, RulebookPart


class Effect(StrEnum):
    """What a ruling does, in the order in which a ruling lists it."""

    VOID_ROUND = "void-round"
    CONTINUE = "continue"
    STANDS = "stands"
    INVALIDATE_HAND = "invalidate-hand"
    INVALIDATE_UNVIEWED_HANDS = "invalidate-unviewed-hands"
    INVALIDATE_LATER_HANDS = "invalidate-later-hands"
    FOLD_HAND = "fold-hand"
    SETTLE_HAND = "settle-hand"
    SET_HOUSE_WAY = "set-house-way"
    RECONSTRUCT = "reconstruct"
    REJECT_EXCESS = "reject-excess"
    CAP_AT_MAXIMUM = "cap-at-maximum"
    RETURN_EXCESS = "return-excess"
    RETURN_BET = "return-bet"
    PLAY_AS_LAID = "play-as-laid"
    INCREASE_OR_WITHDRAW = "increase-or-withdraw"
    PLACE_ANTE_OR_CANCEL = "place-ante-or-cancel"
    REFUSE = "refuse"
    BET_STANDS = "bet-stands"
    OFFER_WITHDRAWAL = "offer-withdrawal"
    MAY_WITHDRAW = "may-withdraw"
    USE_AS_NEXT_CARD = "use-as-next-card"
    USE_AS_FACE_UP_CARD = "use-as-face-up-card"
    SUPERVISOR_ORDERS_CARDS = "supervisor-orders-cards"
    PAY_REGISTERED_JACKPOT = "pay-registered-jackpot"
    CHOOSE_OPERATION = "choose-operation"
    MAY_BAR_PLAYER = "may-bar-player"
    REFER = "refer"


EFFECT_ORDER = {effect: place for place, effect in enumerate(Effect)}


class Option(StrEnum):
    """What players may choose after a dealing error."""

    CONTINUE = "continue"
    CONTINUE_RECONSTRUCTED = "continue-reconstructed"
    RETURN_AND_INVALIDATE = "return-and-invalidate"


class OptionsFor(StrEnum):
    AFFECTED = "affected"
    ALL = "all"


class RulingRow(RulebookPart, frozen=True, kw_only=True):
    """One row of an incident's table: the first row whose facts hold decides.

    ``when`` gives facts and the values they must have; ``">=2"`` is a number of at least two.
    """

    when: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    effects: tuple[Effect, ...]
    options: tuple[Option, ...] = ()
    options_for: OptionsFor | None = None
    authority: Authority | None = None
    clauses: Clauses
    because: str

    def __post_init__(self) -> None:
        places = [EFFECT_ORDER[effect] for effect in self.effects]
        if not places or places != sorted(set(places)):
            raise ValueError(f"effects must be some of these, in this order: {', '.join(Effect)}")
        if bool(self.options) != (self.options_for is not None):
            raise ValueError("options and options-for go together")
        if not self.clauses:
            raise ValueError("a ruling needs at least one clause")
