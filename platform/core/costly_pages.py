"""Pages that cost the server far more than it costs to ask for them: so many a minute, and no more."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from core import rate_limits
from core.rate_limits import MINUTE, Limit
from core.refusals import refused

FILES = Limit("files", most=120, seconds=MINUTE)
"""Whole rounds, their proofs, and tables of leagues to take along: each is put together when it is asked for."""

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def costly(limit: Limit) -> Callable[[View[P]], View[P]]:
    """Count each request of a user, or of the network that a stranger asks from.

    The view raises `too_many_requests` beyond that, with the seconds after which to try again.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            user = request.user
            who = str(user.pk) if user.is_authenticated else rate_limits.client_network(request)
            counter = limit.counter(who)
            if not rate_limits.take_attempts(counter):
                raise refused("too_many_requests", seconds=rate_limits.seconds_left(counter))
            return view(request, *args, **kwargs)

        return counted

    return decorate
