"""Views of friends: the page and its actions."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from accounts.sessions import user_or_guest
from accounts.signed_in import signed_in_page
from core.http import action, form_page, next_page, page
from core.numbers import read_id
from core.previews.preview import shared_address
from core.refusals import Refused, refused, sentence, status
from friends import friend_lists
from friends.forms import ChallengeForm, FriendSearch
from friends.invitations import open_invitations
from friends.services import challenge, friendship
from friends.services.put_away import put_away as put_invitation_away
from matches.models import Match
from matches.services.seating.reserve_seat import friend_called, reserve_for

SEARCHED = 10
"""Number of friends from which on the page has a search."""


@page
def friends_page(request: HttpRequest) -> HttpResponse:
    """Show the user's friends: who is here, at which table, and which requests are open."""
    return _render_friends(request)


def _render_friends(request: HttpRequest, trouble: str = "", code: int = 200) -> HttpResponse:
    user = request.user
    context: dict[str, object] = {"trouble": trouble, "longest": names.LONGEST}
    if user.is_authenticated:
        address = reverse("friends:link", args=[friendship.link_of(user)])
        circle, search = friend_lists.circle_of(user), FriendSearch(request.GET)
        wanted = search.cleaned_data["name"] if search.is_valid() else ""
        context |= {
            "circle": circle,
            "invitations": open_invitations(user.pk),
            "friends": friend_lists.called_like(circle.friends, wanted),
            "search": search if len(circle.friends) >= SEARCHED else None,
            "is_filtered": bool(wanted),
            "tables": friend_lists.own_tables(user),
            "link": shared_address(request, address),
            "typed": request.POST.get("name", "") if trouble else "",
        }
    return render(request, "friends/friends.html", context, status=code)


@action
def ask_friend(request: HttpRequest) -> HttpResponse:
    """Ask the user with this name to be a friend. A refused form keeps what was typed."""
    user = _signed_in(request)
    try:
        other = friend_called(request.POST.get("name", ""))
        are_friends = friendship.ask_for_friendship(user, other)
    except Refused as error:
        if "next" in request.POST:
            messages.error(request, sentence(error.refusal))
            return _back(request)
        return _render_friends(request, sentence(error.refusal), status(error.refusal))
    if are_friends:
        messages.success(request, _("You are now friends."))
    else:
        messages.success(request, _("Friend request sent. You are friends as soon as they accept."))
    return _back(request)


@action
def accept_friend(request: HttpRequest) -> HttpResponse:
    """Accept a friend request."""
    if not friendship.accept_friendship(_signed_in(request), _user_id_sent(request)):
        raise refused("not_a_friend")
    return _back(request)


@action
def end_friendship(request: HttpRequest) -> HttpResponse:
    """End a friendship, or withdraw or decline a request."""
    friendship.end_friendship(_signed_in(request), _user_id_sent(request))
    return _back(request)


@action
def renew_own_link(request: HttpRequest) -> HttpResponse:
    """Replace the user's link; the old one stops working."""
    friendship.renew_link(_signed_in(request))
    messages.success(request, _("This is your new link. The old one no longer works."))
    return redirect("friends:friends")


@action
def invite_friend(request: HttpRequest) -> HttpResponse:
    """Reserve a free seat of the user's own table for a friend, and notify the friend.

    Raises:
        Refused: `malformed`, `not_a_friend`, `table_full`, and those of `reserve_for`.
    """
    user, friend_id = _signed_in(request), _user_id_sent(request)
    if friend_id not in friend_lists.friend_ids(user.pk):
        raise refused("not_a_friend")
    try:
        match_id = uuid.UUID(request.POST.get("match", ""))
    except ValueError:
        raise refused("malformed") from None
    match = Match.objects.filter(pk=match_id, host=user).prefetch_related("seats").first()
    free = (
        [seat for seat in match.seats.all() if seat.is_empty and not seat.is_kept] if match else []
    )
    if not free:
        raise refused("table_full")
    reserve_for(match_id, user, free[0].number, User.objects.get(pk=friend_id))
    messages.success(request, _("Invited. A seat is reserved for them."))
    return redirect("friends:friends")


@form_page
@signed_in_page
def challenge_page(request: HttpRequest, name: str) -> HttpResponse:
    """Challenge the user with this name; a refused form keeps what was chosen.

    Raises:
        Refused: those of `friend_called`.
    """
    user, other = _signed_in(request), friend_called(name)
    form = ChallengeForm(request.POST if request.method == "POST" else None)
    code = 200
    if form.is_valid():
        wanted = form.cleaned_data
        try:
            match = challenge.challenge(
                user, other, wanted["game"], tempo=wanted["tempo"], rated=wanted["rated"]
            )
            return redirect("matches:table", match.pk)
        except Refused as error:
            form.add_error(None, sentence(error.refusal))
            code = status(error.refusal)
    elif form.is_bound:
        code = 422
    return render(request, "friends/challenge.html", {"form": form, "other": other}, status=code)


@action
def accept_invitation(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Take the seat that is kept for the user, and go to the table."""
    challenge.accept_invitation(_signed_in(request), match_id)
    return redirect("matches:table", match_id)


@action
def decline_invitation(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Return the seat that is kept for the user; the table of a challenge is closed."""
    challenge.decline_invitation(_signed_in(request), match_id)
    messages.success(request, _("Declined. They are told."))
    return _back_from(request, match_id)


@action
def put_away(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Answer an invitation later: its bar is put away, and nobody is told."""
    put_invitation_away(_signed_in(request), match_id)
    return _back(request)


@action
def dismiss_answer(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Put the answer to the user's challenge away."""
    challenge.dismiss_answer(_signed_in(request), match_id)
    return _back_from(request, match_id)


@form_page
def link_page(request: HttpRequest, token: str) -> HttpResponse:
    """Become a friend of the owner of this link; a visitor without an account becomes a guest.

    Raises:
        Refused: those of `friendship.befriend_by_link`.
    """
    owner = friendship.owner_of(token)
    if request.method != "POST":
        is_own = owner == request.user
        return render(request, "friends/link.html", {"owner": owner, "is_own": is_own})
    friendship.befriend_by_link(user_or_guest(request), token)
    messages.success(request, _("You are now friends."))
    return redirect("friends:friends")


def _signed_in(request: HttpRequest) -> User:
    if not request.user.is_authenticated:
        raise refused("sign_in_first")
    return request.user


def _user_id_sent(request: HttpRequest) -> int:
    if not (who := read_id(request.POST.get("who"))):
        raise refused("malformed")
    return who


def _back(request: HttpRequest) -> HttpResponse:
    """Redirect to the page that sent the form, or to the page of friends."""
    return redirect(next_page(request, reverse("friends:friends")))


def _back_from(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Redirect to the page that sent the form, unless it is the table, which may be closed now."""
    if str(match_id) in request.POST.get("next", ""):
        return redirect("friends:friends")
    return _back(request)
