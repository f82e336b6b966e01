"""Now and then something goes wrong at a table where robots play among themselves; no visitor's
round is spoilt.
"""

from random import Random

from pitboss.demo.scene import Scene
from pitboss.rulebook.incidents import Incident
from pitboss.table import commands as c
from pitboss.table.looks import SEEN, players_have_seen
from pitboss.table.state import Phase, RoundState, TableState

_ANYWHERE = (Incident.CARDS_EXPOSED, Incident.UNLISTED, Incident.TECHNICAL_INTERRUPTION)
_REAL_CARDS = (*_ANYWHERE, Incident.FOREIGN_CARD, Incident.DECK_COUNT_WRONG)


def trouble(scene: Scene, seed: str, rate: float) -> c.Report | None:
    """What the dealer has to report now, if anything: at most once in a round, while cards are
    out.
    """
    round = scene.table.round
    if round is None or round.phase not in (Phase.DEALING, Phase.DECIDING):
        return None
    if round.pending is not None or round.offered:
        return None
    if scene.players or scene.bettors or not scene.robot_deals:
        return None
    random = Random(f"{seed}/{round.id}")
    if random.random() >= rate or round.cursor != random.randint(2, 6):
        return None
    real = scene.table.settings.cards != "virtual"
    incident = random.choice(_REAL_CARDS if real else _ANYWHERE)
    facts: dict[str, bool | int | str] = {"count": 1} if incident is Incident.CARDS_EXPOSED else {}
    return c.Report(incident=incident, facts=facts | told_of_looks(scene.table, round))


def told_of_looks(state: TableState, round: RoundState) -> dict[str, bool | int | str]:
    """What a robot tells of looks where the table asks: players look when they are to decide."""
    asked = players_have_seen(state, round) is None
    return {SEEN: round.phase is Phase.DECIDING} if asked else {}
