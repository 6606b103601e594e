"""Public views of the word court: the list of words, and the doubted words of a match."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from core.http import action, page, wants_json
from core.paging import number_of, page_links, paginate
from core.refusals import Refused, refused, sentence, status
from court import precedents, selectors
from court.forms import AppealForm, ListForm
from court.models import Appeal, Case, Challenge, Dispute, Ruling
from court.services import appeal_dispute as appealing
from court.services.challenge_ruling import challenge_ruling, is_concerned
from matches.engine import courts
from matches.models import Match, Release
from matches.store.snapshot import Table
from matches.web.access import visible_table

LINES = 50


@page
def rulings_page(request: HttpRequest) -> HttpResponse:
    """Show the list of rulings with a search, as a page, or as JSON for programs."""
    form = ListForm(request.GET)
    said = form.cleaned_data if form.is_valid() else {}
    newest = precedents.newest_version()
    version = min(said.get("version") or newest, newest)
    wanted = precedents.WantedRulings(said.get("words", ""), said.get("decision", ""), version)
    page = paginate(
        precedents.find_rulings(wanted),
        number_of(request.GET.get("page", "")),
        LINES,
        lambda row: row,
    )
    if wants_json(request):
        lines = [_line(ruling) for ruling in page.lines]
        return JsonResponse({"version": version, "pages": page.pages, "words": lines})
    context = {
        "form": form,
        "lines": page.lines,
        "total": page.total,
        "version": version,
        "newest": newest,
        "is_searched": bool(wanted.words or wanted.decision),
        "page_links": page_links(page, "page", said),
        "releases": precedents.list_releases(),
    }
    return render(request, "court/words.html", context, status=200 if form.is_valid() else 422)


def _line(ruling: Ruling) -> dict[str, object]:
    return {
        "ruling": ruling.pk,
        "game": ruling.game,
        "word": ruling.word,
        "parts": ruling.parts,
        "decision": ruling.decision,
        "reason": ruling.reason,
        "on": ruling.at.date().isoformat(),
        "cited": getattr(ruling, "cited", 0),
    }


@page
def release_json(request: HttpRequest, pinned: str) -> HttpResponse:
    """Return the rulings of a release in the format of games, as rules versions pin them."""
    row = get_object_or_404(Release, hash=pinned)
    return JsonResponse({"game": row.game, "hash": row.hash, "base": row.base, "files": row.files})


@page
def ruling_page(request: HttpRequest, ruling_id: int) -> HttpResponse:
    """Show one ruling with its history."""
    return _word(request, ruling_id)


@action
def submit_challenge(request: HttpRequest, ruling_id: int) -> HttpResponse:
    """Appeal against a ruling.

    Raises:
        Refused: `sign_in_first`, `not_found`.
    """
    if not request.user.is_authenticated:
        raise refused("sign_in_first")
    form = AppealForm(request.POST)
    if not form.is_valid():
        return _word(request, ruling_id, form=form, code=422)
    try:
        made = challenge_ruling(ruling_id, request.user, form.cleaned_data["text"])
    except Refused as error:
        if error.refusal.code == "not_found":
            raise
        return _word(
            request,
            ruling_id,
            form=form,
            refusal=sentence(error.refusal),
            code=status(error.refusal),
        )
    if selectors.has_judge(made.ruling.case):
        messages.success(request, _("Another moderator will review this ruling."))
    else:
        messages.success(request, _("Your appeal is waiting for another moderator to review it."))
    return redirect("court:ruling", ruling_id)


def _word(
    request: HttpRequest,
    ruling_id: int,
    *,
    form: AppealForm | None = None,
    refusal: str = "",
    code: int = 200,
) -> HttpResponse:
    ruling = precedents.with_citations(Ruling.objects.filter(pk=ruling_id)).first()
    if ruling is None:
        raise refused("not_found")
    user = request.user
    now = selectors.in_force(ruling.game, ruling.entry, ruling.pair)
    made = Challenge.objects.filter(ruling=ruling).first()
    is_free = made is None and ruling.overturns_id is None and now == ruling
    context = {
        "ruling": ruling,
        "challenge": made,
        "in_force": now,
        "history": precedents.rulings_on_entry(ruling).select_related("challenge"),
        "may_appeal": is_free and user.is_authenticated and is_concerned(user, ruling),
        "form": form or AppealForm(),
        "refusal": refusal,
    }
    return render(request, "court/word.html", context, status=code)


# The words of a match ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doubted:
    """A dispute of a match for a viewer: the viewer's own appeal, and the case once the round is
    over.
    """

    dispute: Dispute
    appeal: Appeal | None
    case: Case | None
    ruling: Ruling | None
    may_appeal: bool
    may_withdraw: bool


@page
def match_words(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Show the doubted words of a match with their results."""
    return _match_words(request, visible_table(request, match_id))


