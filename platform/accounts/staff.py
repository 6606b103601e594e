"""Access checks of the staff's pages: the permission, and a second factor."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from accounts import second_factor
from accounts.models import User
from accounts.signed_in import ask_to_sign_in, signed_in_page
from core.form_input import words_typed
from core.http import answer_refusal
from core.refusals import refused

P = ParamSpec("P")


def is_staff(user: Any) -> bool:
    """Return whether a user has any right that players do not have."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_staff or user.is_superuser:
        return True
    return user.groups.exists() or user.user_permissions.exists()


def staff_page(
    *permissions: str,
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], HttpResponse]],
    Callable[Concatenate[HttpRequest, P], HttpResponse],
]:
    """Restrict a view to users who have one of these permissions and have shown a second factor."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], HttpResponse],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not request.user.is_authenticated:
                return ask_to_sign_in(request)
            if not any(request.user.has_perm(code) for code in permissions):
                return answer_refusal(request, refused("for_staff").refusal)
            return ask_for_second_factor(request) or view(request, *args, **kwargs)

        return guarded

    return decorate


def player_page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Restrict a view to signed-in users. Staff, who may do more on it, show a second factor first."""

    @signed_in_page
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        asked = ask_for_second_factor(request) if is_staff(request.user) else None
        return asked or view(request, *args, **kwargs)

    return guarded


def ask_for_second_factor(request: HttpRequest) -> HttpResponse | None:
    """Return the response that asks a member of staff for a second factor; None if they have shown
    it.
    """
    assert isinstance(request.user, User)
    if second_factor.is_shown(request):
        return None
    if not second_factor.has_one(request.user):
        return render(request, "accounts/factor_missing.html", status=403)
    back = request.GET.get("next") if request.path == reverse("admin:login") else None
    if words_typed(request):
        return answer_refusal(request, refused("second_factor_first").refusal)
    next_page = urlencode({"next": back or request.get_full_path()})
    return redirect(f"{reverse('accounts:reauthenticate_by_code')}?{next_page}")
