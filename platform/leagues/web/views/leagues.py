"""Views of leagues, one league and a division's table; sign up and drop out."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signed_in import signed_in_page
from core.http import action, form_page, next_page, page
from core.paging import number_of
from core.previews.preview import shared_address
from core.refusals import Refused, refused, sentence, status
from leagues.models import Division, League
from leagues.present import division_page, league_page, previews
from leagues.present.appointments_to_make import appointments_to_make
from leagues.present.table_history import table_history
from leagues.season import access
from leagues.services.entries import sign_up as signing_up
from leagues.services.entries.drop_entry import drop_entry


@page
def leagues_page(request: HttpRequest) -> HttpResponse:
    """Show all leagues: the user's own first, then those open for sign-up."""
    context: dict[str, Any] = {**league_page.league_cards(_user(request))}
    if user := _user(request):
        context["appointments"] = appointments_to_make(user.pk)
    context["may_found"] = access.may_found(request.user)
    return render(request, "leagues/leagues.html", context)


@page
def show_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league: its rules in sentences, its players, and the actions of sign-up."""
    return _league(request, get_object_or_404(access.visible_to(request.user), slug=slug))


def _league(request: HttpRequest, found: League, trouble: Refused | None = None) -> HttpResponse:
    context = {
        **league_page.league_context(found, _user(request)),
        "preview": previews.league_preview(request, found),
        "may_organise": access.may_organise(request.user, found),
        "trouble": sentence(trouble.refusal) if trouble else "",
        "address": shared_address(request, reverse("leagues:league", args=[found.slug])),
    }
    code = status(trouble.refusal) if trouble else 200
    return render(request, "leagues/league.html", context, status=code)


@action
@signed_in_page
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Sign up for the open season, or join the waiting list of the running one."""
    found = get_object_or_404(access.visible_to(request.user), slug=slug)
    season = league_page.present_season(list(found.seasons.order_by("-number")))
    assert isinstance(request.user, User)
    try:
        if season is None:
            raise refused("sign_up_closed")
        signing_up.sign_up(season.pk, request.user)
    except Refused as error:
        return _league(request, found, error)
    if league_page.waiting_place(season, request.user):
        messages.success(request, _("You are on the waiting list."))
    else:
        messages.success(request, _("You are in. Have a good season."))
    return redirect(next_page(request, reverse("leagues:league", args=[slug])))


@form_page
@signed_in_page
def leave_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Drop out of a season, after a page that explains the consequences.

    Raises:
        Refused: `not_entered`, and those of `drop_entry`.
        Http404: no such league.
    """
    found = get_object_or_404(access.visible_to(request.user), slug=slug)
    season = league_page.present_season(list(found.seasons.order_by("-number")))
    assert isinstance(request.user, User)
    entry = league_page.own_entry(season, request.user)
    if season is None or entry is None:
        raise refused("not_entered")
    if request.method == "POST":
        drop_entry(entry.pk, request.user)
        messages.success(request, _("You have dropped out."))
        return redirect("leagues:league", slug)
    return render(
        request,
        "leagues/leave.html",
        {"league": found, "season": season, "entry": entry},
    )


@page
def find_division(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Redirect to a season's division: the viewer's own, or else the first.

    Raises:
        Http404: no such season, or it has no division yet.
    """
    user = _user(request)
    divisions = Division.objects.filter(
        season__league__in=access.visible_to(user), season__league__slug=slug, season__number=number
    )
    own = divisions.filter(entries__user=user, entries__dropped_at=None) if user else divisions
    found = own.order_by("tier").first() or divisions.order_by("tier").first()
    if found is None:
        raise Http404
    return redirect("leagues:division", slug, number, found.tier)


@page
def show_division(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    """Show a division: table, reachable places, chart, fixtures and history.

    Raises:
        Http404: no such division.
    """
    found = division_page.division_of(request.user, slug, number, tier)
    if found is None:
        raise Http404
    user = _user(request)
    sheet = division_page.table_and_fixtures(found, user.pk if user else None)
    context = {
        **sheet,
        "preview": previews.division_preview(request, found, sheet["lines"]),
        **table_history(found, number_of(request.GET.get("page", ""))),
        "position_chart": division_page.position_chart_of(found),
        "names": {line.row.player: line.name for line in sheet["lines"]},
        "mine": _mine(sheet["lines"], user),
        "divisions": league_page.divisions_of(found.season),
        "may_organise": access.may_organise(request.user, found.season.league),
        "socket": f"/ws/{get_language()}/leagues/?division={found.pk}",
    }
    return render(request, "leagues/division.html", context)


def _mine(lines: list[division_page.TableLine], user: User | None) -> int | None:
    """Return this user's place of the table, or None."""
    held = (line.row.player for line in lines if user and line.entry.user_id == user.pk)
    return next(held, None)


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
