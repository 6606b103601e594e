"""Follow a player from table to table: to where they sit, or a page that waits until they do."""

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
    """To the newest public table of the user who has this name; until there is one, the page looks again.

    Raises:
        Http404: nobody has this name.
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
    """Where somebody plays for all to see, for a user where neither has blocked the other."""
    if user_id is not None and apart(user_id, [followed.pk]).all:
        return None
    return next(iter(tables_of([followed.pk])[followed.pk]), None)
