"""Client addresses, as limits count them."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

LOCAL = "local"  # the address of whoever asks from this machine
NETWORK = 64  # bits of an IPv6 address that one client shares with nobody


def address_of(scope: Mapping[str, Any]) -> str:
    """Where a request comes from: of an IPv6 address its network, which is what one client has."""
    client = scope.get("client")
    return LOCAL if client is None else network_of(client[0])


@lru_cache(maxsize=4096)
def network_of(host: str) -> str:
    """Return what counts as one address: an IPv4 address, the /64 of an IPv6 address, or this machine."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # a proxy may name it otherwise
        return f"?{host[:64]}"
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return LOCAL
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.IPv6Network((int(address), NETWORK), strict=False))
