"""Options that suit a tempo are selected with it, unless the host chooses others."""

from __future__ import annotations

import pytest

from matches.engine import catalogue
from matches.models import Match
from tests.platform.accounts import cast
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db


def lay(tempo: str, **chosen: str) -> Match:
    fields = {"seats": "2", "tempo": tempo, "target": "rounds-1", "public": "", "talk": "on"}
    options = {f"option-{name}": choice for name, choice in chosen.items()}
    page = cast.browser(person("Alice")).post("/play/schlafmuetzen/friends/", fields | options)
    assert page.status_code == 302, page.content.decode()
    return Match.objects.get()


def scope(match: Match) -> object:
    _, rules = catalogue.rules_of(match.rules_id)
    return rules.options["call_scope"]


@pytest.mark.parametrize(
    ("tempo", "suits"), [("live", "last_placement"), ("correspondence", "last_turn")]
)
def test_who_chooses_nothing_gets_what_suits_the_tempo(tempo: str, suits: str) -> None:
    assert scope(lay(tempo)) == suits


@pytest.mark.parametrize("wanted", ["last_placement", "last_turn"])
def test_who_chooses_gets_that(wanted: str) -> None:
    assert scope(lay("correspondence", call_scope=wanted)) == wanted


def test_the_form_says_so() -> None:
    page = cast.browser(person("Alice")).get("/play/schlafmuetzen/friends/").content.decode()
    assert page.count("As the tempo suggests") == 1
