"""Views of the landing page, with the games' own covers, and of the user's matches."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.online import who_is_here
from core.http import action, page
from core.keyboard_shortcuts import PLACES
from core.previews.preview import site_preview
from core.refusals import Refused, refused, status
from friends.friend_lists import asking_people, company_of
from games.kernel.contract import Meta, Refusal
from lobby.open_tables import WantedTables, friends_of, watchable_context
from lobby.services.play_now import games_finished, seats_of
from matches.engine import catalogue
from matches.models import Match
from matches.present import listings
from matches.requests import parse_action_request
from matches.services.rounds import start
from matches.services.rounds.play import play
from matches.web.access import person_of, visible_table
from matches.web.views.table import acting_user
from pages import own_matches
from pages.own_matches_form import parse_asked
from pages.waiting_matches import next_for, uuid_of


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A game of the catalogue.

    `seats`: the default number of players. `is_new`: the viewer has not finished a match of it.
    """

    game: Meta
    seats: int
    is_new: bool

    @property
    def minutes(self) -> tuple[int, int]:
        """Return the duration of a round with this number of players, at the viewer's next table."""
        if self.is_new and self.game.first is not None:
            return self.game.first.minutes
        return self.game.minutes[self.seats]

    @property
    def numbers(self) -> range:
        """Return the numbers of players that are possible against bots."""
        least, most = self.game.seats
        return range(max(2, least), most + 1)


@page
def landing_page(request: HttpRequest) -> HttpResponse:
    """Show the landing page: the site, the games, and the viewer's matches."""
    shown = own_matches.short_context(request.user) if request.user.is_authenticated else {}
    return _landing(request, shown)


def _landing(request: HttpRequest, shown: Mapping[str, Any], code: int = 200) -> HttpResponse:
    known = games_finished(request.user if request.user.is_authenticated else None)
    entries = [
        CatalogueEntry(meta, seats_of(meta), is_new=meta.slug not in known)
        for meta in catalogue.easiest_first()
    ]
    if request.user.is_authenticated:
        company, again = company_of(request.user), listings.last_ended(request.user)
        asking = asking_people(request.user.pk)
        shown = {**shown, "company": company, "again": again, "asking": asking}
    context = {
        "preview": site_preview(catalogue.easiest_first()[0].slug),
        "catalogue": entries,
        "games": catalogue.easiest_first(),
        "you": request.user.pk,
        "people_here": who_is_here().count,
        "tables_played": Match.objects.filter(status=Match.Status.RUNNING).count(),
        **watchable_context(WantedTables(), friends_of(request.user), few=True, drawn=False),
        **shown,
    }
    return render(request, "pages/landing.html", context, status=code)


@page
def matches_page(request: HttpRequest) -> HttpResponse:
    """Show the user's matches: waiting ones first, then finished ones."""
    if not request.user.is_authenticated:
        return _matches(request, {})
    shown = own_matches.matches_context(request.user, request.GET)
    return _matches(request, shown, 200 if shown["filter"].is_valid() else 422)


def _matches(request: HttpRequest, shown: Mapping[str, Any], code: int = 200) -> HttpResponse:
    return render(
        request, "pages/matches.html", {"games": catalogue.easiest_first(), **shown}, status=code
    )


@action
def answer_from_list(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Answer a match from a list, and return the list, with the reason if the answer was refused."""
    table = visible_table(request, match_id)
    user = request.user
    if not user.is_authenticated:
        raise refused("sign_in_first")
    if acting_user(request, table) != user:
        # A shared device acts for the player whom the table page names.
        raise refused("hands_covered")
    refusal = _answer(request, match_id, user)
    is_short = request.POST.get("show") == "short"
    if refusal is None:
        query = urlencode(parse_asked(request.POST).query)
        return redirect("/" if is_short else f"{reverse('pages:matches')}?{query}")
    shown = (
        own_matches.short_context(user)
        if is_short
        else own_matches.matches_context(user, request.POST)
    )
    page = _landing if is_short else _matches
    return page(request, own_matches.refused_context(table, refusal, shown), status(refusal))


def _answer(request: HttpRequest, match_id: uuid.UUID, user: User) -> Refusal | None:
    """Carry out the match's own buttons, or "ready"; return the refusal, if any."""
    if "ready" in request.POST:
        try:
            start.get_ready(match_id, user, request.POST.get("nonce", ""))
        except Refused as error:
            return error.refusal
        return None
    seen, picks = request.GET.get("seen", ""), request.POST.getlist("pick")
    # The same answer to the same situation is one move, even if it is sent twice from two pages.
    key = sha256("/".join(["list", seen, *picks]).encode("utf-8", "surrogatepass")).hexdigest()
    wanted = parse_action_request({"pick": picks, "seen": seen, "key": key})
    return play(match_id, person_of(request.user), wanted).refusal


@page
def next_match(request: HttpRequest) -> HttpResponse:
    """Redirect to the next match or appointment that waits, or to the list."""
    if request.user.is_authenticated:
        found = next_for(request.user.pk, uuid_of(request.GET.get("skip")))
        if found is not None:
            return redirect(found)
    return redirect("pages:matches")


@require_safe
def keys_page(request: HttpRequest) -> HttpResponse:
    """Show the keyboard keys of the site and of each game's table.

    `at` is the name of a place, or a game for its table. The keys that work there come first.
    """
    at = request.GET.get("at", "")
    games = [
        (meta, found) for meta in catalogue.easiest_first() if (found := _of_game(meta, "keys"))
    ]
    here = [one for one in games if one[0].slug == at]
    place = "table" if here else at
    shown = {
        "here": here,
        "places": sorted(PLACES, key=lambda one: one.name != place),
        "games": [one for one in games if one not in here],
    }
    return render(request, "pages/keys.html", shown)


def _of_game(meta: Meta, name: str) -> str:
    """Return a template that a game may provide; "" if it does not."""
    found = f"games/{meta.slug}/{name}.html"
    try:
        get_template(found)
    except TemplateDoesNotExist:
        return ""
    return found
