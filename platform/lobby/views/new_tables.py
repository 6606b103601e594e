"""Views that open a table: play now, play with friends, follow an invitation."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from accounts.services import devices
from accounts.services.guests import NameTaken
from accounts.sessions import user_or_guest
from core.http import action, form_page, page
from core.refusals import Refused, refused, sentence, status
from games.kernel.contract import Meta, Refusal
from lessons.finished_lessons import has_finished
from lobby.forms import TableForm
from lobby.previews import invitation_preview
from lobby.services.lay_table import lay_table
from lobby.services.play_now import check_wanted, play_now, seats_of
from matches.engine import catalogue
from matches.models import Match, Seat
from matches.present import tempo_words, undealt_table
from matches.present.lesson_offer import lesson_offer
from matches.services.absence import substitute
from matches.services.rules_versions import offered_versions
from matches.services.seating import seats
from matches.store.first_time import is_new_to
from matches.store.load_match import load_table
from matches.web import access
from matches.web.hosts import host_or_guest


@action
def play_now_page(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table against bots, for a guest too; the page deals the cards when it opens.

    The form may choose the level and the number of seats; otherwise the level suits the player.
    """
    meta = _meta(game)
    wished = request.POST.get("seats", "")
    seats = int(wished) if wished.isascii() and wished.isdigit() and len(wished) < 4 else None
    level = request.POST.get("level", "")
    # A refused visitor must not become a guest.
    check_wanted(meta, seats_of(meta) if seats is None else seats, level)
    started = play_now(host_or_guest(request), game, seats=seats, level=level)
    if started.moved > 0:
        messages.info(request, _("You have won twice in a row, so these bots are stronger."))
    elif started.moved < 0:
        messages.info(
            request, _("You have lost three times in a row, so these bots are a little easier.")
        )
    elif started.is_first and not has_finished(request.session, game):
        messages.info(request, lesson_offer(game))
    return redirect(reverse("matches:table", args=[started.match.pk]) + "?deal")


