"""Views of the sign-ins: list them, and sign out there."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import sign_ins
from core.http import action, page
from core.numbers import read_id
from core.refusals import refused

OTHERS = "others"


@page
@login_required
def sign_ins_page(request: HttpRequest) -> HttpResponse:
    """Show the page of sign-ins, this browser's first."""
    assert isinstance(request.user, User)
    here = request.session.session_key
    sign_ins.remember_sign_in(request, request.user)
    found = sorted(sign_ins.sign_ins_of(request.user), key=lambda one: one.session_key != here)
    context: dict[str, Any] = {"sign_ins": found, "here": here}
    return render(request, "accounts/sign_ins.html", context)


@action
@login_required
def end_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign out of one other browser, or of all others.

    Raises:
        Refused: `malformed`, `not_found`.
    """
    assert isinstance(request.user, User)
    which = request.POST.get("which", "")
    if which == OTHERS:
        sign_ins.end_other_sign_ins(request.user, request.session.session_key)
    elif number := read_id(which):
        sign_ins.end_sign_in(request.user, number)
    else:
        raise refused("malformed")
    messages.success(request, _("Signed out there."))
    return HttpResponseRedirect(reverse("accounts:sign_ins"))
