"""Views of the staff: reports, people and their sanctions, appeals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.find_people import people_called
from accounts.models import User
from accounts.portraits import upload_of
from accounts.services import devices
from accounts.services.appearance import remove_upload
from accounts.staff import staff_page
from core import clock
from core.http import action, form_page, page
from core.paging import number_of, page_links, paginate
from core.refusals import Refused, refused, status
from moderation.audit import log
from moderation.forms import DecideForm, WordsForm, tell_refusal
from moderation.models import Report, Sanction, SanctionAppeal
from moderation.reports.services import handle_report
from moderation.reports.services.pictures import picture_of
from moderation.sanctions.selectors import decisions_about
from moderation.sanctions.services import appeal as appealing
from moderation.sanctions.services.impose import impose_sanction
from moderation.sanctions.services.lift import lift_sanction
from moderation.staff import collusion_stats

CASES, SANCTION = "moderation.decide_cases", "moderation.sanction"
ANY = (CASES, SANCTION, "moderation.see_audit", "moderation.arbitrate")


def staff_of(request: HttpRequest) -> User:
    """Return the member of the staff who sends the request."""
    assert isinstance(request.user, User)
    return request.user


def apply_form(form: Form, deed: Callable[[dict[str, Any]], object]) -> int:
    """Call `deed` with the form's data; return 302 if it succeeds, else the status of the error."""
    if not form.is_valid():
        return 422
    try:
        deed(form.cleaned_data)
    except Refused as error:
        tell_refusal(form, error.refusal)
        return status(error.refusal)
    return 302


@page
@staff_page(*ANY)
def staff_index(request: HttpRequest) -> HttpResponse:
    """Show the staff's first page: the waiting work, by the member's permissions."""
    user = staff_of(request)
    work = {}
    if user.has_perm(CASES):
        work["reports"] = handle_report.waiting_for(user).count()
    if user.has_perm(SANCTION):
        work["appeals"] = appealing.open_appeals_for(user).count()
    wanted = request.GET.get("name", "").strip()
    found = None
    if wanted and user.has_perm(SANCTION):
        found = people_called(wanted).filter(gone_at=None).first()
        if found is not None:
            return redirect("moderation:person", found.pk)
    context = {"work": work, "wanted": wanted, "unknown": bool(wanted) and found is None}
    return render(request, "moderation/staff/index.html", context)


@page
@staff_page(CASES)
def report_queue(request: HttpRequest) -> HttpResponse:
    """Show the waiting reports, oldest first, or the decided ones."""
    user = staff_of(request)
    asked: dict[str, Any] = {
        "show": request.GET.get("show", ""),
        "kind": request.GET.get("kind", ""),
        "page": number_of(request.GET.get("page", "")),
    }
    if asked["show"] == "decided":
        rows = handle_report.reports_visible_to(user).exclude(outcome="").order_by("-id")
    else:
        rows = handle_report.waiting_for(user)
    rows = rows.select_related("about", "claimed_by", "decided_by")
    if asked["kind"] in Report.Kind.values:
        rows = rows.filter(kind=asked["kind"])
    if asked["show"] == "mine":
        rows = rows.filter(claimed_by=user)
    now = clock.now()
    here = paginate(rows, asked["page"], 30, lambda row: (row, row.claimed_at(now)))
    context = {
        "lines": here.lines,
        "total": here.total,
        "page_links": page_links(here, "page", asked),
        "asked": asked,
        "kinds": Report.Kind.choices,
    }
    return render(request, "moderation/staff/queue.html", context)


@page
@staff_page(CASES)
def report_picture(request: HttpRequest, report_id: int) -> HttpResponse:
    """Return the picture that a report is about, as it was then.

    Raises:
        Http404: there is no copy, or no longer.
        Refused: those of `handle_report.report_for`.
    """
    found = picture_of(handle_report.report_for(staff_of(request), report_id))
    if found is None:
        raise Http404
    answer = HttpResponse(bytes(found.image), content_type="image/webp")
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


