"""The metrics of one process, in Prometheus format."""

from bisect import bisect_left
from collections import Counter as Count
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

_BUCKETS_S = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, float("inf"))


class CommandFigures(Collector):
    """How many commands there were, and how long they took. The library's own counters would cost
    as much as a command's checks; instead the event loop counts, and totals are computed when
    scraped.
    """

    def __init__(self) -> None:
        self._counts: Count[tuple[str, str]] = Count()
        self._within = [0] * len(_BUCKETS_S)
        self._seconds = 0.0

    def count(self, do: str, outcome: str) -> None:
        self._counts[do, outcome] += 1

    def took(self, seconds: float) -> None:
        self._within[bisect_left(_BUCKETS_S, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        commands = CounterMetricFamily(
            "pitboss_commands", "Commands, by kind and outcome.", labels=("do", "outcome")
        )
        for labels, times in sorted(self._counts.items()):
            commands.add_metric(labels, times)
        yield commands
        names = [*map(str, map(float, _BUCKETS_S[:-1])), "+Inf"]
        yield HistogramMetricFamily(
            "pitboss_command_seconds",
            "Time from a command's arrival to its durable answer.",
            list(zip(names, accumulate(self._within), strict=True)),
            self._seconds,
        )


class Figures:
    """Counters and gauges in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = CommandFigures()
        self.registry.register(self.commands)
        self.refusals = Counter(
            "pitboss_refusals",
            "Commands that were refused, by code.",
            ("code",),
            registry=self.registry,
        )
        self.clients = Gauge(
            "pitboss_stream_clients", "Clients receiving live updates.", registry=self.registry
        )
        self.turned_away = Counter(
            "pitboss_connections_turned_away",
            "Connections that were closed because there were too many.",
            registry=self.registry,
        )
        self.position = Gauge(
            "pitboss_position", "The journal position last sent to clients.", registry=self.registry
        )
        self.free = Gauge(
            "pitboss_disk_free_bytes",
            "Room on the disk that the data folder is on.",
            registry=self.registry,
        )
        self.behind = Gauge(
            "pitboss_clock_behind_seconds",
            "How far the clock is behind the journal's last event.",
            registry=self.registry,
        )
        self.certificate_ends = Gauge(
            "pitboss_certificate_ends_timestamp_seconds",
            "When the server's own certificate ends; 0 if it has none.",
            registry=self.registry,
        )
        self.displayed = Gauge(
            "pitboss_jackpot_dollars", "What a link displays.", ("link",), registry=self.registry
        )
