"""Leaves a demonstration alone with its robots while pages of every kind are open beside it. In the
end every table has concluded a round in the last minute, and no page has kept more memory than it
began with.

    .venv/bin/python tools/heavy_floor.py [--minutes 30]
"""

import argparse
import sys
import tempfile
from pathlib import Path
from time import monotonic

from playwright.sync_api import CDPSession, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.floor import (  # noqa: E402 - found only with the line above
    Floor,
    House,
    chromium,
    launch,
)

PAGES = {
    "lobby": ("auditor", "/"),
    "seat": ("player", "/seat/Stud"),
    "console": ("pit-supervisor", "/table/Holdem"),
    "desk": ("shift-manager", "/pit"),
    "sign": ("display", "/sign/Millions"),
}
LOOK_MS = 1_000
WARM_S = 90.0
"""Until code is compiled and every part of a page has appeared once."""
SAMPLE_S = 30.0
LAST_ROUND_S = 60.0
GROWTH = 1.10
SPARE_BYTES = 1_000_000
"""What a garbage collector may retain by chance."""


class Heap:
    """How much memory a page uses once its garbage is collected."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")
        self.bytes: list[int] = []
        self.nodes: list[int] = []

    def sample(self) -> None:
        self._session.send("HeapProfiler.collectGarbage")
        reply = self._session.send("Performance.getMetrics")["metrics"]
        metrics = {one["name"]: int(one["value"]) for one in reply}
        self.bytes.append(metrics["JSHeapUsedSize"])
        self.nodes.append(metrics["Nodes"])

    def fault(self) -> str | None:
        """How much it has grown: the least of the last third compared with the most of the
        first.
        """
        third = max(1, len(self.bytes) // 3)
        for what, all in (("bytes", self.bytes), ("nodes", self.nodes)):
            before, after = max(all[:third]), min(all[-third:])
            spare = SPARE_BYTES if what == "bytes" else 200
            if after > before * GROWTH + spare:
                return f"{after:,} {what} at the end, {before:,} at the beginning: {all}"
        return None


class Rounds:
    """When each table last concluded a round, according to the floor page."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._on: dict[str, str | None] = {}
        self.concluded_s: dict[str, float] = {}

    def look(self) -> None:
        tables = self._floor.api("auditor").get("/api/floor").json()["tables"]
        for row in tables:
            table, now = row["table"], row["round"]
            before = self._on.get(table)
            if before is not None and before != now:
                self.concluded_s[table] = monotonic()
            self._on[table] = now

    def faults(self) -> list[str]:
        now = monotonic()
        ago = {table: now - self.concluded_s.get(table, 0.0) for table in self._on}
        return [
            f"{table} has concluded no round for {seconds:.0f} s"
            for table, seconds in ago.items()
            if seconds > LAST_ROUND_S
        ]


def leave_alone(floor: Floor, minutes: float) -> list[str]:
    """What is wrong in the end."""
    heaps = {name: Heap(_open(floor, role, path)) for name, (role, path) in PAGES.items()}
    rounds, begun = Rounds(floor), monotonic()
    sampled = begun + WARM_S - SAMPLE_S
    while (now := monotonic()) < begun + minutes * 60:
        rounds.look()
        if now >= sampled + SAMPLE_S:
            sampled = now
            for heap in heaps.values():
                heap.sample()
            kept = ", ".join(f"{name} {heap.bytes[-1]:,}" for name, heap in heaps.items())
            print(f"{(now - begun) / 60:5.1f} min: {kept}", flush=True)
        next(iter(heaps.values())).page.wait_for_timeout(LOOK_MS)
    print(f"{len(rounds.concluded_s)} tables, the longest without a round: ", end="")
    print(f"{max(monotonic() - at for at in rounds.concluded_s.values()):.0f} s")
    grown = {name: heap.fault() for name, heap in heaps.items()}
    return rounds.faults() + [f"{name}: {fault}" for name, fault in grown.items() if fault]


def _open(floor: Floor, role: str, path: str) -> Page:
    page = floor.person(role, path, motion=True)
    page.locator("main h1, .sign-table").first.wait_for()
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=30.0, help="how long (default: 30)")
    asked = parser.parse_args()
    if asked.minutes * 60 < WARM_S + 3 * SAMPLE_S:
        sys.exit(f"--minutes {asked.minutes:g} is too short: take 3 at least")
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed (PITBOSS_CHROMIUM can name it)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright, program)
        house = House(Path(folder), "--demo")
        try:
            floor = Floor(house, browser)
            wrong = leave_alone(floor, asked.minutes)
            wrong += floor.close()
        finally:
            house.close()
        browser.close()
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
