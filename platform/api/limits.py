"""How much a program may ask for: by token, and strangers by the network that they come from."""

from __future__ import annotations

from api.models import Token
from api.services.tokens import find_token
from core.rate_limits import Counter, Limit, left_of, seconds_left, take_attempts
from core.refusals import Refused, refused

REQUESTS = Limit("api", most=600, seconds=60)
"""Of a token: ten a second, all day long."""
STRANGERS = Limit("api-strangers", most=120, seconds=60)
"""Of a network without one, or with what is none."""
LIMIT, REMAINING, RESET = "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"
"""How many requests a minute takes, how many of them are left, and the seconds until it begins anew."""
SOCKETS = 10
"""That one bot may have open at a time in a web process: programs of several machines, and no flood."""


def identify(text: str, network: str) -> Token:
    """The token of this text, with a request of it counted; what is no token counts for the network.

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
        Refused: `too_many_requests`, with the seconds after which to try again.
    """
    counter = counter_of(token, network)
    if not take_attempts(counter):
        raise refused("too_many_requests", seconds=seconds_left(counter))


def counter_of(token: Token | None, network: str) -> Counter:
    """Where a request is counted."""
    return STRANGERS.counter(network) if token is None else REQUESTS.counter(str(token.pk))


def headers_of(token: Token | None, network: str) -> dict[str, str]:
    """How much is left to whoever made a request, as an answer says it."""
    counter = counter_of(token, network)
    left = left_of(counter)
    return {LIMIT: str(counter.most), REMAINING: str(left.attempts), RESET: str(left.seconds)}
