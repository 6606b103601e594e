"""Views of the public tables: the list, joining from it, quick match."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation

from accounts.sessions import user_or_guest
from core.http import action, page
from core.refusals import Refused, refused, sentence, status
from lobby import open_tables
from lobby.services.fill_up import fill_up
from lobby.services.quick_match import quick_match
from matches.engine import catalogue, tempos
from matches.models import Match
from matches.services.seating.seats import take_seat
from matches.web.hosts import host_or_guest
from matches.web.views.table import table_action


@page
def tables(request: HttpRequest) -> HttpResponse:
    """Show the public tables: those with free seats, and those to watch."""
    return _list(request, request.GET)


@page
def watchable(request: HttpRequest) -> HttpResponse:
    """Return the part of the list with running public matches, which pages refresh while they show
    it.
    """
    asked, _ = open_tables.parse_wanted(request.GET)
    return render(
        request,
        "lobby/_watchable.html",
        open_tables.watchable_context(
            asked, open_tables.friends_of(request.user), few="few" in request.GET
        )
        | {"you": request.user.pk},
    )


@action
def sit_at_public_table(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Take a seat at a public table, for a guest too; if it is full, show the list again.

    Raises:
        Refused: `no_match`.
    """
    match = Match.objects.filter(pk=match_id, public=True).prefetch_related("seats").first()
    if match is None:
        raise refused("no_match")
    try:
        if request.user.is_anonymous:
            _check_free(match)
        take_seat(match_id, user_or_guest(request))
    except Refused as error:
        if error.refusal.code != "already_seated":
            return _list(request, {}, error)
    return _at_table(match)


def _check_free(match: Match) -> None:
    """Check for a free seat first: a visitor must not become a guest if no seat is free."""
    if match.status != Match.Status.OPEN:
        raise refused("table_closed")
    if not any(seat.is_empty for seat in match.seats.all()):
        raise refused("table_full")


@action
def join_quick_match(request: HttpRequest) -> HttpResponse:
    """Join the next table of a game at a tempo, for a guest too.

    Raises:
        Http404: no such game.
        Refused: those of `quick_match`.
    """
    try:
        meta = catalogue.game_of(request.POST.get("game", "")).meta
    except Refused as error:
        raise Http404 from error
    tempo = tempos.tempo_of(meta, request.POST.get(f"tempo-{meta.slug}", "")).slug
    return _at_table(quick_match(host_or_guest(request), meta.slug, tempo))


@action
def fill_with_bots(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Fill the free seats of a quick match with bots."""
    return table_action(request, match_id, fill_up, request.POST.get("nonce", ""))


def _at_table(match: Match) -> HttpResponse:
    """Redirect to the table; at a table of strangers the page gets ready by itself."""
    return redirect(reverse("matches:table", args=[match.pk]) + ("?deal" if match.quick else ""))


def _list(request: HttpRequest, query: Any, refused: Refused | None = None) -> HttpResponse:
    asked, form = open_tables.parse_wanted(query)
    code = 200 if form.is_valid() else 422
    friends = open_tables.friends_of(request.user)
    context = open_tables.listing_context(asked, friends) | open_tables.watchable_context(
        asked, friends
    )
    context |= {
        "you": request.user.pk,
        "form": form,
        "trouble": "" if refused is None else sentence(refused.refusal),
        "socket": _socket(query),
    }
    if refused is not None:
        code = status(refused.refusal)
    return render(request, "lobby/tables.html", context, status=code)


def _socket(query: Any) -> str:
    asked = query.urlencode() if query else ""
    return f"/ws/{translation.get_language()}/tables/?{asked}"
