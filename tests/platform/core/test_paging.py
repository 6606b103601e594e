"""Pages of long lists."""

from __future__ import annotations

import pytest

from accounts.models import User
from core.paging import paginate
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db


def test_a_page_that_is_not_there_is_the_last_one() -> None:
    users = [person(name) for name in ("Alice", "Bob", "Carla")]
    here = paginate(User.objects.order_by("pk"), 9, 2, lambda user: user)
    assert (here.lines, here.number, here.pages, here.total) == (users[2:], 2, 2, 3)


def test_a_line_that_comes_after_the_count_pushes_none_away() -> None:
    alice, found = person("Alice"), User.objects.order_by("-pk")

    class Counted(type(found)):  # type: ignore[misc]  # a query whose count is an older one
        def count(self) -> int:
            number: int = super().count()
            person("Bob")
            return number

    found.__class__ = Counted
    here = paginate(found, 1, 5, lambda user: user)
    assert [user.name for user in here.lines] == ["Bob", alice.name]
