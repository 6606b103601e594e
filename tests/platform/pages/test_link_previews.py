"""The preview of an address in a messenger: words in the right language, and a picture."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import User
from core.previews import colours
from core.previews.preview import CARDS, cards_of, cover_of, signed_preview
from daily import days
from games.kernel import registry
from matches.engine.live_round import LiveRound
from matches.models import Round
from matches.present import reading
from matches.services.rounds import finish
from matches.services.seating import tables
from matches.store.snapshot import Table
from tests.platform.accounts import cast
from tests.platform.leagues import cast as leagues
from tests.platform.matches.cast import dealt, person, play_out

pytestmark = pytest.mark.django_db
GAMES = sorted(registry.games())


def tags(path: str, browser: Client | None = None) -> dict[str, str]:
    """Return the tags for messengers of a page, as a messenger without a cookie reads it."""
    page = (browser or Client()).get(path)
    assert page.status_code == 200, path
    found = re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', page.content.decode())
    return {name: unescape(content) for name, content in found}


def drawn(told: dict[str, str]) -> Image.Image:
    """Return the picture of a preview; it is the same for everyone, and never changes."""
    answer = Client().get(urlsplit(told["og:image"]).path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/png"
    assert "immutable" in answer.headers["Cache-Control"]
    image = Image.open(BytesIO(answer.content))
    assert image.size == (1200, 630)
    return image


@pytest.mark.parametrize("game", GAMES)
def test_an_invitation_says_the_game_the_host_and_the_free_seats(game: str) -> None:
    host = cast.alice()
    User.objects.filter(pk=host.pk).update(language="de")
    host.refresh_from_db()
    match = tables.open_match(host, game, seats=3)
    told = tags(reverse("lobby:invitation", args=[match.invite]))
    assert host.name in told["og:title"]
    assert "2 Plätze" in told["og:description"]
    assert told["og:locale"] == "de"
    colours_seen = drawn(told).convert("RGB").getcolors(1200 * 630)
    assert colours_seen is not None
    assert len(colours_seen) > 500, "The picture has no cards."


def test_a_shared_address_names_the_language_of_its_sender() -> None:
    assert tags("/daily/")["og:locale"] == "en"
    assert tags("/daily/?in=fr")["og:locale"] == "fr"
    assert tags("/daily/?in=xx")["og:locale"] == "en"
    assert tags("/help/?in=fr")["og:locale"] == "fr", "a page without a preview of its own"


def test_the_preview_of_a_deal_tells_no_result_and_no_card() -> None:
    day = days.today()
    told = tags("/daily/", cast.browser(cast.alice()))
    assert told == tags("/daily/")
    preview = signed_preview(urlsplit(told["og:image"]).path.split("/")[-1].removesuffix(".png"))
    assert preview is not None
    assert preview.cards == cover_of(days.meta_of(day).slug)


def test_a_replay_shows_the_open_cards_of_its_step() -> None:
    match = dealt(person("Alice"), person("Bob"), public=True)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    told = [
        tags(f"{reverse('matches:step', args=[match.pk, 1, step])}?view=all") for step in (0, 9)
    ]
    assert "Alice, Bob" in told[0]["og:description"]
    assert told[0]["og:image"] != told[1]["og:image"]
    drawn(told[1])


def test_a_replay_finds_its_position_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = dealt(person("Alice"), person("Bob"), public=True)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    found: list[int] = []
    position = reading.position

    def counted(table: Table, round_: Round, number: int) -> LiveRound:
        found.append(number)
        return position(table, round_, number)

    monkeypatch.setattr(reading, "position", counted)
    assert (
        "Round 1, move 9" in tags(reverse("matches:step", args=[match.pk, 1, 9]))["og:description"]
    )
    assert found == [9]


def test_a_division_shows_its_leaders_and_a_closed_one_nothing() -> None:
    clock_ = leagues.Days()
    season = leagues.running(clock_, cast.sam(), leagues.people(4), name="Kitchen league")
    division = season.divisions.get()
    fixture = division.fixtures.filter(match__isnull=False).order_by("pk").first()
    assert fixture is not None
    with clock_.now():
        leagues.play(fixture, [3, 1])
        told = tags(f"/leagues/{season.league.slug}/{season.number}/{division.tier}/")
    assert "Kitchen league" in told["og:title"]
    winner = fixture.seats.order_by("pk")[0].entry.user
    assert winner is not None
    assert f"1. {winner.name}: " in told["og:description"]
    assert f"1. {winner.name}: 0" not in told["og:description"]
    drawn(told)
    league = season.league
    league.invite_only = True
    league.save()
    assert Client().get(f"/leagues/{league.slug}/1/1/").status_code == 404


def test_leagues_show_their_table_and_closed_ones_nothing() -> None:
    olga = cast.sam()
    league = leagues.league(olga, name="Kitchen league")
    assert "Kitchen league" in tags(reverse("leagues:league", args=[league.slug]))["og:title"]
    league.invite_only = True
    league.save()
    assert Client().get(reverse("leagues:league", args=[league.slug])).status_code == 404


@pytest.mark.parametrize("path", ["/", "/help/", "/rules/wortspiel/", "/learn/siebenschlaefer/"])
def test_every_page_has_a_preview(path: str) -> None:
    told = tags(path)
    assert told["og:title"]
    assert told["og:description"]
    drawn(told)


def test_only_visitors_get_the_preview_of_the_site() -> None:
    """A messenger is never signed in; a page's own preview stays, because browsers share it."""
    member = Client()
    member.force_login(cast.alice())
    assert not tags("/help/", member)
    assert tags("/rules/wortspiel/", member) == tags("/rules/wortspiel/")


@pytest.mark.parametrize("token", ["nothing", "a:b", "eyJ0aXRsZSI6IngifQ:AAAA"])
def test_the_server_draws_only_what_it_signed(token: str) -> None:
    assert Client().get(f"/previews/{token}.png").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_drawings_keep_no_colour_of_the_styles(game: str) -> None:
    """Every token and mixture of the cards becomes a colour that a renderer without CSS knows."""
    from core.previews.drawing import _symbols

    plain = colours.plain(_symbols(game))
    assert "var(" not in plain
    assert "color-mix(" not in plain
    assert "oklch(" not in plain
    assert not re.search(r'(?:fill|stroke)="(?!#|none|url|currentcolor|Fraunces)', plain)


def test_a_board_of_many_cards_is_cut() -> None:
    card = '<svg viewBox="0 0 100 140"><use href="/static/x/cards.123.svg#{}"/></svg>'
    cards = cards_of("".join(card.format(number) for number in range(CARDS + 3)))
    assert len(cards) == CARDS
    assert cards[0].drawing == '<use href="#0"/>'
