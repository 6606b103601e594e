"""Pages of clubs: the list, a club, its settings, its members, a new table."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signed_in import signed_in_page, user_of
from clubs import access
from clubs.forms import AnnouncementForm, ClubForm, ClubTableForm
from clubs.models import Club, ClubMember
from clubs.present import club_list
from clubs.present import club_page as present
from clubs.services.found_club import change_club, check_founds, close_club, found_club
from clubs.services.join_club import club_of_link, join_by_link, leave_club
from clubs.services.tables import open_table
from core.http import form_page, page
from core.paging import number_of, page_links
from core.previews.preview import shared_address
from core.refusals import Refused, refused, sentence, status
from leagues.web.forms.field_errors import add_errors
from matches.engine import catalogue
from matches.services.rules_versions import offered_versions
from matches.web.thread_form import thread_form


def club_of(request: HttpRequest, slug: str) -> Club:
    """Return the club with this address, if the user may see it."""
    return get_object_or_404(access.visible_to(request.user), slug=slug)


def club_led_by(request: HttpRequest, slug: str) -> Club:
    """Return the club with this address, for its founder or an officer."""
    club = club_of(request, slug)
    access.check_leads(user_of(request), club)
    return club


@page
def clubs_page(request: HttpRequest) -> HttpResponse:
    """List the user's own clubs and the listed ones."""
    listed = club_list.listed_clubs(request.user, number_of(request.GET.get("page", "")))
    context = {
        "yours": club_list.own_clubs(request.user),
        "listed": listed.lines,
        "links": page_links(listed, "page", {}),
        "has_account": isinstance(request.user, User) and not request.user.is_guest,
    }
    return render(request, "clubs/clubs.html", context)


@form_page
@signed_in_page
def found_page(request: HttpRequest) -> HttpResponse:
    """Found a club; a refused form shows errors by field and keeps what was typed."""
    user = user_of(request)
    check_founds(user)
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            club = found_club(user, **form.settings())
            messages.success(request, _("The club is founded. Invite people with its link."))
            return redirect("clubs:run", club.slug)
        except ValidationError as wrong:
            add_errors(form, wrong)
    return render(request, "clubs/form.html", {"form": form}, status=_status(form))


@form_page
@signed_in_page
def edit_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the settings of a club, for its founder."""
    club = club_of(request, slug)
    access.check_founder(user_of(request), club)
    form = ClubForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        try:
            changed = change_club(club.pk, user_of(request), **form.settings())
            messages.success(request, _("Saved."))
            return redirect("clubs:club", changed.slug)
        except ValidationError as wrong:
            add_errors(form, wrong)
    return render(request, "clubs/form.html", {"form": form, "slug": slug}, status=_status(form))


@form_page
def invited_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club of an invitation link to any visitor; a user with an account joins."""
    club = club_of_link(token)
    user = request.user if isinstance(request.user, User) else None
    if request.method == "POST":
        if user is None:
            return redirect_to_login(request.path)
        join_by_link(token, user)
        messages.success(request, _("You are now a member of the club."))
        return redirect("clubs:club", club.slug)
    own = access.membership_of(club, request.user)
    if own is not None and own.is_inside:
        return redirect("clubs:club", club.slug)
    inside = club.members.filter(role__in=ClubMember.INSIDE, user__is_active=True)
    context = {"club": club, "count": inside.count(), "spoken": club_list.language_name(club)}
    return render(request, "clubs/invited.html", context)


@page
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: what it is about, its people, and to its members all the rest."""
    return show_club(request, club_of(request, slug))


def show_club(request: HttpRequest, club: Club, *, trouble: Refused | None = None) -> HttpResponse:
    """Show the page of a club; after a refused message with the sentence and what was typed."""
    context = present.page_context(club, request.user) | {
        "has_account": isinstance(request.user, User) and not request.user.is_guest,
        "socket": f"/ws/{translation.get_language()}/clubs/?club={club.pk}",
    }
    typed = None if trouble is None else request.POST.get("text")
    context |= thread_form(trouble, typed, is_shown=context["is_inside"])
    code = 200 if trouble is None else status(trouble.refusal)
    return render(request, "clubs/club.html", context, status=code)


@page
@signed_in_page
def run_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page of the officers: requests, the link, members, announcements, leagues."""
    return show_desk(request, club_led_by(request, slug))


def show_desk(
    request: HttpRequest,
    club: Club,
    *,
    form: AnnouncementForm | None = None,
    trouble: Refused | None = None,
) -> HttpResponse:
    """Show the page of the officers; after a refused action with its sentence."""
    user = user_of(request)
    own = access.check_leads(user, club)
    rows = club.members.select_related("user").filter(user__is_active=True)
    link = reverse("clubs:invited", args=[club.invite]) if club.invite else ""
    context = {
        "club": club,
        "own": own,
        "leads": True,
        "founds": own.role == ClubMember.Role.FOUNDER,
        "asked": rows.filter(role=ClubMember.Role.ASKED),
        "banned": rows.filter(role=ClubMember.Role.BANNED),
        "people": present.people_of(club),
        "link": shared_address(request, link) if link else "",
        "form": form or AnnouncementForm(),
        "announcements": present.announcements_of(club),
        "leagues": present.leagues_of(club, user, is_inside=True),
        "leagues_to_add": present.leagues_to_add(club, user),
        "trouble": "" if trouble is None else sentence(trouble.refusal),
    }
    code = status(trouble.refusal) if trouble else HTTPStatus.OK if form is None else 422
    return render(request, "clubs/run.html", context, status=code)


@form_page
@signed_in_page
def leave_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a club, or withdraw a request, after a page that explains the consequences."""
    club, user = club_of(request, slug), user_of(request)
    own = access.membership_of(club, user)
    if own is None or own.role == ClubMember.Role.BANNED:
        raise Http404
    if request.method == "POST":
        leave_club(club.pk, user)
        return redirect("clubs:clubs")
    return render(request, "clubs/leave.html", {"club": club, "own": own})


@form_page
@signed_in_page
def close_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Close a club, after a page that explains the consequences.

    Raises:
        Refused: `not_yours`, `confirm_first`.
    """
    club, user = club_of(request, slug), user_of(request)
    access.check_founder(user, club)
    if request.method == "POST":
        if request.POST.get("sure") != "yes":
            raise refused("confirm_first")
        close_club(club.pk, user)
        messages.success(request, _("The club is closed."))
        return redirect("clubs:clubs")
    return render(request, "clubs/close.html", {"club": club})


@form_page
@signed_in_page
def new_table_page(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """Open a table for the club; a refused form shows its errors and keeps what was typed."""
    club, user = club_of(request, slug), user_of(request)
    access.check_inside(user, club)
    try:
        meta = catalogue.game_of(game).meta
    except Refused as error:
        raise Http404 from error
    data = request.POST if request.method == "POST" else None
    form = ClubTableForm(meta, offered_versions(game), user, data)
    if form.is_valid():
        try:
            match = open_table(club.pk, user, game, **form.wanted())
            return redirect("matches:table", match.pk)
        except Refused as error:
            if status(error.refusal) == HTTPStatus.TOO_MANY_REQUESTS:
                raise
            form.add_error(None, sentence(error.refusal))
    context = {"game": meta, "form": form, "club": club}
    return render(request, "lobby/friends.html", context, status=_status(form))


def _status(form: Any) -> int:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
