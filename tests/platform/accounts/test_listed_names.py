"""Names on public lists: of leagues and clubs, those that look alike are the same."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError

from accounts.listed_names import list_key
from clubs.models import Club
from clubs.services.found_club import change_club, found_club
from leagues.models import League
from tests.platform.clubs.cast import SUNDAY, founded
from tests.platform.leagues import cast
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db

TAKEN = {"name": ["This name, or one that looks like it, is already taken."]}


def test_names_of_signs_alone_differ() -> None:
    keys = [list_key(name) for name in ("🌙🌙", "🌙", "!!!", "冬", "Winter")]
    assert len(set(keys)) == len(keys)
    assert all(keys)
    assert (
        list_key("WINTER")
        == list_key("\N{FULLWIDTH LATIN CAPITAL LETTER W}inter")
        == list_key("win-ter")
    )


@pytest.mark.parametrize(
    "name",
    ["Sunday club", "SUNDAY CLUB", "\N{FULLWIDTH LATIN CAPITAL LETTER S}unday club", "Sunday-Club"],
)
def test_a_listed_club_has_a_name_of_its_own(name: str) -> None:
    founded()
    gerd = person("Gerd")
    with pytest.raises(ValidationError) as wrong:
        found_club(gerd, **SUNDAY | {"name": name, "slug": "other"})
    assert wrong.value.message_dict == TAKEN


def test_a_private_club_neither_tells_nor_takes_a_name() -> None:
    club, frida = founded(entrance=Club.Entrance.LINK)
    other = found_club(person("Gerd"), **SUNDAY)
    assert other.name == club.name
    with pytest.raises(ValidationError) as wrong:
        change_club(club.pk, frida, entrance=Club.Entrance.ASK, slug="frida")
    assert wrong.value.message_dict == TAKEN
    change_club(club.pk, frida, entrance=Club.Entrance.ASK, slug="frida", name="Monday club")
    change_club(other.pk, other.members.get().user, about="On all Sundays.")


def test_of_older_names_that_look_alike_one_is_kept() -> None:
    """The rows keep their names; a later one has to change its own when its settings change."""
    olga = cast.organiser()
    first, second = (
        cast.league(olga, name=name, slug=name.lower()) for name in ("Winter", "Summer")
    )
    hidden = cast.league(olga, name="Winter", invite_only=True)
    League.objects.update(name_key=None)
    League.objects.filter(pk=second.pk).update(name="WINTER")
    import_module("leagues.migrations.0009_names_that_look_alike").fill(apps, None)
    key = list_key("Winter")
    kept = dict(League.objects.values_list("pk", "name_key"))
    assert kept == {first.pk: key, second.pk: None, hidden.pk: None}
    second.refresh_from_db()
    with pytest.raises(ValidationError) as wrong:
        second.full_clean()
    assert wrong.value.message_dict == TAKEN


def test_of_older_clubs_only_listed_ones_have_a_key() -> None:
    founded()
    found_club(person("Gerd"), **SUNDAY | {"entrance": Club.Entrance.LINK})
    Club.objects.update(name_key=None)
    import_module("clubs.migrations.0003_names_that_look_alike").fill(apps, None)
    assert set(Club.objects.values_list("name_key", flat=True)) == {list_key("Sunday club"), None}
