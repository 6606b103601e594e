"""The door to the moderators' pages of the word court."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from core.http import answer_refusal, refusals_answered
from core.refusals import refuse
from moderation import cases

P = ParamSpec("P")


def for_moderators(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page for whoever may decide cases; whoever is not signed in may do so first."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not request.user.has_perm(cases.PERMISSION):
            return answer_refusal(request, refuse("not_yours").refusal)
        return refusals_answered(view)(request, *args, **kwargs)

    return guarded
