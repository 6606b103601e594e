"""A pause by consent: agree, decline, resume."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse

from core.http import action
from matches.services.clock import pause
from matches.web.views.table import table_action


@action
def agree_to_pause(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Propose a pause, or agree to one."""
    return table_action(request, match_id, pause.agree_to_pause)


@action
def decline_pause(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Decline a pause."""
    return table_action(request, match_id, pause.decline_pause)


@action
def end_pause(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """End a pause."""
    return table_action(request, match_id, pause.end_pause)
