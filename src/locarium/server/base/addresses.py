"""Client addresses as the rate limits count them."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

LOCAL = "local"  # address of clients on this machine
NETWORK = 64  # prefix bits of an IPv6 address that identify one client


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the client's address for rate limits. An IPv6 address counts by its network."""
    client = scope.get("client")
    return LOCAL if client is None else network_of(client[0])


@lru_cache(maxsize=4096)
def network_of(host: str) -> str:
    """Return the unit that limits count: an IPv4 address, the /64 of an IPv6 address, or this machine."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # a proxy may send a name instead
        return f"?{host[:64]}"
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return LOCAL
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.IPv6Network((int(address), NETWORK), strict=False))
