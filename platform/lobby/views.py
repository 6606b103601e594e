"""Ways to a table: play now, play with friends, follow an invitation."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import names
from accounts.sessions import user_or_guest
from core.http import refusals_answered
from core.refusals import Refused, refuse, sentence, status
from games.kernel.contract import Meta
from lobby.forms import TableForm
from lobby.services.play_now import play_now
from matches import access, engine, selectors
from matches.models import Match, Seat
from matches.services import seats
from matches.services.tables import open_match


@csrf_protect
@require_POST
@refusals_answered
def now(request: HttpRequest, game: str) -> HttpResponse:
    """Sit down against two bots, as a guest if need be; the page deals on arrival."""
    _meta(game)
    user = user_or_guest(request)
    match = play_now(user, game)
    return redirect(reverse("matches:table", args=[match.pk]) + "?deal")


@never_cache
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_answered
def friends(request: HttpRequest, game: str) -> HttpResponse:
    """Lay a table for friends; the invitation is on the table."""
    meta = _meta(game)
    form = TableForm(meta, request.POST if request.method == "POST" else None)
    if form.is_valid():
        wanted = form.cleaned_data
        match = open_match(
            user_or_guest(request),
            game,
            seats=wanted["seats"],
            bots=form.bot_levels(),
            tempo=wanted["tempo"],
            public=wanted["public"],
        )
        return redirect("matches:table", match.pk)
    code = 422 if form.is_bound else 200
    return render(request, "lobby/friends.html", {"game": meta, "form": form}, status=code)


@never_cache
@csrf_protect
@require_GET
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation: which table, who sits there, and what one can do."""
    try:
        match = selectors.invited_to(token)
    except Refused as refused:
        return _gone(request, refused)
    if any(seat.user_id == request.user.pk for seat in match.seats.all() if seat.user_id):
        return redirect("matches:table", match.pk)
    return _invitation(request, match)


@csrf_protect
@require_POST
@refusals_answered
def sit(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down, as a guest if need be; whoever comes too late is told so."""
    try:
        match = selectors.invited_to(token)
    except Refused as refused:
        return _gone(request, refused)
    if request.user.is_anonymous and (trouble := _no_seat(match)):
        # Nobody becomes a guest just to be told that there is no seat.
        return _invitation(request, match, trouble=trouble, code=409)
    try:
        user = user_or_guest(request, request.POST.get("name", "").strip())
    except ValidationError as wrong:
        return _invitation(request, match, wrong_name=" ".join(wrong.messages), code=422)
    try:
        seats.take_seat(match.pk, user)
    except Refused as refused:
        if refused.refusal.code != "already_seated":
            trouble, code = sentence(refused.refusal), status(refused.refusal)
            return _invitation(request, match, trouble=trouble, code=code)
    access.remember(request.session, match.pk)
    return redirect("matches:table", match.pk)


@csrf_protect
@require_POST
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Just look on."""
    try:
        match = selectors.invited_to(token)
    except Refused as refused:
        return _gone(request, refused)
    access.remember(request.session, match.pk)
    return redirect("matches:table", match.pk)


def _meta(game: str) -> Meta:
    """The card of a game that an address names."""
    try:
        return engine.game_of(game).meta
    except Refused as refused:
        raise Http404 from refused


def _no_seat(match: Match) -> str:
    """Why nobody can sit down any more, in a sentence; empty if somebody can."""
    if match.status != Match.Status.OPEN:
        return sentence(refuse("table_closed").refusal)
    if not any(seat.is_empty for seat in match.seats.all()):
        return sentence(refuse("table_full").refusal)
    return ""


def _invitation(
    request: HttpRequest, match: Match, *, trouble: str = "", wrong_name: str = "", code: int = 200
) -> HttpResponse:
    context = {
        "match": match,
        "meta": engine.game_of(match.game).meta,
        "places": [_place(seat) for seat in match.seats.all()],
        "closed": _no_seat(match),
        "trouble": trouble,
        "wrong_name": wrong_name,
        "name": request.POST.get("name", "")[: names.LONGEST],
        "longest": names.LONGEST,
    }
    return render(request, "lobby/join.html", context, status=code)


def _place(seat: Seat) -> dict[str, str]:
    if seat.user is not None:
        return {"kind": "guest" if seat.user.is_guest else "person", "name": seat.user.name}
    return {"kind": "bot" if seat.bot else "empty", "name": ""}


def _gone(request: HttpRequest, refused: Refused) -> HttpResponse:
    """There never was such an invitation (404), or its match is over (410)."""
    code = status(refused.refusal)
    return render(request, "lobby/gone.html", {"over": code == 410}, status=code)
