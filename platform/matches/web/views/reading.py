"""The pages of a finished round, and the round in formats for programs."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from core.costly_pages import FILES, costly
from core.http import action, next_page, page, wants_part
from core.previews.preview import LANGUAGE, shared_address
from core.refusals import refused
from games.kernel.contract import N_
from matches import limits
from matches.models import Match
from matches.present import occasion, reading
from matches.present.previews import replay_preview
from matches.present.transcript import transcript
from matches.services import replay_links
from matches.services.seating.play_on import check_position, play_on
from matches.web.access import (
    may_watch,
    readable_table,
    remember_replay,
    user_id_of,
    visible_table,
)
from matches.web.hosts import host_or_guest
from matches.web.replays import link_of, round_address

FROM_MOVE = N_("Continued from move %(move)s")


@page
def jump_to_step(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Redirect to the step in a form, or to the deal.

    Raises:
        Refused: `malformed`.
    """
    wanted = request.GET.get("step", "0")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 10):
        raise refused("malformed")
    address = round_address(request, "matches:step", match_id, number, int(wanted))
    view = request.GET.get("view", "")
    return redirect(f"{address}?{urlencode({'view': view})}" if view else address)


@page
@costly(limits.STEPS)
def step_page(request: HttpRequest, match_id: uuid.UUID, number: int, step: int) -> HttpResponse:
    """Show a step of a finished round: a page, or for htmx the part that changes."""
    table = readable_table(request, match_id, number)
    round_ = reading.finished(match_id, number)
    user_id = user_id_of(request.user)
    reader = reading.reader_of(table, user_id, request.GET.get("view", ""))
    watches = may_watch(request, table)
    live = reading.position(table, round_, step)
    context = reading.context(table, round_, live, reader, user_id=user_id, watches=watches)
    if (
        watches
        and not link_of(request)
        and not table.match.public
        and table.match.status in Match.OVER
        and table.seat_of(user_id)
    ):
        context["sharing"] = _sharing(request, match_id, user_id)
    changes = wants_part(request)
    if not changes:
        context["preview"] = replay_preview(request, table, live)
    return render(request, f"matches/{'_reading' if changes else 'reading'}.html", context)


def _sharing(
    request: HttpRequest, match_id: uuid.UUID, user_id: int | None
) -> dict[str, str | list[str]]:
    """Return this player's own link to a private match's replay ("": none), and the names of others
    who have one.
    """
    links = replay_links.replay_links(match_id)
    _, token = links.pop(user_id, ("", "")) if user_id else ("", "")
    address = reverse("matches:open_replay", args=[token]) if token else ""
    return {
        "link": shared_address(request, address) if address else "",
        "others": [name for name, _ in links.values()],
    }


@action
def share_replay(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Create one's own link with which others can read a match that is over.

    Raises:
        Refused: those of `visible_table` and `replay_links.share_replay`.
    """
    visible_table(request, match_id)
    replay_links.share_replay(match_id, user_id_of(request.user))
    page = next_page(request, reverse("matches:step", args=[match_id, 1, 0]))
    return redirect(f"{page}#replay-link")  # opens the fold around it


@action
def stop_sharing_replay(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Make one's link to a replay invalid.

    Raises:
        Refused: those of `visible_table` and `replay_links.stop_sharing_replay`.
    """
    visible_table(request, match_id)
    replay_links.stop_sharing_replay(match_id, user_id_of(request.user))
    return redirect(next_page(request, reverse("matches:step", args=[match_id, 1, 0])))


@page
def open_replay(request: HttpRequest, token: str) -> HttpResponse:
    """Follow a link to a replay: redirect to the first step of its first round, as a spectator.

    Raises:
        Refused: `not_found`.
    """
    replay_links.shared_replay(token)
    language = request.GET.get(LANGUAGE, "")
    query = {"view": reading.SPECTATOR} | ({LANGUAGE: language} if language else {})
    return redirect(f"{reverse('matches:shared_step', args=[token, 1, 0])}?{urlencode(query)}")


@action
def play_on_from(request: HttpRequest, match_id: uuid.UUID, number: int, step: int) -> HttpResponse:
    """Play on from this step of a finished round against bots, as a new guest if necessary.

    Raises:
        Refused: `malformed`, and those of `readable_table`, `reading.finished` and `play_on`.
    """
    readable_table(request, match_id, number)
    round_ = reading.finished(match_id, number)
    seat = request.POST.get("seat", "")
    if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
        raise refused("malformed")
    check_position(round_, step, int(seat), level := request.POST.get("level", ""))
    path = reverse("matches:step", args=[match_id, number, step])
    since = occasion.stored_occasion(FROM_MOVE, path, move=step)
    match = play_on(round_, step, host_or_guest(request), int(seat), level, since)
    if token := link_of(request):
        # The new match links back to this step, and must not pass the link on to invited users.
        remember_replay(request.session, token)
    return redirect("matches:table", match.pk)


@page
@costly(FILES)
def moves_json(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Return the whole round as JSON, once it is over."""
    readable_table(request, match_id, number)
    return JsonResponse(reading.export(reading.finished(match_id, number)))


@page
@costly(FILES)
def moves_text(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """Return the whole round in words, from one's own seat, as a spectator or with all hands open."""
    table = readable_table(request, match_id, number)
    round_ = reading.finished(match_id, number)
    reader = reading.reader_of(table, user_id_of(request.user), request.GET.get("view", ""))
    said = transcript(table, round_, reader)
    return HttpResponse(f"{said}\n", content_type="text/plain; charset=utf-8")
