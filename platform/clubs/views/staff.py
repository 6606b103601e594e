"""Pages of moderators: all clubs, and the texts of a club."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.signed_in import user_of
from accounts.staff import staff_page
from clubs.forms import ReasonForm
from clubs.models import Club, ClubMember
from clubs.present.club_list import PAGE, SIZE
from clubs.services import staff_measures
from core.http import action, page
from core.line_fields import tidy_line
from core.numbers import read_id
from core.paging import number_of, page_links, paginate
from moderation.staff.views import SANCTION

NEWEST = 50
"""Messages and announcements on the page of a club."""


@page
@staff_page(SANCTION)
def clubs_page(request: HttpRequest) -> HttpResponse:
    """List all clubs, private ones too, or those with words in their names, the newest first."""
    wanted = tidy_line(request.GET.get("name", ""))
    clubs = Club.objects.filter(name__icontains=wanted).annotate(size=SIZE).order_by("-id")
    found = paginate(clubs, number_of(request.GET.get("page", "")), PAGE, lambda club: club)
    context = {
        "clubs": found.lines,
        "links": page_links(found, "page", {"name": wanted}),
        "wanted": wanted,
    }
    return render(request, "clubs/staff/clubs.html", context)


@page
@staff_page(SANCTION)
def club_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """Show the texts of a club, and what can be done about them."""
    return _show(request, get_object_or_404(Club, pk=club_id), ReasonForm())


@action
@staff_page(SANCTION)
def act(request: HttpRequest, club_id: int, verb: str) -> HttpResponse:
    """Delete a text of a club, or close the club.

    Raises:
        Http404: no such club, text or verb.
    """
    club, by = get_object_or_404(Club, pk=club_id), user_of(request)
    pk = read_id(request.POST.get("number"))
    if verb == "remove-message":
        staff_measures.remove_text(club.pk, by, get_object_or_404(club.messages, pk=pk))
    elif verb == "remove-announcement":
        staff_measures.remove_text(club.pk, by, get_object_or_404(club.announcements, pk=pk))
    elif verb in ("clear", "close"):
        form = ReasonForm(request.POST)
        if not form.is_valid():
            return _show(request, club, form)
        measure = staff_measures.clear_about if verb == "clear" else staff_measures.close_as_staff
        measure(club.pk, by, form.cleaned_data["reason"])
    else:
        raise Http404
    messages.success(request, _("Done. The founder reads the reason."))
    return (
        redirect("clubs:staff_clubs") if verb == "close" else redirect("clubs:staff_club", club_id)
    )


def _show(request: HttpRequest, club: Club, form: ReasonForm) -> HttpResponse:
    leaders = club.members.filter(role__in=ClubMember.LEADS).select_related("user")
    context = {
        "club": club,
        "leaders": leaders,
        "announcements": club.announcements.select_related("author")[:NEWEST],
        "letters": club.messages.select_related("author").order_by("-id")[:NEWEST],
        "form": form,
    }
    code = 422 if form.is_bound else 200
    return render(request, "clubs/staff/club.html", context, status=code)
