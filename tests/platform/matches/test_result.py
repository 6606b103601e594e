"""The result of a match on its table's page: the ways on, the hands, and the streak."""

from __future__ import annotations

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.template.loader import get_template

from accounts.models import User
from core import clock
from matches.models import Match
from matches.present import streaks
from matches.present.occasion import stored_occasion
from matches.services import replay_links
from matches.services.rounds import finish
from matches.store.load_match import load_table
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import dealt, person, play_out

pytestmark = pytest.mark.django_db

HANDS = "The hands at the end"


@pytest.fixture
def alice() -> User:
    return person("Alice")


@pytest.fixture
def bob() -> User:
    return person("Bob")


def over(*users: User, public: bool = True) -> Match:
    match = dealt(*users, public=public)
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)
    match.refresh_from_db()
    return match


def page(match: Match, user: User | None) -> str:
    return browser(user).get(f"/matches/{match.pk}/").content.decode()


def test_all_hands_are_shown_after_the_round_only(alice: User, bob: User) -> None:
    running = dealt(alice, bob, public=True)
    assert load_table(running.pk).live is not None
    for user in (alice, bob, None):
        assert HANDS not in page(running, user)
    match = over(alice, bob)
    for user in (alice, bob, None):
        assert HANDS in page(match, user)


@pytest.mark.parametrize("game", ["daumen_drauf", "wortspiel"])
def test_hands_that_are_only_counted_stay_closed(alice: User, bob: User, game: str) -> None:
    """DD 6.5, SW 10.2. The replay shows them."""
    match = dealt(alice, bob, person("Cleo"), game=game, public=True)
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)
    for user in (alice, None):
        html = page(match, user)
        assert "result-title" in html
        assert HANDS not in html


def test_a_sealed_result_shows_no_hands_and_shares_nothing(alice: User, bob: User) -> None:
    match = over(alice, bob)
    match.sealed_until = clock.now() + timedelta(hours=1)
    match.save()
    html = page(match, alice)
    assert "result-title" in html
    assert HANDS not in html
    assert "data-share" not in html


def test_after_the_one_try_at_a_deal_its_ranking_comes_first(alice: User, bob: User) -> None:
    match = over(alice, bob)
    match.sealed_until = clock.now() + timedelta(hours=1)
    match.occasion = stored_occasion("Daily deal of %(date)s", "/daily/x/", date="2026-11-27")
    match.save()
    sealed = page(match, alice)
    assert re.search(r'button--primary"\s+href="/daily/x/"', sealed)
    assert not re.search(r'button--primary"\s+form="rematch"', sealed)
    match.sealed_until = None
    match.save()
    assert re.search(r'button--primary"\s+form="rematch"', page(match, alice))


def test_only_a_public_match_is_shared_with_its_replay(alice: User, bob: User) -> None:
    """A private match is shared as a sentence alone until its player makes a link, and only with
    that player's own. A spectator shares nothing.
    """
    public, private = over(alice, bob), over(alice, bob, public=False)
    steps = f"/matches/{private.pk}/rounds/1/steps/0"
    assert f'data-address="/matches/{public.pk}/rounds/1/steps/0?in=en"' in page(public, alice)
    assert "data-share=" in page(private, alice)
    assert "data-address" not in page(private, alice)
    assert f'href="{steps}#replay-new"' in page(private, alice)
    assert 'id="replay-new"' in browser(alice).get(steps).content.decode()
    replay_links.share_replay(private.pk, alice.pk)
    token = private.seats.get(user=alice).replay
    assert f'data-address="/replays/{token}/?in=en"' in page(private, alice)
    assert "data-address" not in page(private, bob)
    replay_links.stop_sharing_replay(private.pk, alice.pk)
    assert "data-address" not in page(private, alice)
    assert "data-share" not in page(public, None)


def test_only_its_player_reads_a_streak(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streaks, "_readers", [lambda user_id, _: 3 if user_id == alice.pk else 1])
    match = over(alice, bob)
    assert "3 wins in a row" in page(match, alice)
    assert "in a row" not in page(match, bob)
    assert "in a row" not in page(match, None)


