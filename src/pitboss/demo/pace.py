"""How fast robots work, and how long they wait for people."""

import msgspec


class Pace(msgspec.Struct, frozen=True):
    """Times in milliseconds."""

    card_ms: int = 120
    """From one card to the next."""
    act_ms: int = 350
    """From any other action at a table to the next."""
    result_ms: int = 1_500
    """How long a settled round lies open; ``visitors_result_ms`` if a visitor played in it."""
    visitors_result_ms: int = 8_000
    quiet_factor: int = 2
    """How many times slower while no visitor has a page open."""
    hurry_divisor: int = 3
    """How many times faster while a visitor at the table waits for the next round."""

    bets_ms: int = 20_000
    """For bets, if a visitor sits at the table."""
    bets_in_ms: int = 4_500
    """What remains of that after the last chip, once every visitor at the table has bet."""
    bets_alone_ms: int = 6_000
    """For bets, if no visitor sits at the table: somebody may come."""
    decision_ms: int = 30_000
    """For a visitor's decision, and for choosing between options."""
    absent_ms: int = 1_500
    """For further hands of a visitor whose time has already run out in this round."""

    ruling_ms: int = 20_000
    """Until a robot rules or verifies, if a visitor could."""
    unattended_ms: int = 3_000
    """The same if no visitor could."""
    dealer_comes_ms: int = 15_000
    """How long a visitor who comes to a console as dealer has to take over."""
    dealer_acts_ms: int = 45_000
    """How long the robot dealer stays away after a visitor's last action as dealer."""
    repair_ms: int = 60_000
    """How long something that a visitor has put out of service stays so: a link, a table, the
    progressive bets of one.
    """
    refused_ms: int = 5_000
    """After a refusal."""
