"""Play now: bots at a suitable or chosen level, at a table of any size."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import User
from games.kernel import registry
from games.kernel.contract import FirstTable
from games.kernel.options import complete
from lobby.services.play_now import games_finished, level_after, play_now, suitable_level
from matches.models import Match
from tests.platform.accounts.cast import alice, browser
from tests.sure import sure

pytestmark = pytest.mark.django_db
GAME = "daumen_drauf"
META = registry.games()[GAME].meta
LEVELS = [level.slug for level in META.levels]
NOW = f"/play/{GAME}/"


def finished(user: User, level: str, place: int) -> None:
    """Store a finished match against bots of this level, with the user at this place."""
    match = play_now(user, GAME, level=level).match
    others = [other for other in (1, 2, 3) if other != place]
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED,
        standing={"totals": [0, 0, 0], "places": [place, *others]},
        finished_at=match.created_at,
    )


@pytest.mark.parametrize(
    ("results", "level"),
    [
        ([], "easy"),
        ([("easy", True)], "easy"),
        ([("easy", True), ("easy", False), ("easy", True)], "easy"),
        ([("easy", True), ("easy", True)], "normal"),
        ([("easy", True), ("easy", True), ("normal", True), ("normal", True)], "hard"),
        ([("hard", True)] * 5, "hard"),
        ([("normal", False)] * 3, "easy"),
        ([("normal", False)] * 2, "normal"),
        ([("easy", False)] * 9, "easy"),
        ([("away", True)] * 3, "easy"),
    ],
)
def test_two_wins_in_a_row_lead_up_and_three_losses_down(
    results: list[tuple[str, bool]], level: str
) -> None:
    assert level_after(LEVELS, results) == level


def sits_down(page: Client) -> str:
    """Return the page with the cards, which the first page opens by getting ready automatically."""
    arrival = page.post(NOW)["Location"]
    page.get(arrival)
    return page.get(arrival.partition("?")[0]).content.decode()


def test_a_winner_gets_stronger_bots_and_is_told_once() -> None:
    user = alice()
    page = browser(user)
    for _ in range(2):
        finished(user, "easy", 1)
    assert suitable_level(user, META) == "normal"
    shown = sits_down(page)
    assert "You have won twice in a row, so these bots are stronger." in shown
    assert set(
        Match.objects.latest("created_at").seats.exclude(user=user).values_list("bot", flat=True)
    ) == {"normal"}
    for _ in range(3):
        finished(user, "normal", 3)
    shown = sits_down(page)
    assert "these bots are a little easier" in shown
    finished(user, "easy", 2)
    shown = sits_down(page)
    assert "these bots" not in shown.lower()


@pytest.mark.parametrize("slug", registry.games())
def test_a_first_match_is_at_the_games_table_for_it(slug: str) -> None:
    """It ends with the first finished match of this game, also with people."""
    user, meta = alice(), registry.get(slug).meta
    usual = complete(meta, {})
    first = meta.first or FirstTable(minutes=(1, 1))
    match = play_now(user, slug).match
    assert match.rules.options == usual | first.options
    assert match.seats.get(number=1).bot == (first.level or meta.levels[0].slug)
    for is_over in (False, True):
        if is_over:
            Match.objects.filter(pk=match.pk).update(
                status=Match.Status.FINISHED, finished_at=match.created_at
            )
        known = slug in games_finished(user)
        assert known == is_over
        assert play_now(user, slug).match.rules.options == (
            usual if known else usual | first.options
        )


def test_a_chosen_level_is_kept_at_a_first_table() -> None:
    match = play_now(alice(), "siebenschlaefer", level="easy").match
    assert match.seats.get(number=1).bot == "easy"
    assert match.rules.options["closing_time"] == 60


def test_the_landing_page_names_the_minutes_of_the_next_table() -> None:
    user, meta = alice(), registry.get("schlafmuetzen").meta
    page = browser(user)
    first, usual = (
        f"A round with 3: {least} to {most} minutes"
        for least, most in (sure(meta.first).minutes, meta.minutes[3])
    )
    assert first in page.get("/").content.decode()
    match = play_now(user, "schlafmuetzen").match
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=match.created_at
    )
    shown = page.get("/").content.decode()
    assert usual in shown
    assert first not in shown


def test_matches_with_people_say_nothing_of_bots() -> None:
    user = alice()
    for _ in range(2):
        finished(user, "easy", 1)
    for match in Match.objects.all():
        match.seats.filter(number=1).update(bot="", user=None)
    assert suitable_level(user, META) == "easy"


def test_level_and_number_of_players_can_be_chosen() -> None:
    page = browser(alice())
    page.post(NOW, {"level": "hard", "seats": "5"})
    match = Match.objects.get()
    assert [seat.bot for seat in match.seats.all()] == ["", *["hard"] * 4]


@pytest.mark.parametrize(
    "wanted", [{"level": "godlike"}, {"seats": "99"}, {"seats": "1"}, {"seats": "0"}]
)
def test_what_the_game_does_not_have_makes_nobody_a_guest(
    wanted: dict[str, str],
) -> None:
    """It is refused."""
    answer = browser().post(NOW, wanted)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Match.objects.exists()
    assert not User.objects.exists()
