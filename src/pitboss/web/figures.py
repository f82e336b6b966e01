"""The figures of one process, as Prometheus asks for them."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Figures:
    """Counters and gauges in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "pitboss_commands",
            "Commands, by kind and outcome.",
            ("do", "outcome"),
            registry=self.registry,
        )
        self.refusals = Counter(
            "pitboss_refusals",
            "Commands that were refused, by code.",
            ("code",),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "pitboss_command_seconds",
            "Time from a command's arrival to its durable answer.",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )
        self.clients = Gauge(
            "pitboss_stream_clients", "Clients of live updates.", registry=self.registry
        )
        self.turned_away = Counter(
            "pitboss_connections_turned_away",
            "Connections that were closed because there were too many.",
            registry=self.registry,
        )
        self.position = Gauge(
            "pitboss_position", "The journal position told last.", registry=self.registry
        )
        self.displayed = Gauge(
            "pitboss_jackpot_dollars", "What a link displays.", ("link",), registry=self.registry
        )
        self._counts: dict[tuple[str, str], Counter] = {}

    def count(self, do: str, outcome: str) -> None:
        """Counts a command. A label is looked up once: that takes longer than counting."""
        counter = self._counts.get((do, outcome))
        if counter is None:
            counter = self._counts[do, outcome] = self.commands.labels(do, outcome)
        counter.inc()
