"""Actions at a table other than moves: before the deal, at a seat, and after the match."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts.models import User
from accounts.sessions import user_or_guest
from core.http import action
from core.refusals import refused
from matches.requests import read_version
from matches.services.rounds import orders
from matches.services.seating import declarations, dismissal, rematch, reserve_seat, seats
from matches.web import one_device, shared_browser
from matches.web.access import only_watches, visible_table
from matches.web.views.table import table_action


@action
def sit_down(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Take this seat, as a new guest if necessary.

    Raises:
        Refused: `seat_kept`, and those of `visible_table`.
    """
    table = visible_table(request, match_id)
    if only_watches(request.session, table, request.user.pk):
        raise refused("seat_kept")
    if request.user.is_anonymous:
        # Do not create a guest only to refuse them because the seat is taken.
        seats.check_free(match_id, None, number)
    user_or_guest(request)
    return table_action(request, match_id, seats.take_seat, number)


@action
def seat_bot(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Put a bot on a seat as the host, or leave the seat free for everyone (an empty level)."""
    return table_action(request, match_id, seats.seat_bot, number, request.POST.get("level", ""))


@action
def keep_seat(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Keep a seat as the host for the user with this name, or without a name for a link's holder."""
    name = request.POST.get("name", "").strip()
    if not name:
        return table_action(request, match_id, reserve_seat.reserve_by_link, number)

    def keep_for(match_id: uuid.UUID, host: User, number: int) -> None:
        reserve_seat.reserve_for(match_id, host, number, reserve_seat.friend_called(name))

    return table_action(request, match_id, keep_for, number)


@action
def kick_player(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Send the player of a seat away as the host."""
    return table_action(request, match_id, dismissal.kick_player, number)


@action
def declare_for_seat(request: HttpRequest, match_id: uuid.UUID, name: str) -> HttpResponse:
    """Answer a question of the rulebook; an empty value deletes the answer."""
    return table_action(
        request, match_id, declarations.keep_declaration, name, request.POST.get("value", "")
    )


@action
def order_for_seat(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Give a standing order for one's seat; an empty order deletes it."""
    name, seen = request.POST.get("order", ""), read_version(request.POST.get("seen"))
    return table_action(request, match_id, orders.give_order, name, seen)


@action
def begin_rematch(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Play again with the same people, and with bots of another level if one is named.

    The page of the new table marks this player as ready.

    Raises:
        Refused: `sign_in_first`, and those of `visible_table` and of `services.seating.rematch`.
    """
    table = visible_table(request, match_id)
    if request.user.is_anonymous:
        raise refused("sign_in_first")
    again = rematch.open_rematch(match_id, request.user, request.POST.get("level", ""))
    for each in one_device.users_at(request.session, request.user, table):
        if each != request.user:
            with transaction.atomic():
                rematch.open_rematch(match_id, each)
                one_device.add_guest(request.session, again.pk, request.user.pk, each.pk)
    answer = redirect(reverse("matches:table", args=[again.pk]) + "?deal")
    return shared_browser.mark_shared(answer, request)
