"""The buttons of a club's pages."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.signed_in import signed_in_page, user_of
from clubs.forms import AnnouncementForm
from clubs.models import Club
from clubs.services import (
    announcements,
    found_club,
    hand_over,
    join_club,
    lead_members,
    leagues,
    tables,
    talk,
)
from clubs.views.pages import club_led_by, club_of, show_club, show_desk
from core.http import action
from core.numbers import read_id
from core.refusals import Refused


@action
@signed_in_page
def act(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Carry out a button of the club's page; a refusal is shown there.

    Raises:
        Http404: no such club or button.
    """
    club = club_of(request, slug)
    if verb not in ACTS:
        raise Http404
    done, said = ACTS[verb]
    try:
        done(request, club, user_of(request))
    except Refused as error:
        return show_club(request, club, trouble=error)
    if said:
        messages.success(request, said)
    return redirect("clubs:club", slug)


@action
@signed_in_page
def lead(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Carry out a button of the officers' page; a refusal is shown there.

    Raises:
        Http404: no such club or button.
        Refused: `not_yours`.
    """
    club = club_led_by(request, slug)
    if verb not in LEADING:
        raise Http404
    done, said = LEADING[verb]
    try:
        done(club.pk, user_of(request), read_id(request.POST.get("who")))
    except Refused as error:
        return show_desk(request, club, trouble=error)
    messages.success(request, said)
    return redirect("clubs:run", slug)


@action
@signed_in_page
def announce_to_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce something to the members; a refused form keeps what was typed."""
    club = club_led_by(request, slug)
    form = AnnouncementForm(request.POST)
    if not form.is_valid():
        return show_desk(request, club, form=form)
    try:
        announcements.announce(club.pk, user_of(request), **form.cleaned_data)
    except ValidationError as wrong:
        form.add_error(None, wrong)
        return show_desk(request, club, form=form)
    except Refused as error:
        return show_desk(request, club, form=form, trouble=error)
    messages.success(request, _("Announced. Members get a notice."))
    return redirect("clubs:club", slug)


@action
@signed_in_page
def go_to_table(request: HttpRequest, slug: str, match_id: uuid.UUID, verb: str) -> HttpResponse:
    """Let a member sit down at a table of the club, or watch it.

    Raises:
        Http404: no such club or verb.
    """
    club, user = club_of(request, slug), user_of(request)
    try:
        if verb == "sit":
            tables.sit_down(club, user, match_id)
        elif verb == "watch":
            tables.check_table(club, user, match_id)
        else:
            raise Http404
    except Refused as error:
        if error.refusal.code != "already_seated":
            return show_club(request, club, trouble=error)
    return redirect("matches:table", match_id)


def _join(request: HttpRequest, club: Club, user: User) -> None:
    if join_club.join_club(club.pk, user).is_inside:
        messages.success(request, _("You are now a member of the club."))
    else:
        messages.success(request, _("Your request is sent. An officer of the club answers it."))


def _write(request: HttpRequest, club: Club, user: User) -> None:
    talk.post_message(club.pk, user, request.POST.get("text", ""))


def _remove_message(request: HttpRequest, club: Club, user: User) -> None:
    talk.remove_message(club.pk, user, read_id(request.POST.get("message")))


def _remove_announcement(request: HttpRequest, club: Club, user: User) -> None:
    announcements.remove_announcement(club.pk, user, read_id(request.POST.get("announcement")))


def _accept_offer(request: HttpRequest, club: Club, user: User) -> None:
    hand_over.accept_offer(club.pk, user)


def _decline_offer(request: HttpRequest, club: Club, user: User) -> None:
    hand_over.decline_offer(club.pk, user)


def _news_on(request: HttpRequest, club: Club, user: User) -> None:
    announcements.set_news(club.pk, user, on=True)


def _news_off(request: HttpRequest, club: Club, user: User) -> None:
    announcements.set_news(club.pk, user, on=False)


ACTS: dict[str, tuple[Callable[[HttpRequest, Club, User], None], Any]] = {
    "join": (_join, ""),
    "write": (_write, ""),
    "remove-message": (_remove_message, gettext_lazy("The message is deleted.")),
    "remove-announcement": (_remove_announcement, gettext_lazy("The announcement is deleted.")),
    "accept-club": (_accept_offer, gettext_lazy("You lead the club now.")),
    "decline-club": (_decline_offer, gettext_lazy("Declined. The founder is told.")),
    "news-on": (_news_on, gettext_lazy("You get a notice of each announcement.")),
    "news-off": (_news_off, gettext_lazy("You get no more notices of announcements.")),
}
"""The buttons of a club's page: the action of each, and the sentence after it."""


def _new_link(club_id: int, by: User, _who: int) -> None:
    found_club.set_link(club_id, by, on=True)


def _no_link(club_id: int, by: User, _who: int) -> None:
    found_club.set_link(club_id, by, on=False)


LEADING: dict[str, tuple[Callable[[int, User, int], None], Any]] = {
    "accept": (lead_members.accept_request, gettext_lazy("They are now a member.")),
    "decline": (lead_members.decline_request, gettext_lazy("The request is declined.")),
    "remove": (lead_members.remove_member, gettext_lazy("Removed from the club.")),
    "ban": (lead_members.ban_member, gettext_lazy("Banned from the club.")),
    "lift-ban": (lead_members.lift_ban, gettext_lazy("The ban is lifted. They can join again.")),
    "appoint": (lead_members.appoint_officer, gettext_lazy("They are now an officer.")),
    "dismiss": (lead_members.dismiss_officer, gettext_lazy("They are now an ordinary member.")),
    "hand-over": (hand_over.offer_club, gettext_lazy("Offered. They accept or decline.")),
    "withdraw-offer": (hand_over.withdraw_offer, gettext_lazy("The offer is withdrawn.")),
    "new-link": (_new_link, gettext_lazy("Here is the new link. The old one no longer works.")),
    "no-link": (_no_link, gettext_lazy("The link no longer works.")),
    "add-league": (leagues.add_league, gettext_lazy("The page of the club lists the league now.")),
    "drop-league": (leagues.drop_league, gettext_lazy("The league is off the page.")),
}
"""The same for the officers' page."""
