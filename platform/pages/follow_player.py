"""Follow a player from table to table: open their table, or wait on a page until they sit at one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts import names
from accounts.find_people import people_called
from accounts.models import User
from accounts.services.reach import apart
from core.http import page
from friends.friend_lists import FriendsTable, tables_of


@page
def follow_page(request: HttpRequest, name: str) -> HttpResponse:
    """Redirect to the newest public table of the user with this name; without one, the page polls.

    Raises:
        Http404: no user has this name.
    """
    followed = people_called(name).filter(is_active=True).first()
    if followed is None:
        raise Http404
    if names.key_of(name) != followed.name_key:
        return redirect("pages:follow", followed.name)
    table = None if followed.hides_presence else _table_of(followed, request.user.pk)
    if table is not None:
        return redirect("matches:table", table.match.pk)
    return render(request, "pages/follow.html", {"followed": followed})


def _table_of(followed: User, user_id: int | None) -> FriendsTable | None:
    """Return the public table of a user for a viewer; a block between the two hides it."""
    if user_id is not None and apart(user_id, [followed.pk]).all:
        return None
    return next(iter(tables_of([followed.pk])[followed.pk]), None)
