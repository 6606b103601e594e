"""The landing page and the rules: rendered from the games' own cards, whichever there are."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from core.refusals import Refused
from games.kernel.contract import Meta
from matches import engine, selectors
from matches.models import Match, Seat

MOST = 8
"""Running matches on the landing page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the catalogue; its own cover if it brings one, else ours."""

    game: Meta
    cover: list[str]


@dataclass(frozen=True, slots=True)
class Running:
    """A match of somebody's as a line on the landing page."""

    match: Match
    meta: Meta
    others: list[str]
    free: int
    bots: int


@never_cache
@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """What this is, the games, and the tables where one sits already."""
    user = request.user
    context = {
        "catalogue": [_entry(meta) for meta in engine.metas()],
        "running": _running(user) if user.is_authenticated else [],
    }
    return render(request, "pages/landing.html", context)


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """A game's rules, as the game's own template tells them."""
    try:
        meta = engine.game_of(game).meta
        text = get_template(f"games/{meta.slug}/rules.html")
    except (Refused, TemplateDoesNotExist) as missing:
        raise Http404 from missing
    return render(request, "pages/rules.html", {"game": meta, "text": text})


def _entry(meta: Meta) -> Entry:
    return Entry(game=meta, cover=[f"games/{meta.slug}/cover.html", "pages/_cover.html"])


def _running(user: User) -> list[Running]:
    return [_line(match, user) for match in selectors.running_for(user)[:MOST]]


def _line(match: Match, user: User) -> Running:
    places: list[Seat] = list(match.seats.all())
    return Running(
        match=match,
        meta=engine.game_of(match.game).meta,
        others=[seat.user.name for seat in places if seat.user and seat.user != user],
        free=sum(seat.is_empty for seat in places),
        bots=sum(bool(seat.bot) for seat in places),
    )
