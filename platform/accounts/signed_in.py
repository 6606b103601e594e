"""The door to pages for whoever is signed in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from core.form_input import fields_kept
from core.http import answer_refusal, page_before
from core.refusals import refused

P = ParamSpec("P")


def signed_in_page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page for guests and accounts; whoever is not signed in may do so first."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return ask_to_sign_in(request)
        return view(request, *args, **kwargs)

    return guarded


def user_of(request: HttpRequest) -> User:
    """The user of a request that has come through a door for people who are signed in."""
    assert isinstance(request.user, User)
    return request.user


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Lead to where one signs in, and back; what a form held until then stays on a page.

    Whoever has pressed a button alone comes back to where it stood: its own address cannot be opened.
    """
    if fields_kept(request):
        return answer_refusal(request, refused("sign_in_first").refusal)
    if request.method == "POST":
        return redirect_to_login(page_before(request))
    return redirect_to_login(request.get_full_path())
