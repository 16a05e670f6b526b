"""What the house counts, for Prometheus. Whoever does the thing counts it; one count costs about a microsecond."""

from __future__ import annotations

import os
from functools import lru_cache

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

disable_created_metrics()  # type: ignore[no-untyped-call]

MEDIA_TYPE = CONTENT_TYPE_LATEST
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # in the environment: where several processes count together
SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

requests = Counter("locarium_requests", "HTTP requests answered", ["method", "route", "status"])
request_seconds = Histogram("locarium_request_seconds", "Until an answer begins", ["route"], buckets=SECONDS)
refusals = Counter("locarium_refusals", "What was refused, over HTTP and live", ["key"])
failures = Counter("locarium_failures", "Errors that are the house's own")

live_connections = Gauge("locarium_live_connections", "Open now", multiprocess_mode="livesum")
live_messages = Counter("locarium_live_messages", "Received over live connections")
tables_in_memory = Gauge("locarium_tables_in_memory", "Tables in use", multiprocess_mode="livesum")

events_stored = Counter("locarium_events_stored", "Steps and whatever else happened at tables, on disk")
append_seconds = Histogram("locarium_append_seconds", "One transaction of the log", buckets=SECONDS)
append_group = Histogram("locarium_append_group", "Appends in one transaction", buckets=(1, 2, 5, 10, 25, 50, 100, 250))
append_queue = Gauge("locarium_append_queue", "Appends that wait for the log", multiprocess_mode="livesum")

bots_thinking = Gauge("locarium_bots_thinking", "Bots that think now", multiprocess_mode="livesum")
bots_waiting = Gauge("locarium_bots_waiting", "Bots that think or wait for a thread", multiprocess_mode="livesum")

work_waiting = Gauge("locarium_work_waiting", "Jobs in the queue", ["kind"], multiprocess_mode="livesum")
work_wait_seconds = Histogram(
    "locarium_work_wait_seconds", "Time in the queue", ["kind"], buckets=(0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60)
)

bus_sent = Counter("locarium_bus_sent", "Announcements made to other processes")
bus_heard = Counter("locarium_bus_heard", "Announcements heard from other processes")


_of_request = lru_cache(maxsize=1024)(requests.labels)  # finding the labels costs more than counting


def count_request(method: str, route: str, status: int) -> None:
    """An answer has been given."""
    _of_request(method, route, status).inc()


def exposition() -> bytes:
    """All of it as text; of all processes if they count together."""
    if SHARED_FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
