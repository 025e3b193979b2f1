"""Slowing down whoever tries tokens at random, without locking out a school behind one address.

Only wrong tokens are counted, and a right one is looked up before anything is refused: it opens
its page whatever the neighbours do.
"""

from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

MOST_WRONG = 500
SECONDS = 600


def too_many_wrong(request: HttpRequest) -> bool:
    """Count one more wrong token from where this request comes; True when it was one too many."""
    key = f"wrong-token:{origin(request)}"
    cache.add(key, 0, SECONDS)
    try:
        return cache.incr(key) > MOST_WRONG
    except ValueError:  # It ran out a moment ago, or the cache is away.
        return False


def origin(request: HttpRequest) -> str:
    """The address; of IPv6 the network that one household or school gets."""
    try:
        address = ip_address(get_adapter(request).get_client_ip(request))
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False).network_address)
    return str(address)
