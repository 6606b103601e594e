"""Views of vacations."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.forms.preferences import VacationForm
from accounts.models import User
from accounts.services.vacation import come_back, days_left, go_away, today_of, vacations_of
from core.http import action, form_page
from core.numbers import read_id


@form_page
@login_required
def vacation_page(request: HttpRequest) -> HttpResponse:
    """Show the page of vacations: planned ones, the days left in the year, and a form."""
    assert isinstance(request.user, User)
    user = request.user
    today = today_of(user)
    form = VacationForm(request.POST or None, initial={"first": today})
    if request.method == "POST" and form.is_valid() and _begin_vacation(form, user):
        messages.success(request, _("Have a good time. Nobody will be waiting for you."))
        return HttpResponseRedirect(reverse("accounts:vacation"))
    context: dict[str, Any] = {
        "form": form,
        "planned": vacations_of(user),
        "today": today,
        "left": [(year, days_left(user, year)) for year in (today.year, today.year + 1)],
    }
    code = 422 if form.is_bound else 200
    return render(request, "accounts/vacation.html", context, status=code)


@action
@login_required
def end_vacation(request: HttpRequest) -> HttpResponse:
    """End a vacation early, or cancel one that has not begun."""
    assert isinstance(request.user, User)
    come_back(request.user, read_id(request.POST.get("which")))
    return HttpResponseRedirect(reverse("accounts:vacation"))


def _begin_vacation(form: VacationForm, user: User) -> bool:
    try:
        go_away(user, form.cleaned_data["first"], form.cleaned_data["last"])
    except ValidationError as refused:
        form.add_error(None, refused)
        return False
    return True
