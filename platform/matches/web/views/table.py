"""The pages of a match, and its actions by POST for browsers without a socket."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.crypto import get_random_string

from accounts.models import User
from accounts.views.preferences import draw_table_settings
from core import clock
from core.costly_pages import FILES, costly
from core.http import action, answer_refusal, page, wants_json, wants_part
from core.refusals import Refused, refused, sentence, status
from core.rendering import fragments
from games.kernel import pace
from games.kernel.contract import Refusal, Viewer
from matches.engine import catalogue, verification
from matches.models import Match
from matches.present import board, presence, talk
from matches.present.board_context import Typed
from matches.requests import parse_action_request, read_json, read_version
from matches.services.rounds import start
from matches.services.rounds.acknowledge import acknowledge_version
from matches.services.rounds.play import play
from matches.services.seating import seats
from matches.store.load_match import load_table
from matches.store.snapshot import Table
from matches.web import circles, one_device
from matches.web.access import Somebody, person_of, readable_table, user_id_of, visible_table
from matches.web.page_scripts import scripts_name


def acting_user(request: HttpRequest, table: Table) -> Somebody:
    """Return the user for whom this browser acts at a table."""
    return one_device.user_at(request.session, request.user, table)


def _origin(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


@page
def show_table(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Show the table to this viewer."""
    return table_page(request, visible_table(request, match_id))


def table_page(
    request: HttpRequest,
    table: Table,
    refusal: Refusal | None = None,
    code: int = 200,
    **said: Any,
) -> HttpResponse:
    """Render the whole page of a table; `said`: as for `talk.context`."""
    user_id = user_id_of(acting_user(request, table))
    seat = table.seat_of(user_id)
    viewer = None if seat is None else seat.number
    shown = board.context(
        table,
        viewer,
        user_id=user_id,
        origin=_origin(request),
        present=presence.list_present(table.match_id),
        refusal=refusal,
        typed=_typed(request, refusal),
        zone=timezone.get_current_timezone_name(),
    )
    drawn = fragments.draw(board.BOARD, shown)
    hands = one_device.hands_to_show(request.session, request.user, table)
    room = shown.table.room
    context = board.for_page(shown) | {
        "board": drawn.html,
        "mark": drawn.mark,
        "scripts": scripts_name(),
        "hands": hands,
        "talk": talk.context(table, viewer, user_id, plays=hands is not None, **said),
        # For pages without scripts: each has one key, so that a repeated submit plays once.
        "key": get_random_string(22),
        "chairs": tuple(chair.number for chair in shown.table.seats),
        "asks": () if room is None else tuple(one.asked.name for one in room.asked),
        "at_once": "deal" in request.GET and table.match.status == Match.Status.OPEN,
        "reading": _reading(request),
        "table_settings": draw_table_settings(request),
        "circle": circles.circle_of(table.match_id, request.user),
        "rules_version": catalogue.number_of(table.match.rules_id),
    }
    answer = render(request, "matches/table.html", context, status=code)
    if hands is not None and hands.shown is not None:
        # The next player at the device must not find these cards in its cache, even offline.
        answer.headers["Nightcap-Offline"] = "never"  # read by the service worker
    return answer


def _reading(request: HttpRequest) -> dict[str, str]:
    """Return how long sentences stand in the line, in milliseconds, and this user's speed."""
    chosen = request.user.reading_pace if request.user.is_authenticated else 100
    times = {"sentence": pace.READ_MS, "own": pace.OWN_READ_MS}
    return {name: str(clock.scaled_delay(ms)) for name, ms in times.items()} | {"pace": str(chosen)}


