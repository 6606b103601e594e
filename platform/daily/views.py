"""Views of today's deal and the past ones, and the actions that start them."""

from __future__ import annotations

import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.models import User
from core.costly_pages import PICTURES, costly
from core.http import action, page
from core.previews import drawing
from core.previews.preview import shared_address
from core.refusals import refused
from daily import days, device, standings, streaks, today
from daily.models import Day
from daily.previews import day_preview, result_preview
from daily.services.begin_attempt import begin_attempt, begin_practice
from daily.services.publish_round import publish_round
from daily.services.settle_attempt import settle_attempt
from daily.standings import BestRound, DailyResult
from daily.streaks import streak_of
from daily.today import DailyDeal
from matches.web.hosts import host_or_guest


@page
def today_page(request: HttpRequest) -> HttpResponse:
    """Show today's deal: the game, the user's result, the table and the calendar."""
    return _render_day(request, days.today(), is_past=False)


@page
def day_page(request: HttpRequest, date: datetime.date) -> HttpResponse:
    """Show a past deal with its table, ready to practise; today's deal has its own address.

    Raises:
        Refused: `no_daily_deal`.
    """
    if date == days.today().date:
        return redirect("daily:today")
    return _render_day(request, days.past_day(date), is_past=True)


@action
def play_today(request: HttpRequest) -> HttpResponse:
    """Start the one try at today's deal, or continue it.

    Raises:
        Refused: those of `begin_attempt`.
    """
    viewer = _viewer(request)
    if viewer is None:
        raise refused("daily_needs_account")
    day = days.today()
    begun_by = device.began_here(request, day)
    match = begin_attempt(host_or_guest(request), day, begun_by)
    response = redirect("matches:table", match.pk)
    if begun_by is None:
        device.remember(response, viewer, day)
    return response


@action
def practise(request: HttpRequest, date: datetime.date) -> HttpResponse:
    """Play a past deal as practice; it does not count.

    Raises:
        Refused: `no_daily_deal`.
    """
    day = days.past_day(date)
    match = begin_practice(host_or_guest(request), day)
    return redirect("matches:table", match.pk)


@page
@costly(PICTURES)
def picture(request: HttpRequest, date: datetime.date) -> HttpResponse:
    """Return the viewer's result as a PNG to share, which reveals nothing about the cards.

    Raises:
        Refused: `no_daily_deal`, `daily_not_finished`.
    """
    seen, line = _finished(request, date)
    drawn = drawing.picture(result_preview(seen, line, request.get_host()))
    return HttpResponse(drawn, content_type="image/png")


def _finished(request: HttpRequest, date: datetime.date) -> tuple[DailyDeal, DailyResult]:
    """Return the deal of a day with the viewer's own result."""
    now = days.today()
    day = now if date == now.date else days.past_day(date)
    seen = today.deal_for(day, _viewer(request), is_past=day is not now)
    if seen.line is None:
        raise refused("daily_not_finished")
    return seen, seen.line


@action
def publish(request: HttpRequest, date: datetime.date) -> HttpResponse:
    """Let everyone read the viewer's own round of a past day, or nobody else again.

    Raises:
        Refused: `no_daily_deal`, `sign_in_first`, `daily_not_finished`.
    """
    day = days.past_day(date)
    viewer = _viewer(request)
    if viewer is None:
        raise refused("sign_in_first")
    publish_round(day, viewer, on=request.POST.get("public") == "on")
    return redirect("daily:day", date)


def _render_day(request: HttpRequest, day: Day, *, is_past: bool) -> HttpResponse:
    viewer = _viewer(request)
    if viewer is not None:
        settle_attempt(day, viewer)
    seen = today.deal_for(day, viewer, is_past=is_past)
    share = ""
    if seen.line is not None:
        address = shared_address(request, reverse("daily:day", args=[day.date]))
        share = today.share_text(seen, seen.line, address)
    context = {
        "shown": seen,
        "preview": day_preview(request, day),
        "share": share,
        "players": standings.players_of(day),
        "streak": None if viewer is None else streak_of(viewer, days.today().date),
        "yesterday": None if is_past or seen.table is None else _yesterday(day, viewer),
        "games": days.games(),
        "month": today.month_of(_month(request, day.date), viewer),
    }
    return render(request, "daily/day.html", context)


def _yesterday(day: Day, viewer: User | None) -> tuple[Day, BestRound] | None:
    """Return the deal before today's, with its best round; None if nobody finished it."""
    before = Day.objects.select_related("rules").filter(date=day.date - streaks.DAY).first()
    best = None if before is None else standings.best_round(before, viewer)
    return None if before is None or best is None else (before, best)


def _month(request: HttpRequest, otherwise: datetime.date) -> datetime.date:
    """Return the requested month of the calendar, at most the present one; by default that of the
    page's day.
    """
    try:
        asked = datetime.date.fromisoformat(f"{request.GET.get('month', '')}-01")
    except ValueError:
        return otherwise
    return min(asked, days.today().date)


def _viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None
