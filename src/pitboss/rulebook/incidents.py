"""The incidents that can be put to a rulebook, and the facts that each may ask for."""

from collections.abc import Mapping
from enum import StrEnum

Fact = bool | int | str


class FactKind:
    """The values that a fact may have: yes or no, one of several words, or a whole number with a
    minimum.
    """

    __slots__ = ("least", "words")

    def __init__(self, words: tuple[str, ...] = (), least: int | None = None) -> None:
        self.words, self.least = words, least

    def allows(self, value: object) -> bool:
        """Whether ``value``, as it came from JSON, is one."""
        if self.words:
            return isinstance(value, str) and value in self.words
        if self.least is not None:
            return isinstance(value, int) and not isinstance(value, bool) and value >= self.least
        return isinstance(value, bool)

    def samples(self) -> tuple[Fact, ...]:
        """Values that reach every row a table can have."""
        if self.words:
            return self.words
        return (True, False) if self.least is None else tuple(range(self.least, self.least + 3))

    def __str__(self) -> str:
        if self.words:
            return " or ".join(repr(word) for word in self.words)
        return "true or false" if self.least is None else f"a whole number from {self.least}"


_YES_OR_NO = FactKind()
_CLOSE = FactKind(("before-close", "after-close"))
_ROUND = FactKind(("this-round", "later"))


class Incident(StrEnum):
    """What can go wrong at a table, in the words of the rulings contract."""

    OVER_MAXIMUM_BET = "over-maximum-bet"
    UNDER_MINIMUM_BET = "under-minimum-bet"
    WRONG_RAISE = "wrong-raise"
    PROGRESSIVE_WITHOUT_ANTE = "progressive-without-ante"
    PLAYER_ABSENT = "player-absent"
    TECHNICAL_INTERRUPTION = "technical-interruption"
    FOREIGN_CARD = "foreign-card"
    DECK_COUNT_WRONG = "deck-count-wrong"
    CARDS_NOT_SHUFFLED = "cards-not-shuffled"
    CARDS_INSUFFICIENT = "cards-insufficient"
    CARDS_EXPOSED = "cards-exposed"
    MISDEAL = "misdeal"
    WRONG_DEALER_CARD_COUNT = "wrong-dealer-card-count"
    WRONG_PLAYER_CARD_COUNT = "wrong-player-card-count"
    WRONG_COMMUNITY_CARD_COUNT = "wrong-community-card-count"
    BURN_MISSED = "burn-missed"
    LATE_BET = "late-bet"
    LATE_WITHDRAWAL = "late-withdrawal"
    CARD_FACE_UP_IN_SHOE = "card-face-up-in-shoe"
    CARDS_DRAWN_TOGETHER = "cards-drawn-together"
    OTHER_DEALING_ERROR = "other-dealing-error"
    PROGRESSIVE_SYSTEM_DOWN = "progressive-system-down"
    EXTRA_HAND_EXAMINED = "extra-hand-examined"
    HAND_NOT_CONFIDENTIAL = "hand-not-confidential"
    SEVERAL_POSITIONS_IN_ERROR = "several-positions-in-error"
    ERROR_NOTICED_LATER = "error-noticed-later"
    UNLISTED = "unlisted"


_COUNT_FACTS = {"noticed": _ROUND, "can_reconstruct": _YES_OR_NO}

FACTS: Mapping[Incident, Mapping[str, FactKind]] = {
    Incident.OVER_MAXIMUM_BET: {"noticed": _CLOSE},
    Incident.UNDER_MINIMUM_BET: {"noticed": _CLOSE, "settled_before": _YES_OR_NO},
    Incident.WRONG_RAISE: {"size": FactKind(("more", "less"))},
    Incident.PROGRESSIVE_WITHOUT_ANTE: {"noticed": _CLOSE},
    Incident.PLAYER_ABSENT: {"decision_outstanding": _YES_OR_NO},
    Incident.TECHNICAL_INTERRUPTION: {"outcome_established": _YES_OR_NO},
    Incident.CARDS_EXPOSED: {
        "count": FactKind(least=1),
        "players_have_seen": _YES_OR_NO,
        "dealers_card": _YES_OR_NO,
    },
    Incident.MISDEAL: {"players_have_seen": _YES_OR_NO, "whole_hands_can_move": _YES_OR_NO},
    Incident.WRONG_DEALER_CARD_COUNT: _COUNT_FACTS,
    Incident.WRONG_PLAYER_CARD_COUNT: _COUNT_FACTS,
    Incident.WRONG_COMMUNITY_CARD_COUNT: _COUNT_FACTS,
    Incident.BURN_MISSED: {"players_have_seen": _YES_OR_NO, "can_reconstruct": _YES_OR_NO},
    Incident.OTHER_DEALING_ERROR: {"can_reconstruct": _YES_OR_NO},
    Incident.PROGRESSIVE_SYSTEM_DOWN: {"players_have_seen": _YES_OR_NO},
    Incident.EXTRA_HAND_EXAMINED: {"intentional": _YES_OR_NO},
    Incident.SEVERAL_POSITIONS_IN_ERROR: {"hands_viewed": FactKind(least=0)},
}
"""The facts of each incident; an incident that is not listed needs none."""

DEFAULT_FACTS: Mapping[str, Fact] = {"dealers_card": False}
"""Facts that may be left out, and their default values."""

AT_LEAST = ">="


def holds(wanted: Fact, value: Fact) -> bool:
    """Whether a fact has the value that a row requires; ``">=2"`` requires a number of at least
    two.
    """
    if isinstance(wanted, str) and wanted.startswith(AT_LEAST):
        return int(value) >= int(wanted.removeprefix(AT_LEAST))
    return value == wanted