@form_page
@staff_page(CASES)
def report_page(request: HttpRequest, report_id: int) -> HttpResponse:
    """Show one report: its scene, and the possible decisions.

    Raises:
        Refused: those of `handle_report.report_for`, `claim_report` and `release_report`.
    """
    by = staff_of(request)
    found = handle_report.report_for(by, report_id)
    act, dismiss = DecideForm(), WordsForm()
    code = 200
    if request.method == "POST":
        if "claim" in request.POST:
            handle_report.claim_report(by, report_id)
            return redirect("moderation:report", report_id)
        if "let_go" in request.POST:
            handle_report.release_report(by, report_id)
            return redirect("moderation:report_queue")
        if "dismiss" in request.POST:
            dismiss = WordsForm(request.POST)
            code = apply_form(
                dismiss, lambda typed: handle_report.dismiss_report(by, report_id, typed["words"])
            )
        elif by.has_perm(SANCTION):
            act = DecideForm(request.POST)
            code = apply_form(
                act, lambda typed: handle_report.sanction_reported_user(by, report_id, **typed)
            )
        else:
            raise refused("for_staff")
        if code == 302:
            messages.success(request, _("Decided."))
            return redirect("moderation:report_queue")
        found.refresh_from_db()
    now = clock.now()
    context = {
        "report": found,
        "others": handle_report.about_the_same_line(found)
        .exclude(pk=found.pk)
        .select_related("reporter"),
        "has_picture": picture_of(found) is not None,
        "looks": found.claimed_by if found.claimed_at(now) else None,
        "before": [] if found.about is None else decisions_about(found.about),
        "act": act if by.has_perm(SANCTION) else None,
        "dismiss": dismiss,
    }
    return render(request, "moderation/staff/report.html", context, status=code)


@form_page
@staff_page(SANCTION)
def person_page(request: HttpRequest, user_id: int) -> HttpResponse:
    """Show the staff's facts about a user: sanctions, reports, devices, matches with the same
    people.

    Each view is recorded in the audit log, because shared devices are private.

    Raises:
        Refused: `not_found`.
    """
    by = staff_of(request)
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise refused("not_found")
    form = DecideForm(request.POST if request.method == "POST" else None)
    code = 200
    if request.method == "POST":
        code = apply_form(form, lambda typed: impose_sanction(by, user, **typed))
        if code == 302:
            messages.success(request, _("Decided."))
            return redirect("moderation:person", user_id)
    log.record_action(by, "look-at-devices", user)
    context = {
        "person": user,
        "upload": upload_of(user.picture),
        "decisions": [(line, WordsForm(number=line.sanction.pk)) for line in decisions_about(user)],
        "reports": handle_report.reports_visible_to(by).filter(about=user).order_by("-id")[:30],
        "devices": devices.shared_with(user),
        "kept_days": devices.KEPT.days,
        "pairs": collusion_stats.pair_stats_of(user),
        "form": form if user.pk != by.pk and user.gone_at is None else None,
    }
    return render(request, "moderation/staff/person.html", context, status=code)


@action
@staff_page(SANCTION)
def remove_picture(request: HttpRequest, user_id: int) -> HttpResponse:
    """Delete the picture that a user uploaded; a drawing of ours takes its place.

    Raises:
        Refused: `not_found`.
    """
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise refused("not_found")
    with transaction.atomic():
        remove_upload(user)
        log.record_action(staff_of(request), "remove-picture", user)
    messages.success(request, _("The picture is removed."))
    return redirect("moderation:person", user_id)


@action
@staff_page(SANCTION)
def lift_page(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Lift a sanction before its end."""
    by = staff_of(request)
    lift_sanction(by, sanction_id, request.POST.get("words", "")[:1000])
    messages.success(request, _("Lifted."))
    return redirect("moderation:person", Sanction.objects.get(pk=sanction_id).user_id)


@page
@staff_page(SANCTION)
def appeal_list(request: HttpRequest) -> HttpResponse:
    """Show the appeals that this member may decide: those against others' decisions."""
    by = staff_of(request)
    waiting = appealing.open_appeals_for(by).select_related("sanction__user", "sanction__by")
    others = SanctionAppeal.objects.filter(outcome="").count() - waiting.count()
    context = {"appeals": waiting, "others": others}
    return render(request, "moderation/staff/appeals.html", context)


@form_page
@staff_page(SANCTION)
def appeal_page(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """Show an appeal against a sanction, and answer it.

    Raises:
        Refused: `not_found`.
    """
    by = staff_of(request)
    rows = SanctionAppeal.objects.select_related("sanction__user", "sanction__by", "decided_by")
    found = rows.filter(pk=appeal_id).first()
    if found is None:
        raise refused("not_found")
    form = WordsForm(request.POST if request.method == "POST" else None, label=_("Answer"))
    code = 200
    if request.method == "POST":
        uphold = "uphold" in request.POST
        code = apply_form(
            form,
            lambda typed: appealing.decide_appeal(
                by, appeal_id, uphold=uphold, answer=typed["words"]
            ),
        )
        if code == 302:
            messages.success(request, _("Decided."))
            return redirect("moderation:appeals")
    may = by.pk not in (found.sanction.by_id, found.sanction.user_id)
    context = {"appeal": found, "form": form if may and not found.outcome else None}
    if form.errors and (not may or found.outcome):
        context["form"] = form
    return render(request, "moderation/staff/appeal.html", context, status=code)
