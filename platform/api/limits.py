"""Rate limits of programs: by token, and without a token by network."""

from __future__ import annotations

from api.models import Token
from api.services.tokens import find_token
from core.rate_limits import Counter, Limit, left_of, seconds_left, take_attempts
from core.refusals import Refused, refused

REQUESTS = Limit("api", most=600, seconds=60)
"""Requests of a token: ten a second on average, without a daily limit."""
STRANGERS = Limit("api-strangers", most=120, seconds=60)
"""Requests of a network without a valid token."""
LIMIT, REMAINING, RESET = "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"
"""Headers: the requests in a minute, the requests left, and the seconds until the counter restarts.
"""
SOCKETS = 10
"""The most sockets that one bot may have open in a web process: enough for programs on several
machines.
"""


def identify(text: str, network: str) -> Token:
    """Return the token of this text and count its request. An unknown token counts for the network.

    Raises:
        Refused: `wrong_token`, `too_many_requests`.
    """
    try:
        token = find_token(text, network)
    except Refused:
        count_request(None, network)
        raise
    count_request(token, network)
    return token


def count_request(token: Token | None, network: str) -> None:
    """Count a request.

    Raises:
        Refused: `too_many_requests`, with the seconds after which to retry.
    """
    counter = counter_of(token, network)
    if not take_attempts(counter):
        raise refused("too_many_requests", seconds=seconds_left(counter))


def counter_of(token: Token | None, network: str) -> Counter:
    """Return the counter of a request."""
    return STRANGERS.counter(network) if token is None else REQUESTS.counter(str(token.pk))


def headers_of(token: Token | None, network: str) -> dict[str, str]:
    """Return the rate limit headers of an answer."""
    counter = counter_of(token, network)
    left = left_of(counter)
    return {LIMIT: str(counter.most), REMAINING: str(left.attempts), RESET: str(left.seconds)}
