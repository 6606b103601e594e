"""Views of the decisions about the viewer, and of the public ledger."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.sessions import shut_out_here
from core.http import action, page
from core.paging import Page, number_of, page_links
from core.refusals import Refused, refused, status
from moderation.forms import WordsForm, tell_refusal
from moderation.models import Report
from moderation.sanctions import ledger
from moderation.sanctions.selectors import decisions_about
from moderation.sanctions.services.appeal import appeal_sanction

TOLD = 50
"""Own reports that are listed."""
LABEL = gettext_lazy("Why should it be lifted?")


def person_here(request: HttpRequest) -> User | None:
    """Return the user of this browser, even if that user is banned."""
    return request.user if isinstance(request.user, User) else shut_out_here(request)


@page
def decisions_page(request: HttpRequest) -> HttpResponse:
    """Show the sanctions against the viewer: reason, end, and a way to appeal."""
    user = person_here(request)
    if user is None:
        return redirect(f"{reverse('accounts:sign_in')}?next={request.path}")
    User.objects.filter(pk=user.pk, decision_unread=True).update(decision_unread=False)
    user.decision_unread = False
    return _page(request, user, {})


@action
def appeal_page(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Appeal against a sanction once; another member of the staff decides.

    Raises:
        Refused: `sign_in_first`, `not_found`.
    """
    user = person_here(request)
    if user is None:
        raise refused("sign_in_first")
    form = WordsForm(request.POST, label=LABEL, number=sanction_id)
    code = 422
    if form.is_valid():
        try:
            appeal_sanction(user, sanction_id, form.cleaned_data["words"])
        except Refused as error:
            if error.refusal.code == "not_found":
                raise
            tell_refusal(form, error.refusal)
            code = status(error.refusal)
        else:
            messages.success(request, _("Appeal sent. Another staff member will decide it."))
            return redirect("moderation:decisions")
    return _page(request, user, {sanction_id: form}, code)


def _page(
    request: HttpRequest, user: User, bound: dict[int, WordsForm], code: int = 200
) -> HttpResponse:
    lines = [
        (
            line,
            bound.get(line.sanction.pk) or WordsForm(label=LABEL, number=line.sanction.pk),
        )
        for line in decisions_about(user)
    ]
    context = {
        "person": user,
        "lines": lines,
        "shut_out": not user.is_active,
        "told": Report.objects.filter(reporter=user).order_by("-id")[:TOLD],
    }
    return render(request, "moderation/decisions.html", context, status=code)


@require_safe
def ledger_page(request: HttpRequest) -> HttpResponse:
    """Show the public list of all sanctions without names, one period a page."""
    found = ledger.periods()
    pages = max(1, len(found))
    number = min(number_of(request.GET.get("page", "")), pages)
    shown = ledger.period(*found[number - 1]) if found else None
    here = Page([] if shown is None else shown.lines, number, pages, len(found))
    context = {"period": shown, "fewest": ledger.FEWEST, "page_links": page_links(here, "page", {})}
    return render(request, "moderation/ledger.html", context)
