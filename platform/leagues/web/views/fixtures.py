"""Views of one fixture: all who see its league read the result, its players agree on an appointment,
its organisers decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signed_in import signed_in_page, user_of
from accounts.staff import ask_for_second_factor, is_staff, player_page
from core import clock
from core.http import action, page, refused_until
from core.refusals import Refused, refused, sentence, status
from leagues.models import Fixture
from leagues.present import calendars, thread
from leagues.present.fixture_view import FixtureView, fixture_view
from leagues.present.seat_results import seat_results
from leagues.season import access, agreed_settings
from leagues.services.fixtures import arrange_appointment
from leagues.services.fixtures import decide_fixture as decide
from leagues.services.fixtures.post_message import post_message
from leagues.web.forms.fixture_forms import AppointmentForm, DecisionForm, ResultForm
from matches.models import Match
from matches.web.thread_form import thread_form


@page
def fixture_page(request: HttpRequest, slug: str, fixture_id: int) -> HttpResponse:
    """Show a fixture: its result, and to players and organisers their actions and messages."""
    return _page(request, _fixture(request, slug, fixture_id))


@page
@signed_in_page
def appointment_ics(request: HttpRequest, slug: str, fixture_id: int) -> HttpResponse:
    """Return the appointment of a match as a calendar file (RFC 5545).

    Raises:
        Http404: there never was an agreed one.
        Refused: `not_yours`.
    """
    found = _fixture(request, slug, fixture_id)
    one = fixture_view(found, user_of(request).pk)
    if not one.is_yours:
        raise refused("not_yours")
    page_url = request.build_absolute_uri(reverse("leagues:fixture", args=[slug, found.pk]))
    calendar = calendars.fixture_calendar(one, request.get_host(), page_url)
    if calendar is None:
        raise Http404
    name = f"{slug}-{found.pk}.ics"
    return HttpResponse(
        calendar,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@action
@signed_in_page
def arrange_fixture(request: HttpRequest, slug: str, fixture_id: int, verb: str) -> HttpResponse:
    """Propose an appointment or to play at once, agree to a proposal, or withdraw.

    If this starts the match, redirect to the table, otherwise to the page of the fixture.

    Raises:
        Refused: `not_yours`.
    """
    found = _fixture_of_insider(request, slug, fixture_id)
    user = user_of(request)
    form = AppointmentForm(request.POST) if verb == "propose" else None
    try:
        if verb == "propose":
            if form is None or not form.is_valid():
                return _page(request, found, {"appointment": form})
            told = arrange_appointment.propose_appointment(found.pk, user, form.cleaned_data["at"])
        elif verb == "now":
            told = arrange_appointment.propose_now(found.pk, user)
        elif verb == "agree":
            at = parse_datetime(request.POST.get("at", ""))
            if at is None or at.tzinfo is None:
                raise refused("changed_meanwhile")
            told = arrange_appointment.agree_to_appointment(found.pk, user, at)
        else:
            told = arrange_appointment.withdraw_appointment(found.pk, user)
    except ValueError as wrong:  # a date outside of the calendar
        raise refused("changed_meanwhile") from wrong
    except Refused as error:
        if form is not None and error.refusal.code == "appointment_outside":
            form.add_error("at", sentence(error.refusal))
            return _page(request, found, {"appointment": form})
        return _page(request, found, {"appointment": form}, error)
    found.refresh_from_db(fields=["match"])
    if found.match_id is not None:
        return redirect("matches:table", found.match_id)
    messages.success(request, _answer_sentence(verb, told))
    return redirect("leagues:fixture", slug, fixture_id)


def _answer_sentence(verb: str, told: int) -> str:
    """Return the sentence of the answer; `told`: the number of other players who get a notice."""
    if told:
        return _("We have told the others.")
    if verb == "agree":
        return _("You have agreed. We tell the others once all have agreed.")
    return _("Done.")


@action
@signed_in_page
def write_to_fixture(request: HttpRequest, slug: str, fixture_id: int) -> HttpResponse:
    """Post a message to the players and organisers; a refused form keeps what was typed.

    Raises:
        Refused: `not_yours`.
    """
    found = _fixture_of_insider(request, slug, fixture_id)
    user = user_of(request)
    text = request.POST.get("text", "")
    try:
        post_message(found, user, text)
    except Refused as error:
        return _page(request, found, trouble=error, typed=text)
    return redirect(reverse("leagues:fixture", args=[slug, fixture_id]) + "#talk")


@action
@player_page
def decide_fixture(request: HttpRequest, slug: str, fixture_id: int, verb: str) -> HttpResponse:
    """Decide the fixture as an organiser, with a reason."""
    found = _fixture(request, slug, fixture_id)
    user = user_of(request)
    access.check_organises(user, found.division.season.league)
    one = fixture_view(found, user.pk)
    form = _result(request.POST, one) if verb == "result" else DecisionForm(request.POST)
    if not form.is_valid():
        return _page(request, found, {verb: form})
    facts = {"reason": form.cleaned_data["reason"], "seen": form.cleaned_data["seen"]}
    try:
        if isinstance(form, ResultForm):
            decide.correct_result(found.pk, user, form.places(), form.totals(), **facts)
        elif verb == "walkover":
            decide.award_walkover(found.pk, user, _here(request, one), **facts)
        else:
            DECISIONS[verb](found.pk, user, **facts)
    except Refused as error:
        return _page(request, found, {verb: form}, error)
    messages.success(request, _("Decided. The history of the standings shows it with your reason."))
    return redirect("leagues:fixture", slug, fixture_id)


DECISIONS: dict[str, Callable[..., None]] = {
    "void": decide.void_fixture,
    "restore": decide.revoke_decision,
}


def _page(
    request: HttpRequest,
    found: Fixture,
    sent: Mapping[str, Form | None] = MappingProxyType({}),
    trouble: Refused | None = None,
    typed: str | None = None,
) -> HttpResponse:
    """Return the page. `sent`: refused forms by name. `typed`: a refused message."""
    found.refresh_from_db()
    verbs = _verbs(found)
    if trouble is None and sent.keys() - verbs:
        # The errors of a form that the page no longer has would name no field.
        trouble = refused("changed_meanwhile")
    user = request.user if isinstance(request.user, User) else None
    one = fixture_view(found, None if user is None else user.pk)
    league = found.division.season.league
    organises = user is not None and access.may_organise(user, league)
    sees_more = organises and not one.is_yours and is_staff(user)
    if sees_more and (asked := ask_for_second_factor(request)) is not None:
        return asked
    scoring = agreed_settings.of_division(found.division).scoring
    is_inside = one.is_yours or organises
    context: dict[str, Any] = {
        "one": one,
        "results": seat_results(one, scoring),
        "by_rounds": scoring.by_rounds,
        "division": found.division,
        "season": found.division.season,
        "league": league,
        "is_inside": is_inside,
        "organises": organises,
    } | thread_form(trouble, typed, is_shown=is_inside)
    if user is not None and is_inside:
        context |= _arranging(found, one, user)
    if organises:
        context |= _deciding(request, found, one) | {"verbs": verbs}
    for name, form in sent.items():
        if form is None:
            continue
        context[name] = form
        if trouble is not None:
            # The page shows the present state, so its reader may decide on it.
            form.data = request.POST.dict() | {"seen": str(found.changes)}
        if name not in verbs:
            context["lost"] = _typed(form)
    code = status(trouble.refusal) if trouble else 422 if sent else 200
    answer = render(request, "leagues/fixture.html", context, status=code)
    return refused_until(answer, trouble.refusal) if trouble else answer


def _typed(form: Form) -> list[str]:
    """Return what was typed into a form, each value with its label."""
    sent = ((field.label, str(field.data or "").strip()) for field in form.visible_fields())
    return [
        _("%(label)s: %(choice)s") % {"label": label, "choice": words}
        for label, words in sent
        if words
    ]


def _arranging(found: Fixture, one: FixtureView, user: User) -> dict[str, Any]:
    """Return what the players and organisers see: the appointment and the messages."""
    return {
        "yours": one.yours,
        "has_fallen": calendars.has_fallen(one),
        "is_for_now": found.appointment is not None and found.appointment <= clock.now(),
        "appointment": AppointmentForm(),
        "letters": thread.letters_for(found, user),
        "socket": f"/ws/{get_language()}/leagues/fixture/?fixture={found.pk}",
    }


def _deciding(request: HttpRequest, found: Fixture, one: FixtureView) -> dict[str, Any]:
    """Return the forms of the organisers' decisions."""
    return {
        "here": _here(request, one),
        "walkover": DecisionForm(initial={"seen": found.changes}),
        "void": DecisionForm(initial={"seen": found.changes}),
        "restore": DecisionForm(initial={"seen": found.changes}),
        "result": _result(None, one, seen=found.changes),
    }


