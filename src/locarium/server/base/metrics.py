"""Prometheus metrics. Each count costs about a microsecond."""

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
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # environment variable: folder where several processes share metrics
SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

requests = Counter("locarium_requests", "HTTP requests answered", ["method", "route", "status"])
request_seconds = Histogram("locarium_request_seconds", "Time until the response starts", ["route"], buckets=SECONDS)
refusals = Counter("locarium_refusals", "Rejected requests and live messages", ["key"])
failures = Counter("locarium_failures", "Internal server errors")

live_connections = Gauge("locarium_live_connections", "Open now", multiprocess_mode="livesum")
live_messages = Counter("locarium_live_messages", "Messages received over live connections")
tables_in_memory = Gauge("locarium_tables_in_memory", "Tables in memory", multiprocess_mode="livesum")

events_stored = Counter("locarium_events_stored", "Events written to the log")
append_seconds = Histogram("locarium_append_seconds", "Duration of one log transaction", buckets=SECONDS)
append_group = Histogram("locarium_append_group", "Appends per transaction", buckets=(1, 2, 5, 10, 25, 50, 100, 250))
append_queue = Gauge("locarium_append_queue", "Appends waiting for the log", multiprocess_mode="livesum")

bots_thinking = Gauge("locarium_bots_thinking", "Bots thinking now", multiprocess_mode="livesum")
bots_waiting = Gauge("locarium_bots_waiting", "Bots thinking or waiting for a thread", multiprocess_mode="livesum")

work_waiting = Gauge("locarium_work_waiting", "Jobs in the queue", ["kind"], multiprocess_mode="livesum")
work_wait_seconds = Histogram(
    "locarium_work_wait_seconds", "Time in the queue", ["kind"], buckets=(0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60)
)

bus_sent = Counter("locarium_bus_sent", "Announcements sent to other processes")
bus_heard = Counter("locarium_bus_heard", "Announcements received from other processes")


_of_request = lru_cache(maxsize=1024)(requests.labels)  # looking up the labels is slower than counting


def count_request(method: str, route: str, status: int) -> None:
    """Count a response."""
    _of_request(method, route, status).inc()


def exposition() -> bytes:
    """Render the metrics, aggregated across processes if a shared folder is set."""
    if SHARED_FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
