"""Several people with one device: add a guest, and hand the page round."""

from __future__ import annotations

import uuid

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from accounts.services.guests import NameTaken
from accounts.sessions import new_guest
from core.http import action
from core.refusals import refused
from matches.services.seating import seats
from matches.store import topics
from matches.web import one_device, shared_browser
from matches.web.access import visible_table
from matches.web.views.table import table_action


@action
def add_guest(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Give a free seat to a guest of this name who plays with this device."""
    name = request.POST.get("name", "").strip()

    def add(match_id: uuid.UUID, owner: User) -> None:
        table = visible_table(request, match_id)
        one_device.check_shared(table, table.seat_of(owner.pk))
        # Do not create a guest only to refuse them because no seat is free.
        seats.check_free(match_id, None)
        try:
            with transaction.atomic():
                guest = new_guest(request, name)
                seats.take_seat(match_id, guest)
                one_device.add_guest(request.session, match_id, owner.pk, guest.pk)
        except ValidationError as wrong:
            variant = wrong.variant if isinstance(wrong, NameTaken) else name
            raise refused("name_refused", why=" ".join(wrong.messages), variant=variant) from wrong
        # Before the deal: a page that is still open there was its owner's alone.
        _tell_other_pages(request, match_id)

    return shared_browser.mark_shared(table_action(request, match_id, add), request)


@action
def show_hand(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Show the cards of the seat at this device whose holder has the device now.

    Raises:
        Refused: `not_yours`, and those of `visible_table`.
    """
    table = visible_table(request, match_id)
    wanted = request.POST.get("seat", "")
    for seat in one_device.seats_at(request.session, request.user, table):
        if str(seat.number) == wanted:
            one_device.show_hand(request.session, request.user, match_id, seat.user_id)
            _tell_other_pages(request, match_id)
            return shared_browser.mark_shared(redirect("matches:table", match_id), request)
    raise refused("not_yours")


@action
def cover_hand(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Cover the cards, so that the device can be handed on."""
    visible_table(request, match_id)
    if one_device.guest_ids(request.session, match_id):
        one_device.show_hand(request.session, request.user, match_id, None)
        _tell_other_pages(request, match_id)
    return redirect("matches:table", match_id)


def _tell_other_pages(request: HttpRequest, match_id: uuid.UUID) -> None:
    """Make the owner's other pages reconnect, so that none still shows another player's cards."""
    if request.user.is_authenticated:
        topics.announce_device(match_id, request.user.pk)