def test_the_ways_on_come_last_below_what_scrolls(alice: User, bob: User) -> None:
    html = page(over(alice, bob), alice)
    parts = ("result-title", "result__places", 'class="lead"', "verify", 'form="rematch"')
    found = [html.index(part, html.index("result-title") - 1) for part in parts]
    assert found == sorted(found)


NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize(
    ("places", "you", "decided", "headline"),
    [
        ((1, 2, 3, 4), 0, True, "You win"),
        ((1, 2, 3, 4), 0, False, "You lead"),
        ((1, 1, 3, 4), 0, True, "You share the win"),
        ((1, 1, 3, 4), 1, False, "You share the lead"),
        ((1, 1), 0, True, "You share the win"),
        ((1, 1), 1, False, "You share the lead"),
        ((1, 1, 1, 1), 2, True, "All share the win"),
        ((1, 1, 1, 1), None, False, "All share the lead"),
        ((1, 2, 3, 4), 1, True, "You came 2nd of 4"),
        ((1, 2, 2, 4), 2, True, "You share 2nd place of 4"),
        ((1, 2, 3, 3), 3, True, "You share 3rd place of 4"),
        ((1, 1, 3, 4), 3, True, "You came 4th of 4"),
        ((1, 2), 1, True, "Ann wins"),
        ((1, 2, 2, 2), 1, False, "Ann leads"),
        ((1, 1, 3), None, True, "Ann and Bo win"),
        ((1, 1, 3), 2, False, "Ann and Bo lead"),
        ((1, 2, 3), None, False, "Ann leads"),
    ],
)
def test_the_headline_tells_who_shares_a_place(
    places: tuple[int, ...], you: int | None, decided: bool, headline: str
) -> None:
    seats = [SimpleNamespace(number=seat, place=place) for seat, place in enumerate(places)]
    first = [seat for seat, place in enumerate(places) if place == 1]
    place = None if you is None else places[you]
    table = SimpleNamespace(seats=seats)
    shown = {"table": table, "first": first, "place": place, "decided": decided}
    html = get_template("board/headline.html").render({**shown, "counts": None, "names": NAMES})
    assert " ".join(html.split()) == headline


@pytest.mark.parametrize(
    ("places", "you", "sentence"),
    [
        ((1, 2, 3), 0, "You win round 3."),
        ((1, 2, 3), 1, "Ann wins round 3."),
        ((1, 1, 3), 0, "Ann and Bo win round 3."),
        ((2, 3, 1), None, "Cy wins round 3."),
        ((1, 1, 1), 2, ""),
    ],
)
def test_between_rounds_a_sentence_tells_who_won(
    places: tuple[int, ...], you: int | None, sentence: str
) -> None:
    """The headline tells the lead in the match, which may be another player's."""
    seats = [SimpleNamespace(number=seat, place=1) for seat in range(len(places))]
    table = SimpleNamespace(seats=seats, round_number=3)
    shown = {"table": table, "outcome": SimpleNamespace(places=places), "you": you}
    html = get_template("board/round_won.html").render({**shown, "names": NAMES})
    assert " ".join(html.split()) == sentence


def test_the_line_below_a_result_does_not_tell_the_end_again(alice: User, bob: User) -> None:
    """The result says why the round ended, and the log; the line keeps the last move."""
    html = page(over(alice, bob), alice)
    news = html.partition('id="news"')[2].partition("</ul>")[0]
    reason = html.partition('class="lead"')[2].partition(">")[2].partition("<")[0].strip()
    assert reason
    assert "<li" in news
    assert reason not in news
    assert 'class="line__call visually-hidden" id="call"' in html


def test_people_have_their_picture_in_the_result(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(picture="moon-berry")
    match = over(alice, bob)
    for viewer in (alice, None):
        places = page(match, viewer).partition("result__places")[2].partition("</ol>")[0]
        assert places.count('class="portrait') == len((alice, bob))
        assert "portrait--berry" in places
