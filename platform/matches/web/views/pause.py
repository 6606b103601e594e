"""A pause by consent: agree, decline, go on."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from core.http import refusals_answered
from matches.services.clock import pause
from matches.web.views.table import table_action


@csrf_protect
@require_POST
@refusals_answered
def agree(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Propose a pause, or agree to one."""
    return table_action(request, match_id, pause.agree)


@csrf_protect
@require_POST
@refusals_answered
def decline(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """No pause now."""
    return table_action(request, match_id, pause.decline)


@csrf_protect
@require_POST
@refusals_answered
def go_on(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The pause is over."""
    return table_action(request, match_id, pause.go_on)
