"""Pages that cost the server far more than it costs to ask for them: so many a minute, and no more."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from accounts import limits
from core.refusals import refuse

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def costly(limit: limits.Limit) -> Callable[[View[P]], View[P]]:
    """Count each request of a user, or of the network that a stranger asks from.

    The view raises `too_many_requests` beyond that, with the seconds after which to try again.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            user = request.user
            who = str(user.pk) if user.is_authenticated else limits.client_network(request)
            counter = limit.of(who)
            if not limits.take_attempts(counter):
                raise refuse("too_many_requests", seconds=limits.seconds_left(counter))
            return view(request, *args, **kwargs)

        return counted

    return decorate
