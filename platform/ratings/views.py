"""Views of the leaderboards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from core.http import page
from core.paging import number_of, page_links
from core.refusals import Refused
from games.kernel.contract import Meta
from matches.engine import catalogue
from ratings import leaderboard
from ratings.rating_model import PROVISIONAL


@require_safe
def first_leaderboard(request: HttpRequest) -> HttpResponse:
    """Redirect to the leaderboard of the first game."""
    return redirect("ratings:leaderboard", catalogue.easiest_first()[0].slug)


@page
def leaderboard_of_game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a page of a game's leaderboard, and the viewer's place."""
    meta = _meta(game)
    found = leaderboard.leaderboard_page(meta, number_of(request.GET.get("page", "")))
    user_id = request.user.pk if request.user.is_authenticated else None
    context = {
        "game": meta,
        "games": catalogue.easiest_first(),
        "lines": found.lines,
        "has_ranks": any(line.is_ranked for line in found.lines),
        "page_links": page_links(found, "page", {}),
        "you": user_id,
        "standing": None if user_id is None else leaderboard.rank_of(game, user_id),
        "page": found.number,
        "provisional": PROVISIONAL,
    }
    return render(request, "ratings/board.html", context)


@page
def leaderboard_json(request: HttpRequest, game: str) -> HttpResponse:
    """Return a page of a game's leaderboard as JSON."""
    meta = _meta(game)
    found = leaderboard.leaderboard_page(meta, number_of(request.GET.get("page", "")))
    ratings = [
        {
            "rank": line.rank,
            "name": line.rating.user.name if line.rating.user else None,
            "bot": line.rating.bot or None,
            "version": line.rating.version or None,
            "rating": line.strength.shown,
            "uncertainty": line.strength.margin,
            "provisional": line.strength.is_provisional,
            "mu": line.strength.mu,
            "sigma": line.strength.sigma,
            "matches": line.rating.matches,
        }
        for line in found.lines
    ]
    return JsonResponse(
        {"game": meta.slug, "page": found.number, "pages": found.pages, "ratings": ratings}
    )


def _meta(game: str) -> Meta:
    try:
        return catalogue.game_of(game).meta
    except Refused as missing:
        raise Http404 from missing