@action
def submit_action(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Carry out an action; answer with the page, the board (htmx) or JSON, as requested."""
    user = acting_user(request, visible_table(request, match_id))
    answer = play(match_id, person_of(user), parse_action_request(fields_of(request)))
    code = 200 if answer.refusal is None else status(answer.refusal)
    table = visible_table(request, match_id)
    viewer = answer.seat
    if wants_json(request):
        body: dict[str, Any] = {"version": table.shown_version(viewer), "repeated": answer.repeated}
        if answer.refusal is not None:
            body |= {"code": answer.refusal.code, "sentence": sentence(answer.refusal)}
        return JsonResponse(body, status=code)
    if wants_part(request):
        return _board(request, table, viewer, answer.refusal, code)
    if answer.refusal is not None:
        return table_page(request, table, answer.refusal, code)
    return redirect("matches:table", match_id)


def _board(
    request: HttpRequest, table: Table, viewer: Viewer, refusal: Refusal | None, code: int
) -> HttpResponse:
    """Return the board as a push would send it, for the page that acted."""
    drawn = board.draw_board(
        table,
        viewer,
        language=translation.get_language() or "",
        user_id=user_id_of(acting_user(request, table)),
        origin=_origin(request),
        present=presence.list_present(table.match_id),
        refusal=refusal,
        zone=timezone.get_current_timezone_name(),
    )
    return HttpResponse(drawn.html, status=code)


def _typed(request: HttpRequest, refusal: Refusal | None) -> Typed | None:
    """Return the text of a refused form, or the variant offered for it, to show it in its field."""
    if request.method != "POST" or request.resolver_match is None:
        return None
    asked, said = request.resolver_match.kwargs, request.POST
    offered = "" if refusal is None else str(refusal.facts.get("variant", ""))
    value = offered or said.get("name") or said.get("value", "")
    field = asked.get("name") or request.resolver_match.url_name or ""
    return Typed(value, field=field, seat=asked.get("number"))


def fields_of(request: HttpRequest) -> dict[str, Any]:
    """Return the fields of a form, or of a JSON body.

    Raises:
        Refused: `malformed`.
    """
    if request.content_type == "application/json":
        body = read_json(request.body)
        if not isinstance(body, dict):
            raise refused("malformed")
        return body
    fields: dict[str, Any] = dict(request.POST.items())
    if "pick" in request.POST:
        fields["pick"] = request.POST.getlist("pick")
    return fields


@action
def get_ready(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Mark this player as ready, with their part of the shuffle, and all others at the same device."""

    def ready(match_id: uuid.UUID, user: User) -> None:
        here = one_device.users_at(request.session, request.user, load_table(match_id))
        for each in here or [user]:
            start.get_ready(match_id, each, request.POST.get("nonce", "") if each == user else "")

    return table_action(request, match_id, ready)


@action
def not_ready(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Mark this player as not ready."""
    return table_action(request, match_id, start.not_ready)


@action
def leave_table(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Leave the table before the cards are dealt."""
    return table_action(request, match_id, seats.leave_seat, to="pages:landing")


def table_action(
    request: HttpRequest, match_id: uuid.UUID, service: Any, *args: Any, to: str = ""
) -> HttpResponse:
    """Call a service for the signed-in user, then show the table again, even after a refusal."""
    user = acting_user(request, visible_table(request, match_id))
    if not isinstance(user, User):
        raise refused("hands_covered" if request.user.is_authenticated else "sign_in_first")
    refusal, code = None, 200
    try:
        service(match_id, user, *args)
    except Refused as error:
        refusal, code = error.refusal, status(error.refusal)
        if wants_json(request):
            return answer_refusal(request, refusal)
    if wants_part(request):
        table = visible_table(request, match_id)
        seat = table.seat_of(user_id_of(acting_user(request, table)))
        return _board(request, table, None if seat is None else seat.number, refusal, code)
    if refusal is not None:
        return table_page(request, visible_table(request, match_id), refusal, code)
    return redirect(to) if to else redirect("matches:table", match_id)


@action
def acknowledge_moments(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Record the moments up to this version as seen, for pages without a socket.

    Raises:
        Refused: `malformed`, `sign_in_first`.
    """
    shown = read_version(request.POST.get("shown"))
    if shown is None:
        raise refused("malformed")
    user_id = user_id_of(acting_user(request, visible_table(request, match_id)))
    if user_id is None:
        raise refused("sign_in_first")
    acknowledge_version(match_id, user_id, shown)
    return redirect("matches:table", match_id)


@page
@costly(FILES)
def verify_shuffle(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Show how this round was shuffled: the commitment, and after the round all data."""
    table = readable_table(request, match_id, number)
    report = verification.report(match_id, number)
    if wants_json(request):
        return JsonResponse(report.as_json())
    context = {
        "report": report,
        "title": table.meta.title,
        "match_id": match_id,
        "sealed_until": table.match.sealed_until if table.is_sealed else None,
    }
    return render(request, "matches/verify.html", context)