@form_page
def play_with_friends(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table; a refused form shows its errors and keeps what was typed."""
    meta = _meta(game)
    host = request.user if request.user.is_authenticated else None
    form = TableForm(
        meta,
        offered_versions(game),
        host,
        request.POST if request.method == "POST" else None,
        opponent=request.GET.get("with", ""),
    )
    if form.is_valid():
        try:
            match = lay_table(host_or_guest(request), game, **form.wanted())
            return redirect("matches:table", match.pk)
        except Refused as error:
            if status(error.refusal) == HTTPStatus.TOO_MANY_REQUESTS:
                raise
            form.add_error(None, sentence(error.refusal))
    code = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "lobby/friends.html", {"game": meta, "form": form}, status=code)


@page
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation: the table, its players, and the possible actions."""
    try:
        match = access.invited_to(token)
    except Refused as error:
        return _answer_gone(request, error)
    if any(seat.user_id == request.user.pk for seat in match.seats.all() if seat.user_id):
        return redirect("matches:table", match.pk)
    if _seat_offered(match, token) and isinstance(request.user, User):
        devices.remember_device(request.user, devices.device_of(request))
    return _invitation(request, match, token)


@action
def sit_by_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Take a seat by an invitation, for a guest too; a visitor who is too late gets a sentence."""
    try:
        match = access.invited_to(token)
    except Refused as error:
        return _answer_gone(request, error)
    wished = request.POST.get("seat", "")
    number = int(wished) if wished.isascii() and wished.isdigit() and len(wished) < 4 else None
    try:
        if request.user.is_anonymous:
            # A visitor must not become a guest if there is no seat.
            _check(request, match, token, number)
        user = user_or_guest(request, request.POST.get("name", "").strip())
        if _seat_offered(match, token):
            device = devices.device_of(request)
            devices.remember_device(user, device)
            substitute.take_over(match.pk, user, token, device)
        else:
            seats.take_seat(match.pk, user, number, token)
    except ValidationError as wrong:
        return _invitation(request, match, token, wrong_name=wrong, code=422)
    except Refused as error:
        if status(error.refusal) == HTTPStatus.TOO_MANY_REQUESTS:
            raise
        if error.refusal.code != "already_seated":
            return _invitation(request, match, token, trouble=error)
    if access.lets_watch(
        match, token
    ):  # a substitute's former player watches while the substitute sits there
        access.remember_invitation(request.session, match.pk)
    return redirect("matches:table", match.pk)


@action
def watch_by_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Watch a match by an invitation; an invitation to a single seat opens no other seat.

    Raises:
        Refused: `not_to_watch`.
    """
    try:
        match = access.invited_to(token)
    except Refused as error:
        return _answer_gone(request, error)
    if not access.lets_watch(match, token):
        raise refused("not_to_watch")
    if any(seat.invite == token for seat in match.seats.all()):
        access.remember_watching(request.session, match.pk)
    else:
        access.remember_invitation(request.session, match.pk)
    return redirect("matches:table", match.pk)


def _meta(game: str) -> Meta:
    """Return the meta of the game that an address names."""
    try:
        return catalogue.game_of(game).meta
    except Refused as error:
        raise Http404 from error


def _invitation(
    request: HttpRequest,
    match: Match,
    token: str,
    *,
    trouble: Refused | None = None,
    wrong_name: ValidationError | None = None,
    code: int = 200,
) -> HttpResponse:
    match = access.invited_to(token) if trouble else match
    user = request.user if request.user.is_authenticated else None
    closed = _why_closed(request, match, token)
    meta = catalogue.game_of(match.game).meta
    table = load_table(match.pk)
    places = [_place(seat, user, token) for seat in match.seats.all()]
    context = {
        "match": match,
        "token": token,
        "meta": meta,
        "preview": invitation_preview(request, match, table),
        "agreed": undealt_table.agreed(table),
        "when_it_is_up": tempo_words.WHEN_IT_IS_UP,
        "places": places,
        "has_choice": sum(place.get("free", False) for place in places) > 1,
        "lesson": _lesson(request, match.game),
        "closed": "" if closed is None else sentence(closed),
        "needs_account": closed is not None and closed.code == "account_needed",
        "offered": _seat_offered(match, token),
        "may_watch": access.lets_watch(match, token),
        "trouble": sentence(trouble.refusal) if trouble else "",
        "wrong_name": " ".join(wrong_name.messages) if wrong_name else "",
        "name": wrong_name.variant
        if isinstance(wrong_name, NameTaken)
        else request.POST.get("name", "")[: names.LONGEST],
        "chosen": request.POST.get("seat", ""),
        "longest": names.LONGEST,
    }
    code = status(trouble.refusal) if trouble else code
    return render(request, "lobby/join.html", context, status=code)


def _lesson(request: HttpRequest, game: str) -> str:
    """Return the offer of a game's lesson; "" for a visitor who has played or learned the game."""
    knows = has_finished(request.session, game) or not is_new_to(request.user.pk, game)
    return "" if knows else lesson_offer(game)


def _seat_offered(match: Match, token: str) -> Seat | None:
    """Return the absent player's seat, if this invitation is to continue for that player."""
    return next((seat for seat in match.seats.all() if seat.offer == token), None)


def _check(request: HttpRequest, match: Match, token: str, number: int | None = None) -> None:
    """Raise the refusal that this visitor would get now."""
    user = request.user if request.user.is_authenticated else None
    if _seat_offered(match, token):
        substitute.check_offer(match, user, token, devices.device_of(request))
    else:
        seats.check_free(match.pk, user, number, token)


def _why_closed(request: HttpRequest, match: Match, token: str) -> Refusal | None:
    """Return why this visitor cannot sit down, or None."""
    try:
        _check(request, match, token)
    except Refused as error:
        return error.refusal
    return None


def _place(seat: Seat, user: User | None, token: str) -> dict[str, Any]:
    """Return a seat as the invitation shows it; `yours`: it is reserved for the viewer."""
    if seat.user is not None:
        kind = "stand_in" if seat.stand_in else "guest" if seat.user.is_guest else "person"
        return {"kind": kind, "name": seat.user.name, "away": bool(seat.stand_in)}
    mine = seat.is_kept and (seat.invite == token or (user is not None and seat.kept_for == user))
    return {
        "kind": "bot" if seat.bot else "empty",
        "number": seat.number,
        "yours": mine,
        "free": seat.is_empty and (mine or not seat.is_kept),
    }


def _answer_gone(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Answer 404 for an unknown invitation, and 410 if its match is over."""
    code = status(refused.refusal)
    context = {"over": code == HTTPStatus.GONE, "code": refused.refusal.code}
    return render(request, "lobby/gone.html", context, status=code)
