"""What people do about a seat in a running match: leave it, take it back, offer it to others."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse

from core.http import action
from matches.services.absence import departure, substitute
from matches.web.views.table import table_action


@action
def leave_running_match(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Leave a running match: a bot plays on."""
    return table_action(request, match_id, departure.leave_match)


@action
def come_back(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Take one's own seat back from the bot."""
    return table_action(request, match_id, departure.come_back)


@action
def offer_seat(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Ask for somebody else to play on in this seat, or agree to that."""
    return table_action(request, match_id, substitute.offer_seat, number)


@action
def object_to_substitute(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Have nobody else play on in one's own seat."""
    return table_action(request, match_id, substitute.object_to_substitute)