@action
def appeal_dispute(request: HttpRequest, match_id: uuid.UUID, dispute_id: int) -> HttpResponse:
    """Appeal against the result of a dispute.

    Raises:
        Refused: `sign_in_first`, and those of `visible_table`.
        Http404: the match has no such dispute.
    """
    table = visible_table(request, match_id)
    if not request.user.is_authenticated:
        raise refused("sign_in_first")
    form = AppealForm(request.POST)
    if not form.is_valid():
        return _match_words(request, table, dispute_id, form, code=422)
    get_object_or_404(Dispute, pk=dispute_id, match=match_id)
    try:
        appealing.appeal_dispute(dispute_id, request.user, form.cleaned_data["text"])
    except Refused as error:
        return _match_words(request, table, dispute_id, form, error)
    messages.success(request, _("Moderators will look at it when the round is over."))
    return redirect("court:match_words", match_id)


@action
def withdraw_appeal(request: HttpRequest, match_id: uuid.UUID, dispute_id: int) -> HttpResponse:
    """Withdraw the user's appeal against the result of a dispute.

    Raises:
        Refused: `sign_in_first`, and those of `visible_table`.
        Http404: the match has no such dispute.
    """
    table = visible_table(request, match_id)
    if not request.user.is_authenticated:
        raise refused("sign_in_first")
    get_object_or_404(Dispute, pk=dispute_id, match=match_id)
    try:
        appealing.withdraw_appeal(dispute_id, request.user)
    except Refused as error:
        return _match_words(request, table, dispute_id, None, error)
    messages.success(request, _("You have withdrawn your appeal."))
    return redirect("court:match_words", match_id)


def _match_words(
    request: HttpRequest,
    table: Table,
    dispute_id: int | None = None,
    form: AppealForm | None = None,
    error: Refused | None = None,
    code: int = 200,
) -> HttpResponse:
    if not courts.has_court(table.meta.slug):
        raise refused("not_found")
    rows = Dispute.objects.filter(match=table.match_id).order_by("round", "move", "index")
    over = set(rows.filter(selectors.of_rounds_over()).values_list("pk", flat=True))
    user_id = request.user.pk if request.user.is_authenticated else None
    sat = user_id is not None and rows.filter(selectors.sat_at(user_id)).exists()
    match = Match.objects.get(pk=table.match_id)
    context = {
        "match": match,
        "title": table.meta.title,
        "doubted": [_doubted_by_viewer(row, user_id, sat, row.pk in over) for row in rows],
        "corrects": match.rulings == Match.Rulings.POINTS,
        "form": form or AppealForm(),
        "asked": dispute_id,
        "refusal": "" if error is None else sentence(error.refusal),
    }
    if error is not None:
        code = status(error.refusal)
    return render(request, "court/match.html", context, status=code)


def _doubted_by_viewer(dispute: Dispute, user_id: int | None, sat: bool, is_over: bool) -> Doubted:
    """Return the disputes for the viewer, who sees only their own appeal before the round is over."""
    case = Case.objects.filter(dispute=dispute).first()
    own = None
    if case is not None and user_id is not None:
        own = case.appeals.filter(user=user_id, withdrawn_at=None).first()
    ruling = None if case is None else selectors.ruling_of(case)
    known = case if is_over and case is not None and case.status != Case.Status.WITHDRAWN else None
    return Doubted(
        dispute=dispute,
        appeal=own,
        case=known,
        ruling=ruling if known else None,
        may_appeal=sat and own is None and ruling is None,
        may_withdraw=own is not None and ruling is None,
    )
