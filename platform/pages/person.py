"""A person as others see them: the page, and the card that opens from a name."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts import names, online
from accounts.countries import flag_of, name_of_country
from accounts.find_people import people_called
from accounts.models import User
from accounts.portraits import upload_of
from accounts.services.mutes import is_muted
from accounts.services.reach import apart
from core.http import page
from friends.forms import ChallengeForm
from friends.friend_lists import relation_to
from matches.present import reliability
from ratings import profile


@page
def person_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show the page of a user: reliability, ratings and statistics; an old name redirects there.

    Raises:
        Http404: no user has this name.
    """
    found = _person_called(name)
    if names.key_of(name) != found.name_key:
        return redirect("pages:person", found.name)
    context = {
        **_shown_context(request, found),
        "profile": profile.profile_of(found.pk, request.user.pk),
        "record": reliability.records([found.pk])[found.pk],
        "half_life": reliability.HALF_LIFE.days,
        "trust": reliability.TRUST,
        "low": reliability.LOW_PERCENT,
        "back": request.path,
    }
    return render(request, "pages/person.html", context)


@page
def card(request: HttpRequest, name: str) -> HttpResponse:
    """Return the card of a user, a part of a page: their ratings, and what the viewer can do.

    Raises:
        Http404: no user has this name.
    """
    found = _person_called(name)
    context = {
        **_shown_context(request, found),
        "ratings": profile.ratings_of(found.pk),
        "duel": profile.duel_of(found.pk, request.user.pk),
        "back": request.path,
    }
    return render(request, "pages/_card.html", context)


def _person_called(name: str) -> User:
    found = people_called(name).filter(is_active=True).first()
    if found is None:
        raise Http404
    return found


def _shown_context(request: HttpRequest, person: User) -> dict[str, Any]:
    """Return what both show: the person, and their relation to the viewer.

    A block by the person is not shown. Friends see whether the person is here.
    """
    viewer = request.user
    is_other = viewer.is_authenticated and viewer != person
    relation = relation_to(viewer.pk, person.pk)
    return {
        "person": person,
        "country": name_of_country(person.country),
        "flag": flag_of(person.country),
        "upload": upload_of(person.picture),
        "is_other": is_other,
        "form": ChallengeForm(auto_id="challenge-%s"),
        "relation": relation,
        "blocked": is_other and bool(apart(viewer.pk or 0, [person.pk]).blocked),
        "is_here": relation == "friend" and person.pk in online.who_is_here().ids,
        "muted": is_other and is_muted(viewer.pk or 0, person.pk),
    }
