"""The leaderboards: order, ranks, the own line, pages, bots as anchors, JSON, and empty ones."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from accounts.services.guests import create_guest
from games.kernel import registry
from matches.engine.catalogue import easiest_first
from ratings import leaderboard
from ratings.models import Rating
from ratings.rating_model import SETTLED_SIGMA, Strength
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import person
from tests.platform.ratings.cast import GAME, followed, played

pytestmark = pytest.mark.django_db

META = registry.get(GAME).meta
URL = f"/ratings/{GAME}/"


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Alice", "Bob", "Charlie")]


def shown(user: User | None = None, url: str = URL) -> str:
    answer = browser(user).get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def test_without_a_rated_match_it_says_so() -> None:
    assert "Nobody has finished a rated match of this game yet." in shown()
    for slug in registry.games():
        shown(url=f"/ratings/{slug}/")
    assert browser().get("/ratings/")["Location"] == f"/ratings/{easiest_first()[0].slug}/"


@pytest.mark.parametrize("url", ["/ratings/no_such_game/", "/ratings/no_such_game/ratings.json"])
def test_a_game_that_is_not_there_is_not_found(url: str) -> None:
    assert browser().get(url).status_code == 404


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999", "\uff11"])
def test_pages_that_are_not_there_are_the_nearest(people: list[User], page: str) -> None:
    followed(played(people, [1, 2, 3]))
    assert "Alice" in shown(url=f"{URL}?page={page}")


def settle() -> None:
    """Make all ratings certain enough for a rank."""
    Rating.objects.update(sigma=SETTLED_SIGMA)


def test_a_provisional_rating_has_no_rank(people: list[User]) -> None:
    followed(played(people, [1, 2, 3]))
    lines = leaderboard.leaderboard_page(META, 1).lines
    assert [line.rank for line in lines] == [None, None, None]
    assert "No rank yet: play a few more rated matches." in shown(people[0])
    Rating.objects.exclude(user=people[0]).update(sigma=SETTLED_SIGMA)
    ranks = {line.rating.user_id: line.rank for line in leaderboard.leaderboard_page(META, 1).lines}
    assert list(ranks) == [people[1].pk, people[2].pk, people[0].pk]
    assert ranks == {people[0].pk: None, people[1].pk: 1, people[2].pk: 2}
    found = leaderboard.rank_of(GAME, people[2].pk)
    assert found is not None
    assert (found.rank, found.page) == (2, 1)


def test_the_limit_of_a_rank_is_that_of_the_shown_number() -> None:
    assert not Strength(sigma=SETTLED_SIGMA).is_provisional
    assert Strength(sigma=SETTLED_SIGMA + 0.001).is_provisional


def test_who_is_better_stands_higher_and_equals_share_a_rank(people: list[User]) -> None:
    followed(played([*people, "easy"], [1, 2, 2, 4]))
    assert "Rank</th>" not in "".join(shown(people[2]).split()), "nobody has one yet"
    settle()
    lines = leaderboard.leaderboard_page(META, 1).lines
    names = [(line.rank, line.rating.user and line.rating.user.name) for line in lines]
    assert names == [(1, "Alice"), (2, "Bob"), (2, "Charlie"), (None, None)]
    html = shown(people[2])
    assert html.index("Alice") < html.index("Bob") < html.index("Bot: Easy, version 1")
    assert html.index("Charlie") < html.index("Reference bots") < html.index("Bot: Easy")
    assert "Ranks follow what is almost certain" in html
    assert "Rank</th>" in "".join(html.split())
    assert "Not ranked yet" not in html
    bob = leaderboard.rank_of(GAME, people[1].pk)
    charlie = leaderboard.rank_of(GAME, people[2].pk)
    assert bob is not None
    assert charlie is not None
    assert (bob.rank, charlie.rank, charlie.page) == (2, 2, 1)
    assert "Your rank: 2." in html
    assert re.search(r'class="numbers__you">.*?Charlie', html, re.DOTALL)
    assert "numbers__you" not in shown()


def test_people_without_a_rank_come_last_by_rating(
    people: list[User],
) -> None:
    """A rank follows the lower bound, and a provisional rating the number that the page shows."""
    newcomer = person("Dora")
    followed(played([*people, newcomer, "easy"], [1, 2, 3, 4, 5]))
    alice, bob, charlie = people
    for user, mu, sigma in (
        (alice, 25.0, 3.0),
        (bob, 27.0, 5.0),
        (charlie, 30.0, SETTLED_SIGMA + 2),
        (newcomer, 31.0, SETTLED_SIGMA + 9),
    ):
        Rating.objects.filter(user=user).update(mu=mu, sigma=sigma)
    Rating.objects.filter(user=None).update(mu=40.0, sigma=1.0)
    lines = leaderboard.leaderboard_page(META, 1).lines
    assert [(line.rating.user_id, line.rank) for line in lines] == [
        (alice.pk, 1),
        (bob.pk, 2),
        (newcomer.pk, None),
        (charlie.pk, None),
        (None, None),
    ]
    html = shown(charlie).split("<table>")[1]
    in_order = ["Alice", "Bob", "Not ranked yet", "± 300 or less", "Dora", "Charlie", "Reference"]
    assert sorted(in_order, key=html.index) == in_order
    assert re.search(r'class="numbers__you">.*?Charlie', html, re.DOTALL)


def test_a_guest_is_rated_and_not_listed(people: list[User]) -> None:
    guest = create_guest("en")
    followed(played([guest, people[0]], [1, 2]))
    html = shown(guest)
    assert f">{guest.name}</a>" not in html.split("<table>")[1]
    assert "With an account you appear in this list." in html


def test_long_lists_have_pages_and_lead_to_your_own(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboard, "PAGE", 2)
    followed(played([*people, "easy", "hard"], [1, 2, 3, 4, 5]))
    html = shown(people[2])
    assert "Page 1 of 3" in html
    assert '<a href="?page=2">Go to your place</a>' in html
    second = shown(people[2], f"{URL}?page=2")
    assert "Charlie" in second.split("<table>")[1]
    assert "Go to your place" not in second


def test_the_list_as_json(people: list[User]) -> None:
    followed(played([*people, "easy"], [1, 2, 3, 4]))
    first = browser().get(f"{URL}ratings.json").json()["ratings"][0]
    assert (first["rank"], first["provisional"]) == (None, True)
    settle()
    found = browser().get(f"{URL}ratings.json").json()
    assert (found["game"], found["page"], found["pages"]) == (GAME, 1, 1)
    best, *_, last = found["ratings"]
    assert (best["rank"], best["name"], best["bot"], best["matches"]) == (1, "Alice", None, 1)
    strength = Strength(best["mu"], best["sigma"])
    assert (best["rating"], best["uncertainty"]) == (strength.shown, strength.margin)
    assert best["provisional"] is False
    assert (last["rank"], last["name"], last["bot"], last["version"]) == (None, None, "easy", 1)
