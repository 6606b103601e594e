"""The pages on which a finished round is read, and the round for programs."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from accounts.sessions import host_or_guest
from core.http import action, page, refusals_answered
from core.refusals import refuse
from games.kernel.contract import N_
from matches.present import occasion, reading
from matches.present.transcript import transcript
from matches.services.seating.play_on import check_position, play_on
from matches.web.access import user_id_of, visible_table

FROM_MOVE = N_("Played on from move %(move)s")


@require_GET
@refusals_answered
def jump_to_step(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """To the step that a form asks for, or to the deal.

    Raises:
        Refused: `malformed`.
    """
    wanted = request.GET.get("step", "0")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 10):
        raise refuse("malformed")
    address = reverse("matches:step", args=[match_id, number, int(wanted)])
    view = request.GET.get("view", "")
    return redirect(f"{address}?{urlencode({'view': view})}" if view else address)


@page
def step_page(request: HttpRequest, match_id: uuid.UUID, number: int, step: int) -> HttpResponse:
    """One step of a finished round: a page, or for htmx what changes on it."""
    table = visible_table(request, match_id, number)
    round_ = reading.finished(match_id, number)
    user_id = user_id_of(request.user)
    reader = reading.reader_of(table, user_id, request.GET.get("view", ""))
    context = reading.context(table, round_, step, reader, user_id=user_id)
    changes = "HX-Request" in request.headers
    return render(request, f"matches/{'_reading' if changes else 'reading'}.html", context)


@action
def play_on_from(request: HttpRequest, match_id: uuid.UUID, number: int, step: int) -> HttpResponse:
    """Play on from this step of a finished round against bots, as a guest if need be.

    Raises:
        Refused: `malformed`, and those of `visible_table`, `reading.finished` and `play_on`.
    """
    visible_table(request, match_id, number)
    round_ = reading.finished(match_id, number)
    seat = request.POST.get("seat", "")
    if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
        raise refuse("malformed")
    check_position(round_, step, int(seat), level := request.POST.get("level", ""))
    path = reverse("matches:step", args=[match_id, number, step])
    since = occasion.told(FROM_MOVE, path, move=step)
    match = play_on(round_, step, host_or_guest(request), int(seat), level, since)
    return redirect("matches:table", match.pk)


@require_GET
@refusals_answered
def moves_json(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """The whole round as JSON, once it is over."""
    visible_table(request, match_id, number)
    return JsonResponse(reading.export(reading.finished(match_id, number)))


@require_GET
@refusals_answered
def moves_text(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """The whole round in words, from one's own seat, as a spectator or with all hands open."""
    table = visible_table(request, match_id, number)
    round_ = reading.finished(match_id, number)
    reader = reading.reader_of(table, user_id_of(request.user), request.GET.get("view", ""))
    said = transcript(table, round_, reader)
    return HttpResponse(f"{said}\n", content_type="text/plain; charset=utf-8")
