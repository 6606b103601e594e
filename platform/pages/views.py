"""The landing page and the rules: rendered from the games' own cards, whichever there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_safe

from accounts import names
from accounts.models import User
from core.refusals import Refused
from games.kernel.contract import Meta
from matches import engine, reliability
from pages import yours
from pages.waiting import next_for, uuid_of


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the catalogue; its own cover if it brings one, else ours."""

    game: Meta
    cover: list[str]


@never_cache
@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """What this is, the games, and the matches of who looks."""
    context: dict[str, Any] = {"catalogue": [_entry(meta) for meta in engine.metas()]}
    if request.user.is_authenticated:
        context |= yours.short(request.user)
    return render(request, "pages/landing.html", context)


@never_cache
@csrf_protect
@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """Your matches: those that wait for you first, and those that are over."""
    context: dict[str, Any] = {"games": engine.metas()}
    if request.user.is_authenticated:
        context |= yours.matches(request.user, request.GET.dict())
    return render(request, "pages/matches.html", context)


@never_cache
@require_safe
def next_match(request: HttpRequest) -> HttpResponse:
    """To the next match that waits; if none does, to the list."""
    if request.user.is_authenticated:
        found = next_for(request.user.pk, uuid_of(request.GET.get("skip")))
        if found is not None:
            return redirect("matches:table", found)
    return redirect("pages:matches")


@never_cache
@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know of somebody: since when they are here, and what they finish."""
    found = User.objects.filter(name_key=names.key_of(name), is_active=True).first()
    if found is None:
        raise Http404
    context = {
        "person": found,
        "record": reliability.records([found.pk])[found.pk],
        "half_life": reliability.HALF_LIFE.days,
        "trust": reliability.TRUST,
        "low": reliability.LOW_PERCENT,
    }
    return render(request, "pages/person.html", context)


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """A game's rules, as the game's own template tells them."""
    try:
        meta = engine.game_of(game).meta
        text = f"games/{meta.slug}/rules.html"
        get_template(text)
    except (Refused, TemplateDoesNotExist) as missing:
        raise Http404 from missing
    return render(request, "pages/rules.html", {"game": meta, "text": text})


def _entry(meta: Meta) -> Entry:
    return Entry(game=meta, cover=[f"games/{meta.slug}/cover.html", "pages/_cover.html"])
