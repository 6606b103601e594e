"""Actions for a seat in a running match: leave it, take it back, offer it to a substitute."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.services import devices
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
    """Request a substitute for this seat, or agree to one."""
    if isinstance(request.user, User):
        # The device is stored so that its user cannot take that seat in a second window.
        devices.remember_device(request.user, devices.device_of(request))
    return table_action(request, match_id, substitute.offer_seat, number)


@action
def take_consent_back(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Withdraw the consent to a substitute in this seat."""
    return table_action(request, match_id, substitute.take_consent_back, number)


@action
def object_to_substitute(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Object to a substitute in one's own seat."""
    return table_action(request, match_id, substitute.object_to_substitute)
