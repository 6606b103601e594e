"""The pages on which a finished round is read, and the round for programs."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from core.http import page, refusals_answered
from core.refusals import refuse
from matches.present import reading
from matches.web.access import user_id_of, visible_table


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


@require_GET
@refusals_answered
def moves_json(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """The whole round as JSON, once it is over."""
    visible_table(request, match_id, number)
    return JsonResponse(reading.export(reading.finished(match_id, number)))
