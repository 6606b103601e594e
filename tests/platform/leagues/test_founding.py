"""Users' own leagues: the right to create one, the kinds to choose, and an early begin when
complete.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from accounts.models import Restriction
from leagues.models import League, Season
from leagues.present.examples import EXAMPLES
from leagues.present.presets import PRESETS
from leagues.scoring.tie_breaks import TieBreak
from leagues.season import access
from tests.platform.accounts.cast import browser, gus
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.leagues.test_organising import written
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db
NEW = "/leagues/new/"


def text(answer: Any) -> str:
    """Return the text on one line."""
    return " ".join(answer.content.decode().split())


def untouched(form: Any) -> dict[str, Any]:
    """Return the data that a browser sends if the user changes nothing in this form."""
    values = {name: form[name].value() for name in form.fields}
    shown = {
        name: value for name, value in values.items() if value is not None and value is not False
    }
    breaks = {f"tie_breaks_{at}": one for at, one in enumerate(shown.pop("tie_breaks"))}
    points = form.fields["points"].prepare_value(shown.pop("points"))
    return shown | breaks | {"points": points}


def least(**other: object) -> dict[str, Any]:
    """Return the data of a form with all of "More settings" untouched."""
    page = browser(person("Somebody")).get(NEW, {"like": str(other.get("like", "evening"))})
    return untouched(page.context["form"]) | {"name": "Ours", "game-sleeping_queens": "on"} | other


@pytest.mark.parametrize("preset", PRESETS, ids=lambda one: one.slug)
def test_a_name_a_kind_and_a_game_are_enough(preset: Any) -> None:
    alice = person("Alice")
    page = browser(alice).post(NEW, least(like=preset.slug))
    assert page.status_code == HTTPStatus.FOUND, page.context["form"].errors
    league = League.objects.get()
    assert list(league.organisers.all()) == [alice]
    for name, value in preset.settings.items():
        assert getattr(league, name) == value, name
    assert browser(alice).get(page["Location"]).status_code == HTTPStatus.OK


def test_what_stands_below_more_settings_has_an_example_each() -> None:
    form = browser(person("Alice")).get(NEW).context["form"]
    basics = {field.name for field in form.basics()}
    below = {field.name for _heading, fields in form.groups() for field in fields} - basics
    # The error for points is in the sentence about their format.
    assert below - {"points"} == EXAMPLES.keys()
    for name, example in EXAMPLES.items():
        assert str(form[name].help_text).endswith(str(example))


def test_what_is_wrong_below_more_settings_is_shown() -> None:
    page = browser(person("Alice")).post(NEW, least(seats="99"))
    assert page.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert '<details class="fold" open>' in text(page)
    assert 'value="Ours"' in text(page)
    assert not League.objects.exists()


def test_a_league_without_a_name_is_asked_for_its_name_alone() -> None:
    """The address below "More settings" follows from the name, so it shows no second error."""
    alice, sent = browser(person("Alice")), least()
    page = alice.post(NEW, sent | {"name": ""})
    assert page.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert page.context["form"].errors.keys() == {"name"}
    assert alice.post(NEW, sent | {"name": "!!!"}).context["form"].errors.keys() == {"slug"}


@pytest.mark.parametrize("word", ["new", "invited"])
def test_an_address_that_is_reserved_is_told_as_taken(word: str) -> None:
    page = browser(person("Alice")).post(NEW, least(slug=word))
    assert page.context["form"].errors == {"slug": ["This is already taken. Choose another."]}


@pytest.mark.parametrize(
    "name", ["Ours", "OURS", "\N{FULLWIDTH LATIN CAPITAL LETTER O}urs", "Our's", "Öurs"]
)
def test_a_name_that_looks_used_is_told_at_the_name(name: str) -> None:
    cast.league(cast.organiser(), name="Ours")
    page = browser(person("Alice")).post(NEW, least(name=name, slug="other", points="1, 2"))
    errors = page.context["form"].errors
    assert errors["name"] == ["This name, or one that looks like it, is already taken."]
    assert errors.keys() == {"name", "points"}


def test_a_renamed_league_frees_its_former_name() -> None:
    league = cast.league(cast.organiser(), name="Ours")
    league.name = "Theirs"
    league.save(update_fields=["name"])
    alice, wishes = browser(person("Alice")), least(slug="other", points="1, 2")
    page = alice.post(NEW, wishes | {"name": "Theirs"})
    assert "name" in page.context["form"].errors
    page = alice.post(NEW, wishes | {"name": "Ours"})
    assert "name" not in page.context["form"].errors


def test_a_league_may_have_no_tie_break() -> None:
    nothing = {f"tie_breaks_{at}": "" for at in range(len(TieBreak))}
    page = browser(person("Alice")).post(NEW, least(**nothing))
    assert page.status_code == HTTPStatus.FOUND, page.context["form"].errors
    assert "Players with equal points share a place." in text(browser(None).get("/leagues/ours/"))


def test_the_game_of_an_error_is_marked() -> None:
    """Two players are enough for Sleeping Queens, and too few for Wortspiel."""
    page = browser(person("Alice")).post(NEW, least(seats=2, **{"game-wortspiel": "on"}))
    form = page.context["form"]
    assert form.games_errors == ["Wortspiel is for 3 to 8 players."]
    marked = [played.name for _game, played, *_ in form.games() if "aria-invalid" in str(played)]
    assert marked == ["game-wortspiel"]


def test_guests_need_an_account_and_the_host_can_say_no() -> None:
    alice, guest = person("Alice"), gus()
    assert browser(guest).get(NEW).status_code == HTTPStatus.FORBIDDEN
    with override_settings(LEAGUES_BY_PLAYERS=False):
        answer = browser(alice).post(NEW, written())
        assert answer.status_code == HTTPStatus.FORBIDDEN
        assert "On this server only organisers can create leagues." in text(answer)
        assert NEW not in text(browser(alice).get("/leagues/"))
        assert browser(cast.organiser()).get("/leagues/").status_code == HTTPStatus.OK
    assert not League.objects.exists()


def test_a_user_banned_from_public_tables_creates_none() -> None:
    alice = person("Alice")
    Restriction.objects.create(user=alice, what=Restriction.What.PUBLIC)
    assert browser(alice).post(NEW, written()).status_code == HTTPStatus.FORBIDDEN
    assert not League.objects.exists()


def test_nobody_organises_more_than_so_many() -> None:
    alice = person("Alice")
    page = browser(alice)
    for number in range(access.MOST_LEAGUES):
        assert page.post(NEW, written(name=f"Number {number}")).status_code == HTTPStatus.FOUND
    full = page.post(NEW, written(name="One more"))
    assert full.status_code == HTTPStatus.CONFLICT
    assert "Close one before you create another." in text(full)
    League.objects.filter(name="Number 0").update(closed_at=timezone.now())
    assert page.post(NEW, written(name="One more")).status_code == HTTPStatus.FOUND


def test_a_season_begins_when_all_are_there() -> None:
    days, olga, players = Days(), cast.organiser(), cast.people(4)
    season = cast.open_for_sign_up(days, olga, players)
    length = season.ends_at - season.begins_at
    with days.now():
        browser(olga).post(f"/leagues/{season.league.slug}/organise/begin")
    days.go(0.1)
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    assert season.ends_at - season.begins_at == length
    assert season.divisions.get().fixtures.exists()


def test_a_season_of_too_few_does_not_begin() -> None:
    days, olga, players = Days(), cast.organiser(), cast.people(2)
    season = cast.open_for_sign_up(days, olga, players, seats=3)
    with days.now():
        answer = browser(olga).post(f"/leagues/{season.league.slug}/organise/begin")
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "A table has 3 seats, but only 2 players have signed up." in text(answer)
    season.refresh_from_db()
    assert season.state == Season.State.SIGN_UP
