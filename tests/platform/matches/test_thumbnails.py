"""Small boards: the public part of a table, and nothing that only a seat may know."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.kernel import registry, session
from matches.models import Match
from matches.present import thumbnails
from matches.present.seat_names import names_of
from matches.store.load_match import load_table
from tests.platform.matches.cast import act, dealt, opened, person
from tests.platform.matches.test_untimed import alone

pytestmark = pytest.mark.django_db


def thumbnail(match: Match) -> str | None:
    return thumbnails.draw({match.pk: names_of(match)}).get(match.pk)


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_it_is_the_same_whatever_is_hidden(game: str) -> None:
    """A round that a seat cannot distinguish from the real one looks the same on a small board."""
    match, _ = alone(game)
    table, round_ = load_table(match.pk), match.rounds.get()
    live = table.live
    assert live is not None
    shown = thumbnail(match)
    assert shown
    for name in names_of(match):
        assert f">{name[:1].upper()}<b>" in shown
    seen = session.information_state(live.game, live.rules, live.state, 0, table.events())
    others = 0
    for _ in range(5):
        twin = live.game.sample_state(live.rules, seen, live.chance)
        if twin == live.state:
            continue
        others += 1
        live.state = twin
        round_.state = live.dump()
        round_.save(update_fields=["state"])
        assert thumbnail(match) == shown
    assert others


def test_a_thumbnail_comes_with_the_deal() -> None:
    """It does not exist before the deal, and it changes with the table."""
    assert thumbnail(opened(person("Gil"), bots=1)) is None
    match = dealt(person("Alice"), person("Bob"), public=True)
    before = thumbnail(match)
    assert before
    shown = {before}
    for _ in range(8):
        act(match)
        shown.add(str(thumbnail(match)))
    assert len(shown) > 1


def test_a_spectator_sees_thumbnails_of_public_tables() -> None:
    """An open page requests them again."""
    public = dealt(person("Alice"), person("Bob"), public=True)
    carl = person("Carl")
    private = dealt(carl, person("Dora"))
    for address in (reverse("lobby:watchable"), reverse("lobby:tables"), "/"):
        html = Client().get(address).content.decode()
        assert f'id="table-{public.pk}"' in html
        # The start page draws them when a visitor scrolls down to them.
        assert html.count('class="thumbnail__seats"') == (address != "/")
        assert str(private.pk) not in html
    few = reverse("lobby:watchable") + "?few=yes"
    assert re.findall(r'data-alive="([^"]+)"', Client().get("/").content.decode()) == [few]
    client = Client()
    client.force_login(carl)
    assert 'class="thumbnail__seats"' in client.get("/matches/").content.decode()
