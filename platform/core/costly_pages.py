"""Rate limits for pages that are expensive to answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from core import rate_limits
from core.rate_limits import MINUTE, Limit
from core.refusals import refused

FILES = Limit("files", most=120, seconds=MINUTE)
"""Downloads of whole rounds, their proofs, and league tables: each is generated on request."""

PICTURES = Limit("pictures", most=60, seconds=MINUTE)
"""Pictures that the server draws."""

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def costly(limit: Limit) -> Callable[[View[P]], View[P]]:
    """Count each request of a user, or of a stranger's network.

    Beyond the limit the view raises `too_many_requests`, with the seconds after which to retry.
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
