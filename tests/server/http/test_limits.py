"""Rate limits, with a controlled clock."""

from __future__ import annotations

import pytest

from locarium.kernel.errors import BadInput, Refused
from locarium.server.base.addresses import LOCAL, address_of
from locarium.server.http import limits
from locarium.server.http.limits import Bucket, Limiter, Limits, Rate


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def spend_all(limiter: Limiter, who: str, at_most: int = 100_000) -> int:
    """Return how many uses are accepted."""
    for count in range(at_most):
        try:
            limiter.spend("attempts", who)
        except Refused:
            return count
    return at_most


def test_bucket_empties_and_refills(clock: Clock) -> None:
    bucket = Bucket(Rate(10, 20), clock)
    assert [bucket.take() for _ in range(10)] == [0.0] * 10
    assert bucket.take() == pytest.approx(2.0)
    clock.now += 1.9
    assert bucket.take() == pytest.approx(0.1)
    clock.now += 0.1
    assert bucket.take() == 0.0
    assert bucket.take() > 0
    clock.now += 1000
    assert sum(bucket.take() == 0.0 for _ in range(30)) == 10


def test_clients_have_separate_buckets(clock: Clock) -> None:
    limiter = Limiter(Limits(attempts=Rate(3, 60)), clock)
    assert spend_all(limiter, "192.0.2.1") == 3
    assert spend_all(limiter, "192.0.2.2") == 3
    with pytest.raises(Refused) as caught:
        limiter.spend("attempts", "192.0.2.1")
    assert caught.value.reason == "too-fast"
    assert caught.value.values == {"seconds": 20}
    limiter.spend("chat", "192.0.2.1")


def test_local_machine_has_higher_limits(clock: Clock) -> None:
    assert spend_all(Limiter(Limits(attempts=Rate(3, 60), local=20), clock), LOCAL) == 60


def test_number_of_buckets_is_bounded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BUCKETS", 10)
    limiter = Limiter(Limits(attempts=Rate(1, 60)), clock)
    for number in range(11):
        limiter.spend("attempts", f"192.0.2.{number}")
    assert spend_all(limiter, "192.0.2.10") == 0
    assert spend_all(limiter, "192.0.2.0") == 1


def test_open_connections_are_counted(clock: Clock) -> None:
    limiter = Limiter(Limits(connections=1), clock)
    with limiter.requests.taken("192.0.2.1"):
        with limiter.requests.taken("192.0.2.2"):
            pass
        with pytest.raises(Refused) as caught, limiter.requests.taken("192.0.2.1"):
            pass
        assert caught.value.reason == "too-many-connections"
    with limiter.requests.taken("192.0.2.1"):
        pass


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", LOCAL),
        ("::1", LOCAL),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("local", "?local"),
    ],
)
def test_ipv6_address_counts_by_its_network(host: str, address: str) -> None:
    assert address_of({"client": (host, 1)}) == address


def test_unix_socket_counts_as_local() -> None:
    assert address_of({"client": None}) == LOCAL


def test_environment_scales_all_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.FACTOR, "10")
    wide = Limits.from_environment()
    assert wide.messages == Rate(1000, 20)
    assert wide.connections == 2000
    monkeypatch.setenv(limits.FACTOR, "0.01")
    assert Limits.from_environment().chat.many == 1


@pytest.mark.parametrize("text", ["", "many", "0", "-1", "nan", "inf"])
def test_invalid_factor_is_rejected(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(limits.FACTOR, text)
    with pytest.raises(BadInput, match="LOCARIUM_LIMITS"):
        Limits.from_environment()


def test_connections_stay_bounded_with_a_large_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.FACTOR, "100000")
    assert Limits.from_environment().connections == 1_000_000


def test_individual_settings_override_the_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.FACTOR, "10")
    monkeypatch.setenv("LOCARIUM_CONNECTIONS", "500")
    monkeypatch.setenv("LOCARIUM_CONNECTIONS_PER_ADDRESS", "7")
    monkeypatch.setenv("LOCARIUM_HEADER_SECONDS", "2.5")
    found = Limits.from_environment()
    assert (found.server_connections, found.connections, found.header_seconds) == (500, 7, 2.5)
    assert found.per_address(LOCAL) == 140
    assert found.per_address("192.0.2.1") == 7


@pytest.mark.parametrize("variable", limits.SETTINGS)
def test_non_numeric_setting_is_rejected(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    for wrong in ("many", "0", "-1", "nan"):
        monkeypatch.setenv(variable, wrong)
        with pytest.raises(BadInput, match=variable):
            Limits.from_environment()


def test_all_addresses_share_the_servers_budget() -> None:
    slots = Limiter(Limits(server_connections=3)).sockets
    releases = [slots.take(address) for address in ("192.0.2.1", "192.0.2.2", None)]
    with pytest.raises(Refused) as caught:
        slots.take("192.0.2.3")
    assert caught.value.reason == "busy"
    releases.pop()()
    slots.take("192.0.2.3")


def test_trusted_proxy_has_no_connection_limit() -> None:
    slots = Limiter(Limits(connections=1)).sockets
    for _ in range(10):
        slots.take(None)
