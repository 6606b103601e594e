"""All hands of a running match, for a member of the staff who took it over as arbiter."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.staff import staff_page
from core.http import form_page
from core.refusals import refused
from matches.engine import catalogue
from matches.engine.view import reveal_all
from matches.models import Match
from matches.present import board
from matches.services.absence import arbitrate
from matches.store.load_match import load_table
from moderation.forms import WordsForm
from moderation.staff.views import apply_form, staff_of

ARBITRATE = "moderation.arbitrate"


@form_page
@staff_page(ARBITRATE)
def arbiter_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Take a match over with a reason, or return it; only then are its hands visible.

    Raises:
        Refused: `no_match`, `sat_there`, and those of `arbitrate.give_back`.
    """
    by = staff_of(request)
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise refused("no_match")
    if arbitrate.has_sat(match, by):
        raise refused("sat_there")
    form = WordsForm(request.POST if "take" in request.POST else None)
    code = 200
    if "give_back" in request.POST:
        arbitrate.give_back(match_id, by)
        return redirect("moderation:arbiter", match_id)
    if request.method == "POST":
        code = apply_form(form, lambda typed: arbitrate.take_over(match_id, by, typed["words"]))
        if code == 302:
            return redirect("moderation:arbiter", match_id)
    if arbitrate.is_arbiter(match_id, by):
        return _hands(request, match_id)
    runs = match.status == Match.Status.RUNNING
    meta = catalogue.game_of(match.game).meta
    context = {"match": match, "meta": meta, "runs": runs, "form": form}
    return render(request, "moderation/staff/arbiter.html", context, status=code)


def _hands(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Return the present board with all hands open and without actions."""
    table = load_table(match_id)
    assert table.live is not None
    shown = board.context(table, None, user_id=None)
    hands = board.draw_to_read(shown, reveal_all(table.live))
    context = board.for_page(shown) | {"board": hands}
    return render(request, "moderation/staff/hands.html", context)
