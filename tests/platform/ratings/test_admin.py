"""Ratings in the admin are complete and read-only."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts.models import User
from ratings.models import Feat, Rating, RatingChange, StaleSince
from ratings.services import recompute_ratings
from tests.platform.accounts.cast import browser, sam
from tests.platform.matches.cast import person
from tests.platform.ratings.cast import GAME, followed, played

pytestmark = pytest.mark.django_db

KINDS: tuple[type[Model], ...] = (Rating, RatingChange, Feat, StaleSince)


@pytest.fixture
def alice() -> User:
    """Alice has won against Bob and a bot, and stolen a queen; the last match is not rated yet."""
    alice, bob = person("Alice"), person("Bob")
    match = played([alice, bob, "easy"], [1, 2, 3])
    followed(match)
    Feat.objects.create(match=match, seat=0, name="stolen", count=1)
    recompute_ratings.mark_match_stale(match_id=played([bob, alice], [1, 2], 1).pk)
    return alice


@pytest.fixture
def staff() -> Client:
    return browser(sam())


def address(kind: type[Model], page: str, *args: object) -> str:
    return reverse(f"admin:ratings_{kind._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("kind", KINDS)
def test_everything_is_shown_and_nothing_changed(
    staff: Client, alice: User, kind: type[Model]
) -> None:
    row = kind._default_manager.order_by("pk")[0]
    assert staff.get(address(kind, "changelist")).status_code == 200
    page = staff.get(address(kind, "change", row.pk))
    assert page.status_code == 200
    assert b'name="_save"' not in page.content
    assert staff.post(address(kind, "change", row.pk), {"mu": 99}).status_code == 403
    assert staff.get(address(kind, "add")).status_code == 403
    assert staff.post(address(kind, "delete", row.pk), {"post": "yes"}).status_code == 403
    kind._default_manager.get(pk=row.pk)


def test_somebodys_rating_is_found_as_it_is_shown_elsewhere(staff: Client, alice: User) -> None:
    rating = Rating.objects.get(user=alice)
    page = staff.get(address(Rating, "changelist"), {"q": "Alice"}).content.decode()
    listed: Any = admin.site.get_model_admin(Rating)
    shown = listed.shown(rating)
    assert "Alice" in page
    assert "Bob" not in page
    assert shown > 1500
    assert f">{shown}<" in page
    change = staff.get(address(RatingChange, "changelist"), {"rating__id__exact": rating.pk})
    assert f">{shown}<" in change.content.decode()


@pytest.mark.parametrize("kind", KINDS)
def test_no_address_filters_by_what_is_not_shown(
    staff: Client, alice: User, kind: type[Model]
) -> None:
    for lookup in ("user__password__startswith", "match__rounds__seed", "rating__user__email"):
        found = staff.get(address(kind, "changelist"), {lookup: "x"})
        assert found.status_code in (302, 400)


def test_a_list_takes_the_same_number_of_queries(
    staff: Client, alice: User, django_assert_max_num_queries: Any
) -> None:
    followed(*(played([alice, person(f"P{n}")], [1, 2], 2 + n) for n in range(8)))
    for kind in KINDS:
        staff.get(address(kind, "changelist"))
        with django_assert_max_num_queries(14):
            staff.get(address(kind, "changelist"), {"all": ""})
    assert not StaleSince.objects.filter(game=GAME).exists()
