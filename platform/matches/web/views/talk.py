"""The chat by POST, for browsers without a socket."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from accounts.models import User
from accounts.services import mutes
from accounts.sessions import user_or_guest
from core.http import action, answer_refusal, wants_json
from core.numbers import read_id
from core.refusals import Refused, refused, status
from matches.actors import Person
from matches.models import Match
from matches.present import talk
from matches.requests import parse_saying
from matches.services.talk import check_saying, post_message
from matches.store.snapshot import Table
from matches.store.topics import announce_talk
from matches.web import one_device
from matches.web.access import user_id_of, visible_table
from matches.web.views.table import acting_user, fields_of, table_page


@action
def say_at_table(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Post a message, as a new guest if necessary; show a refused message again for editing."""
    table = visible_table(request, match_id)
    saying = parse_saying(fields_of(request))
    try:
        # Do not create a guest only to refuse an empty message.
        check_saying(table, saying)
        user = acting_user(request, table)
        if not isinstance(user, User):
            if request.user.is_authenticated:
                raise refused("hands_covered")
            user = user_or_guest(request)
        post_message(table, Person(user.pk, user.epoch), saying)
    except Refused as error:
        refusal = error.refusal
        if wants_json(request):
            return answer_refusal(request, refusal)
        code = status(refusal)
        if table.match.talk == Match.Talk.OFF:
            return table_page(request, table, refusal, code)
        return table_page(request, table, code=code, typed=saying.text, refused=refusal)
    return _answer(request, table)


@action
def mute_person(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Hide the messages of a user (`mute`), or show them again (`unmute`).

    Raises:
        Refused: `sign_in_first`, `malformed`, and those of `visible_table`.
    """
    table = visible_table(request, match_id)
    if not isinstance(request.user, User):
        raise refused("sign_in_first")
    fields = fields_of(request)
    for name, service in (("mute", mutes.mute_user), ("unmute", mutes.unmute_user)):
        if name in fields:
            service(request.user, _number(fields[name]))
            announce_talk(match_id)
            return _answer(request, table)
    raise refused("malformed")


def _number(text: object) -> int:
    if not (number := read_id(text)):
        raise refused("malformed")
    return number


def _answer(request: HttpRequest, table: Table) -> HttpResponse:
    """Redirect to the table, or answer a script with the present chat."""
    if not wants_json(request):
        return redirect("matches:table", table.match_id)
    user_id = user_id_of(acting_user(request, table))
    seat = table.seat_of(user_id)
    plays = one_device.plays_here(request.session, request.user, table)
    reader = talk.reader(None if seat is None else seat.number, user_id, plays=plays)
    return JsonResponse({"talk": talk.lines_by_reader(table, [reader])[reader]})
