"""Views of invitations to a league: accept, decline, join by the link; and the organisers' part."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signed_in import signed_in_page, user_of
from core.http import action, form_page
from core.refusals import Refused
from leagues.models import League
from leagues.season import access
from leagues.services.entries import join_league


@form_page
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """Show the league of an invitation link to any visitor; an account holder joins.

    Raises:
        Http404: the link is unknown or revoked.
        Refused: `needs_account`.
    """
    user = request.user if isinstance(request.user, User) else None
    try:
        league = join_league.invited_by_link(token, user)
    except Refused as refused:
        raise Http404 from refused
    if request.method == "POST":
        if user is None:
            return redirect_to_login(request.path)
        league = join_league.join_by_link(token, user)
        messages.success(request, _("You are now a member of the league."))
        return redirect("leagues:league", league.slug)
    return render(request, "leagues/invited.html", {"league": league})


@action
@signed_in_page
def accept_invitation(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept an invitation by name.

    Raises:
        Http404: the user has none.
    """
    league = _league(request, slug)
    join_league.accept_invitation(league.pk, user_of(request))
    messages.success(request, _("You are now a member of the league."))
    return redirect("leagues:league", slug)


@form_page
@signed_in_page
def leave_for_good(request: HttpRequest, slug: str) -> HttpResponse:
    """Decline an invitation or leave the league, after a page that explains the consequences.

    Raises:
        Http404: no such league, or the user does not belong to it.
        Refused: `plays_there`.
    """
    league, user = _league(request, slug), user_of(request)
    if request.method == "POST":
        join_league.part_from_league(league.pk, user)
        messages.success(request, _("You are no longer a member of this league."))
        return redirect("leagues:leagues")
    return render(request, "leagues/part.html", {"league": league})


def _league(request: HttpRequest, slug: str) -> League:
    found = access.visible_to(request.user).filter(members__user=user_of(request))
    return get_object_or_404(found, slug=slug, invite_only=True)
