"""Views of the moderators: the queue, a case, and its actions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.signed_in import user_of
from core import clock
from core.http import action, page
from core.paging import number_of, page_links, paginate
from core.refusals import Refused, sentence, status
from court import backlog, precedents, selectors
from court.access import for_moderators
from court.forms import DecisionForm, OpinionForm, QueueForm
from court.models import Case, Dispute, Party
from court.services import claim_case as claiming
from court.services.decide_case import decide_case
from court.services.open_case import take_up_dispute
from matches.models import Match, Round

LINES = 25


@page
@for_moderators
def case_queue(request: HttpRequest) -> HttpResponse:
    """Show the moderators' queue: waiting cases with filter, counts and history."""
    user = user_of(request)
    form = QueueForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    asked = request.GET.get("view", "")
    view = asked if asked in backlog.VIEWS else backlog.OPEN
    query = {"view": view} | wanted
    rows = backlog.queue_cases(user, view, wanted.get("origin", ""), wanted.get("words", ""))
    page = paginate(rows, number_of(request.GET.get("page", "")), LINES, lambda case: case)
    counted = backlog.count_cases(user)
    context = {
        "form": form,
        "view": view,
        "views": [(name, VIEWS[name], counted[name]) for name in backlog.VIEWS],
        "lines": page.lines,
        "page_links": page_links(page, "page", query),
        "now": clock.now(),
        "chart": backlog.backlog_chart(user),
        "free": selectors.without_case(user).count(),
    }
    return render(request, "court/queue.html", context)


VIEWS = {
    backlog.OPEN: gettext_lazy("Open"),
    backlog.MINE: gettext_lazy("Yours"),
    backlog.OPINION: gettext_lazy("Second opinion wanted"),
    backlog.APPEALS: gettext_lazy("Appeals against rulings"),
    backlog.DECIDED: gettext_lazy("Decided"),
    backlog.WITHDRAWN: gettext_lazy("Withdrawn"),
}


@page
@for_moderators
def dispute_queue(request: HttpRequest) -> HttpResponse:
    """Show the disputes without a case."""
    words = request.GET.get("words", "")[:40]
    rows = selectors.without_case(user_of(request)).select_related("match").order_by("-id")
    if words:
        rows = rows.filter(word__icontains=words.replace("\x00", ""))
    page = paginate(rows, number_of(request.GET.get("page", "")), LINES, lambda dispute: dispute)
    context = {
        "lines": page.lines,
        "page_links": page_links(page, "page", {"words": words}),
        "words": words,
    }
    return render(request, "court/disputes.html", context)


@action
@for_moderators
def open_case_of_dispute(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Open a case for a dispute."""
    case = take_up_dispute(dispute_id, user_of(request))
    messages.success(request, _("This is now a case."))
    return redirect("court:case", case.pk)


@page
@for_moderators
def case_page(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show a case: its facts, and the actions of this moderator."""
    return _page(request, case_id)


@action
@for_moderators
def claim_case(request: HttpRequest, case_id: int) -> HttpResponse:
    """Claim a case, to work on it alone for a while."""
    return _carry_out(request, case_id, lambda user: claiming.claim_case(case_id, user))


@action
@for_moderators
def release_case(request: HttpRequest, case_id: int) -> HttpResponse:
    """Release a claimed case."""
    return _carry_out(request, case_id, lambda user: claiming.release_case(case_id, user))


@action
@for_moderators
def ask_opinion(request: HttpRequest, case_id: int) -> HttpResponse:
    """Request other moderators' opinions on a case."""
    return _carry_out(request, case_id, lambda user: claiming.ask_for_opinion(case_id, user))


@action
@for_moderators
def give_opinion(request: HttpRequest, case_id: int) -> HttpResponse:
    """Give the opinion on a case that another moderator requested."""
    form = OpinionForm(request.POST)
    if not form.is_valid():
        return _page(request, case_id, opinion=form, code=422)
    said = form.cleaned_data
    return _carry_out(
        request,
        case_id,
        lambda user: claiming.give_opinion(case_id, user, said["decision"], said["reason"]),
        opinion=form,
    )


@action
@for_moderators
def submit_decision(request: HttpRequest, case_id: int) -> HttpResponse:
    """Decide a case: the ruling on its word."""
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _page(request, case_id, decision=form, code=422)
    said = form.cleaned_data
    return _carry_out(
        request,
        case_id,
        lambda user: decide_case(case_id, user, said["decision"], said["reason"]),
        decision=form,
    )


def _carry_out(
    request: HttpRequest, case_id: int, service: Any, **typed: forms.Form
) -> HttpResponse:
    """Carry out an action and show the case again; a refusal shows its reason and keeps what was
    typed.
    """
    try:
        service(user_of(request))
    except Refused as refused:
        return _page(
            request,
            case_id,
            refusal=sentence(refused.refusal),
            code=status(refused.refusal),
            **typed,
        )
    return redirect("court:case", case_id)


def _page(
    request: HttpRequest,
    case_id: int,
    *,
    decision: forms.Form | None = None,
    opinion: forms.Form | None = None,
    refusal: str = "",
    code: int = 200,
) -> HttpResponse:
    user = user_of(request)
    case = selectors.case_for(user, case_id)
    dispute = case.dispute
    now = clock.now()
    ruling = selectors.ruling_of(case)
    is_open = case.status == Case.Status.OPEN
    had_a_hand = is_open and selectors.had_a_hand(user, case)
    until = case.claimed_until
    elsewhere = until is not None and until > now and case.claimed_by not in (None, user)
    mine = is_open and case.claimed_by == user and not had_a_hand
    on_pair = selectors.on_pair(dispute.match.game, selectors.pair_of(dispute.parts))
    context = {
        "case": case,
        "dispute": dispute,
        "parties": _parties(dispute),
        "round_over": Round.objects.filter(
            match=dispute.match, number=dispute.round, outcome__isnull=False
        ).exists(),
        "appeals": case.appeals.select_related("user"),
        "opinions": case.opinions.select_related("by"),
        "rulings": case.rulings.select_related("by", "challenge__user", "correction").order_by(
            "id"
        ),
        "settled_by": None if case.rulings.exists() else ruling,
        "same_word": selectors.about_the_same_word(case, user) if is_open else [],
        "on_pair": precedents.with_citations(on_pair.exclude(case=case)),
        "speakers": _speakers(case),
        "had_a_hand": had_a_hand,
        "has_judge": not had_a_hand or selectors.has_judge(case),
        "elsewhere": elsewhere,
        "may_claim": is_open and not mine and not elsewhere and not had_a_hand,
        "is_mine": mine,
        "may_opine": is_open
        and case.wants_opinion
        and not mine
        and not had_a_hand
        and not case.opinions.filter(by=user).exists(),
        "corrects": dispute.match.rulings == Match.Rulings.POINTS,
        "decision": decision or DecisionForm(),
        "opinion": opinion or OpinionForm(),
        "refusal": refusal,
        "now": now,
    }
    return render(request, "court/case.html", context, status=code)


def _parties(dispute: Dispute) -> dict[str, list[Party]]:
    """Return the participants by role, in order."""
    found: dict[str, list[Party]] = {role.value: [] for role in Party.Role}
    for party in dispute.parties.select_related("user").order_by("place"):
        found[party.role].append(party)
    return found


def _speakers(case: Case) -> dict[int, str]:
    """Return the present names of the speakers; a deleted user has none."""
    talk = (case.evidence or {}).get("talk", [])
    users = User.objects.filter(pk__in={line["author"] for line in talk})
    return dict(users.values_list("pk", "name"))