def _verbs(found: Fixture) -> set[str]:
    """Return the forms of the page for this state of the match."""
    is_played = found.match is not None and found.match.status == Match.Status.FINISHED
    there = {"result" if is_played else "walkover"}
    if found.how != Fixture.How.VOID:
        there.add("void")
    if found.by_hand or found.how in (Fixture.How.VOID, Fixture.How.CORRECTED):
        there.add("restore")
    if found.state == Fixture.State.ARRANGING:
        there.add("appointment")
    return there


def _here(request: HttpRequest, one: FixtureView) -> set[int]:
    """Return the ticked seats."""
    seats = {sitting.seat.seat for sitting in one.seats}
    return {seat for seat in seats if f"here-{seat}" in request.POST}


def _result(data: Any, one: FixtureView, **initial: Any) -> ResultForm:
    """Return the form of a corrected result, filled with the present one."""
    sign = -1 if one.meta.pad.lowest_wins else 1
    seats = sorted(one.seats, key=lambda sitting: sitting.seat.seat)
    for sitting in seats:
        if sitting.seat.place is not None:
            initial[f"place-{sitting.seat.seat}"] = sitting.seat.place
            initial[f"total-{sitting.seat.seat}"] = sign * (sitting.seat.total or 0)
    return ResultForm(data, [(one.seat.seat, one.name) for one in seats], **initial)


def _fixture(request: HttpRequest, slug: str, fixture_id: int) -> Fixture:
    found = (
        Fixture.objects.select_related("division__season__league", "match", "game__rules")
        .filter(pk=fixture_id, division__season__league__slug=slug)
        .filter(division__season__league__in=access.visible_to(request.user))
        .first()
    )
    if found is None:
        raise Http404
    return found


def _fixture_of_insider(request: HttpRequest, slug: str, fixture_id: int) -> Fixture:
    """Return a fixture that the user plays or organises.

    Raises:
        Http404: the user may not know of it.
        Refused: `not_yours`.
    """
    found = _fixture(request, slug, fixture_id)
    if not thread.may_read(found, user_of(request)):
        raise refused("not_yours")
    return found
