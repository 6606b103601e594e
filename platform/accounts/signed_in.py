"""Decorators and helpers for pages that need a signed-in user."""

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
    """Restrict a view to guests and accounts; other visitors are asked to sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return ask_to_sign_in(request)
        return view(request, *args, **kwargs)

    return guarded


def user_of(request: HttpRequest) -> User:
    """Return the user of a request that has passed a sign-in check."""
    assert isinstance(request.user, User)
    return request.user


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page and back; a page keeps what a form contained until then.

    After a plain button the user returns to the page that had it: the button's own address cannot
    be opened.
    """
    if fields_kept(request):
        return answer_refusal(request, refused("sign_in_first").refusal)
    if request.method == "POST":
        return redirect_to_login(page_before(request))
    return redirect_to_login(request.get_full_path())
