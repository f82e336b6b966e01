"""The sums of a settlement, for a list of rounds."""

import msgspec

from pitboss.kernel.money import Cents, to_cents


class _Line(msgspec.Struct):
    stake: str
    returned: str
    winnings: str


class _SettledBox(msgspec.Struct):
    lines: list[_Line]


class _Settlement(msgspec.Struct):
    boxes: list[_SettledBox]


class _Settled(msgspec.Struct):
    """The part of a settlement that its sums need."""

    settlement: _Settlement

    def sums(self) -> tuple[Cents, Cents]:
        """What was staked, and what came back beyond it."""
        lines = [line for box in self.settlement.boxes for line in box.lines]
        staked = sum(to_cents(line.stake) for line in lines)
        back = sum(to_cents(line.returned) + to_cents(line.winnings) for line in lines)
        return Cents(staked), Cents(back - staked)


_read = msgspec.json.Decoder(_Settled).decode


def settled_sums(body: bytes) -> tuple[Cents, Cents]:
    """What was staked, and what came back beyond it, from the body of a settlement."""
    return _read(body).sums()
