"""The pages of the daily deal: the own result, the table of the day, past days, and the picture."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from accounts.services import blocks
from accounts.services.anonymise_user import anonymise_user
from core import clock
from core.previews.preview import cover_of
from core.signals import guest_signed_in
from daily import days, standings, today
from daily.models import Attempt, Day
from daily.previews import result_preview
from daily.services.begin_attempt import begin_attempt
from daily.streaks import streak_of
from games.kernel.contract import Outcome, Standing
from matches.engine import stored_values
from matches.engine.stored_values import to_json
from matches.models import Departure, Match
from matches.services.rounds import abandonment
from tests.platform.accounts import cast
from tests.platform.daily.cast import day_with, finish, noon
from tests.platform.matches.cast import person
from tests.sure import sure

QUEENS = "sleeping_queens"
LEAST = "siebenschlaefer"
QUICK = "daumen_drauf"
"""The game with the shortest rounds."""


def ended(user: User, day: Day, place: int, points: int, after_ms: int = 1) -> Match:
    """Return the user's finished attempt with this result, without the play.

    It may belong to a guest, as before today's deal required an account.
    """
    if user.is_guest:
        Attempt.objects.create(day=day, user=user)
    with clock.stopped(noon(day.date)):
        match = begin_attempt(user, day)
    others = [other for other in range(1, day.seats + 1) if other != place]
    standing = Standing(
        totals=(points,) + (0,) * (day.seats - 1), places=(place, *others), decided=True
    )
    outcome = Outcome(scores=standing.totals, places=standing.places, reason="over", began=0)
    match.status = Match.Status.FINISHED
    match.standing = match.result = to_json(standing)
    match.finished_at = clock.as_datetime(noon(day.date) + after_ms)
    match.save()
    match.rounds.update(outcome=to_json(outcome))
    return match


def day_of(slug: str) -> Day:
    at = day_with(slug)
    with clock.stopped(noon(at)):
        return days.today()


def names(day: Day, viewer: User | None = None, friends: Any = ()) -> list[tuple[int, str]]:
    return [(line.rank, line.name) for line in standings.standings_of(day, viewer, friends)]


@pytest.mark.django_db
def test_places_come_first_then_points_then_fewer_moves() -> None:
    """Equal results share a rank."""
    day = day_of(QUEENS)
    for name, place, points in (
        ("Third", 3, 90),
        ("First", 1, 40),
        ("Equal", 1, 40),
        ("More", 1, 50),
    ):
        ended(person(name), day, place, points)
    assert names(day) == [(1, "More"), (2, "First"), (2, "Equal"), (4, "Third")]


@pytest.mark.django_db
def test_fewer_points_are_better_where_the_game_says_so() -> None:
    day = day_of(LEAST)
    ended(person("Many"), day, 2, 9)
    ended(person("Few"), day, 2, 3)
    assert names(day) == [(1, "Few"), (2, "Many")]
    assert [line.points for line in standings.standings_of(day, None)] == [3, 9]


@pytest.mark.django_db
def test_moves_of_a_round_that_was_played_count() -> None:
    day = day_of(QUICK)
    alice = person("Alice")
    with clock.stopped(noon(day.date)):
        match = begin_attempt(alice, day)
    with clock.stopped(noon(day.date) + 1):
        finish(match, settled=False)
        assert match.status == Match.Status.RUNNING
        # Before a worker has run, the page does not say that a bot plays on.
        body = cast.browser(alice).get("/daily/").content.decode()
        assert "Continue playing" not in body
        match.refresh_from_db()
    line = standings.result_of(day, alice)
    assert line is not None
    round_ = match.rounds.get()
    standing, outcome = (
        stored_values.standing_of(match.standing),
        stored_values.outcome_of(round_.outcome),
    )
    assert line.moves == round_.moves.filter(seat=0).count() > 0
    assert line.place == standing.places[0]
    assert line.points == outcome.scores[0]


@pytest.mark.django_db
def test_friends_stand_first_with_the_rank_they_have() -> None:
    day = day_of(QUEENS)
    people = [person(name) for name in ("Best", "Friend", "Me")]
    for place, user in enumerate(people, 1):
        ended(user, day, place, 10)
    _, friend, me = people
    assert names(day, me, {friend.pk}) == [(2, "Friend"), (3, "Me"), (1, "Best")]
    assert names(day, me) == [(1, "Best"), (2, "Friend"), (3, "Me")]


@pytest.mark.django_db
def test_who_is_blocked_and_who_blocks_is_left_out() -> None:
    day = day_of(QUEENS)
    me, rude, shy = (person(name) for name in ("Me", "Rude", "Shy"))
    for user in (me, rude, shy):
        ended(user, day, 1, 10)
    blocks.block_user(me, rude.pk)
    blocks.block_user(shy, me.pk)
    assert names(day, me) == [(1, "Me")]
    assert len(names(day)) == 3


@pytest.mark.django_db
def test_a_late_left_or_void_try_does_not_count() -> None:
    day = day_of(QUEENS)
    ended(person("Late"), day, 1, 10, after_ms=12 * 3_600_000)
    lea = person("Left")
    left = ended(lea, day, 1, 10)
    Departure.objects.create(match=left, seat=0, user=lea, why="left", at=clock.now())
    void = ended(person("Void"), day, 1, 10)
    Match.objects.filter(pk=void.pk).update(result=None)
    ended(person("Just in time"), day, 1, 10, after_ms=12 * 3_600_000 - 1)
    assert names(day) == [(1, "Just in time")]


@pytest.mark.django_db
def test_a_guest_brings_the_try_along() -> None:
    """An attempt of the account itself stays."""
    days_ = [day_of(QUEENS), day_of(LEAST)]
    guest, user = cast.gus(), person("Alice")
    for day in days_:
        ended(guest, day, 2, 10)
    ended(user, days_[0], 1, 20)
    guest_signed_in.send(sender=User, guest_id=guest.pk, user_id=user.pk)
    assert not Attempt.objects.filter(user=guest).exists()
    assert [names(day) for day in days_] == [[(1, "Alice")]] * 2
    line = standings.result_of(days_[0], user)
    assert line is not None
    assert line.points == 20


@pytest.mark.django_db
def test_who_is_forgotten_is_in_no_table() -> None:
    day = day_of(QUEENS)
    guest = cast.gus()
    ended(guest, day, 1, 10)
    anonymise_user(guest)
    assert not Attempt.objects.exists()


@pytest.mark.django_db
def test_the_table_is_shown_when_one_has_finished_and_not_before() -> None:
    day = day_of(QUEENS)
    bob, alice = person("Bob"), person("Alice")
    ended(bob, day, 1, 10)
    page = cast.browser(alice)
    with clock.stopped(noon(day.date) + 2):
        for visitor in (Client(), page):
            body = visitor.get("/daily/").content.decode()
            assert "Bob" not in body
            assert "once you have finished" in body
            assert "Next deal in 11\xa0hours (midnight UTC)." in body
        begin_attempt(alice, day)
        body = page.get("/daily/").content.decode()
        assert "Bob" not in body
        assert "Continue playing" in body
    ended(alice, day, 2, 7)
    with clock.stopped(noon(day.date) + 3):
        body = page.get("/daily/").content.decode()
        assert "Bob" in body
        assert "Place 2 of 4" in body
        assert "Nightcap daily deal" in body
        assert "/daily/" + day.date.isoformat() in body
    with clock.stopped(noon(day.date + timedelta(days=1))):
        body = Client().get(f"/daily/{day.date}/").content.decode()
        assert "Bob" in body
        assert "practice" in body


@pytest.mark.django_db
def test_who_has_left_for_good_has_had_the_try() -> None:
    day = day_of(QUEENS)
    alice = person("Alice")
    with clock.stopped(noon(day.date)):
        abandonment.abandon_match(begin_attempt(alice, day).pk)
        body = cast.browser(alice).get("/daily/").content.decode()
        assert "You left today" in body
        assert "Play today" not in body


@pytest.mark.django_db
def test_other_pages_show_the_deal_of_today_in_small() -> None:
    """They also have a link to continue."""
    day, alice = day_of(QUEENS), person("Alice")
    request = RequestFactory().get("/")
    request.user = alice
    small = Template("{% load daily %}{% daily_today %}")
    with clock.stopped(noon(day.date)):
        assert "Play today" in small.render(Context({"request": request}))
        match = begin_attempt(alice, day)
        assert f"/matches/{match.pk}/" in small.render(Context({"request": request}))
        request.user = AnonymousUser()
        shown = small.render(Context({"request": request, "csrf_token": "abc"}))
        assert "Sleeping Queens" in shown
        assert "/sign-in/?next=/daily/" in shown
        assert "<form" not in shown


@pytest.mark.django_db
def test_a_person_goes_on_with_the_match_begun_from_the_page() -> None:
    with clock.stopped(noon(day_with(QUEENS))):
        alice = Client()
        alice.force_login(person("Alice"))
        first = alice.post("/daily/play")
        assert first.status_code == 302
        assert alice.post("/daily/play")["Location"] == first["Location"]
        day = day_with(QUEENS)
        shown = alice.get(first["Location"]).content.decode()
        assert f"Daily deal of {day.day} Jan {day.year}" in shown


@pytest.mark.django_db
def test_guests_get_past_deals_and_not_that_of_today() -> None:
    """Today's deal requires an account, so that guests of one browser cannot preview it for an
    account.
    """
    past = day_of(QUEENS).date
    with clock.stopped(noon(past)):
        days.today()
    with clock.stopped(noon(past + timedelta(days=1))):
        guest = Client()
        for visitor in (Client(), guest):
            assert visitor.post("/daily/play").status_code == 403
            assert visitor.post(f"/daily/{past}/practise").status_code == 302
            shown = visitor.get("/daily/").content.decode()
            assert 'action="/daily/play"' not in shown
            assert "One try per person" in shown
        assert guest.post("/daily/play").status_code == 403, "it is a guest by now"
        assert Attempt.objects.count() == 0


@pytest.mark.django_db
def test_a_try_that_a_guest_has_begun_goes_on() -> None:
    """Attempts from before the refusal count in the table of their day."""
    guest = cast.gus()
    with clock.stopped(noon(day_with(QUEENS))):
        match = begin_attempt(person("Alice"), days.today())
        Attempt.objects.filter(match=match).update(user=guest)
        assert begin_attempt(guest, days.today()) == match


@pytest.mark.django_db
def test_a_second_account_in_the_same_browser_is_no_second_try() -> None:
    alice, bob = person("Alice"), person("Bob")
    at = noon(day_with(QUEENS))
    with clock.stopped(at):
        browser = Client()
        browser.force_login(alice)
        assert browser.post("/daily/play").status_code == 302
        browser.force_login(bob)
        again = browser.post("/daily/play", headers={"accept": "application/json"})
        assert (again.status_code, again.json()["code"]) == (409, "daily_begun_here")
        assert not Attempt.objects.filter(user=bob).exists()
        browser.force_login(alice)
        assert browser.post("/daily/play").status_code == 302
        browser.cookies["daily"] = "2030-01-01/nonsense:forged"
        assert browser.post("/daily/play").status_code == 302, "no cookie of ours"
        elsewhere = Client()
        elsewhere.force_login(bob)
        assert elsewhere.post("/daily/play").status_code == 302
    with clock.stopped(at + 86_400_000):
        browser.force_login(bob)
        assert browser.post("/daily/play").status_code == 302, "a new day"


@pytest.mark.django_db
def test_past_days_are_played_as_practice() -> None:
    """The calendar links to them."""
    day = day_of(QUEENS)
    with clock.stopped(noon(day.date + timedelta(days=40))):
        page = Client()
        body = page.get("/daily/").content.decode()
        month = f"{day.date:%Y-%m}"
        assert f"?month={month}" in body
        assert f"/daily/{day.date}/" in page.get(f"/daily/?month={month}").content.decode()
        begun = page.post(f"/daily/{day.date}/practise")
        assert begun.status_code == 302
        assert page.get(begun["Location"]).status_code == 200
        assert not Attempt.objects.exists()
        for wrong in ("9999-12", "0000-00", "x", "2026-1"):
            assert page.get("/daily/", {"month": wrong}).status_code == 200


@pytest.mark.django_db
def test_the_calendar_offers_past_deals_only_if_there_are_any() -> None:
    day = day_of(QUEENS)
    Day.objects.exclude(pk=day.pk).delete()
    with clock.stopped(noon(day.date)):
        body = Client().get("/daily/").content.decode()
        assert "There is no past deal yet." in body
        assert "You can play every past deal" not in body
    with clock.stopped(noon(day.date + timedelta(days=1))):
        assert "You can play every past deal" in Client().get("/daily/").content.decode()


@pytest.mark.django_db
def test_a_loss_is_written_with_a_minus_sign() -> None:
    day, alice = day_of(QUICK), person("Alice")
    ended(alice, day, 2, -7)
    with clock.stopped(noon(day.date) + 2):
        body = cast.browser(alice).get("/daily/").content.decode()
    assert len(re.findall("(?<!-)\N{MINUS SIGN}7", body)) == 3, (
        "the result, its line to share, the ranking"
    )
    assert "-7" not in re.sub(r"[\w-]+=\S+|[\d-]{10}", "", body)


@pytest.mark.django_db
def test_days_that_never_were_or_are_to_come_are_not_there() -> None:
    day = day_of(QUEENS)
    page = Client()
    with clock.stopped(noon(day.date)):
        assert page.get(f"/daily/{day.date}/")["Location"] == "/daily/"
        for other in (day.date + timedelta(days=1), day.date - timedelta(days=1), date.max):
            assert page.get(f"/daily/{other}/").status_code == 404
            assert page.post(f"/daily/{other}/practise").status_code == 404
        assert page.post(f"/daily/{day.date}/practise").status_code == 404
        assert page.get("/daily/2026-13-41/").status_code == 404
        assert Day.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("en", "Place 2 of 4"), ("de", "Platz 2 von 4")])
def test_the_picture_tells_the_result_and_no_card(language: str, words: str) -> None:
    day = day_of(QUEENS)
    alice = User.objects.create_user("Alice", cast.PASSWORD, language=language)
    match = ended(alice, day, 2, 37)
    page = cast.browser(alice)
    address = reverse("daily:picture", args=[day.date])
    # A page's language stays active in its thread, which other tests use, too.
    with clock.stopped(noon(day.date) + 2), translation.override(None):
        assert Client().get(address).status_code == 409
        answer = page.get(address)
        assert answer["Content-Type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")
    with clock.stopped(noon(day.date) + 2), translation.override(language):
        seen = today.deal_for(day, alice, is_past=False)
        shown = result_preview(seen, sure(seen.line), "nightcap.example")
    assert shown.title == words
    assert any("37" in line for line in shown.lines)
    assert shown.cards == cover_of(QUEENS), "the picture shows a card of the deal"
    assert match.rounds.get().commitment not in str(shown)


def several_days(user: User, *ago: int) -> Day:
    """Finish the deals of these days before the last one; return the last day."""
    last = date(2030, 3, 20)
    for days_before in sorted(ago, reverse=True):
        at = last - timedelta(days=days_before)
        with clock.stopped(noon(at)):
            ended(user, days.today(), 1, 40)
    with clock.stopped(noon(last)):
        return days.today()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ago", "streak"),
    [
        ((), (0, 0, False)),
        ((0,), (1, 1, False)),
        ((1, 2, 3), (3, 3, True)),
        ((0, 1, 3, 4, 5), (2, 3, False)),
        ((2, 3), (0, 2, False)),
    ],
)
def test_a_streak_is_the_days_in_a_row(ago: tuple[int, ...], streak: Any) -> None:
    """It is alive until the first day without a result is over."""
    alice = User.objects.create_user("Alice", cast.PASSWORD)
    day = several_days(alice, *ago)
    found = streak_of(alice, day.date)
    assert (found.days, found.longest, found.is_at_risk) == streak


@pytest.mark.django_db
def test_a_result_after_the_day_is_no_day_of_a_streak() -> None:
    day = day_of(QUEENS)
    alice = User.objects.create_user("Alice", cast.PASSWORD)
    ended(alice, day, 1, 40, after_ms=86_400_000)
    assert streak_of(alice, day.date).days == 0


@pytest.mark.django_db
def test_the_page_tells_how_many_played_and_the_days_in_a_row() -> None:
    alice = User.objects.create_user("Alice", cast.PASSWORD)
    day = several_days(alice, 0, 1)
    with clock.stopped(noon(day.date) + 2):
        page = " ".join(cast.browser(alice).get("/daily/").content.decode().split())
        anyone = " ".join(Client().get("/daily/").content.decode().split())
    assert "1 person has played it today" in page
    assert "2 days in a row" in page
    assert "1 person has played it today" in anyone
    assert "in a row" not in anyone


@pytest.mark.django_db
def test_a_deal_without_players_invites_the_first() -> None:
    page = Client().get("/daily/").content.decode()
    assert "Be the first to play it today" in page
    assert "people have played" not in page


@pytest.mark.django_db
def test_yesterdays_best_round_is_read_only_if_published() -> None:
    alice, bob = (User.objects.create_user(name, cast.PASSWORD) for name in ("Alice", "Bob"))
    several_days(alice, 1)
    today = several_days(bob, 0)
    match = Match.objects.get(seats__user=alice)
    before = today.date - timedelta(days=1)
    with clock.stopped(noon(today.date) + 2):
        page = cast.browser(bob).get("/daily/").content.decode()
        assert "s best round" in page
        assert str(match.pk) not in page
        publish = reverse("daily:publish", args=[before])
        assert cast.browser(bob).post(publish, {"public": "on"}).status_code == 409
        assert Client().post(publish, {"public": "on"}).status_code == 403
        today_too = reverse("daily:publish", args=[today.date])
        assert cast.browser(bob).post(today_too, {"public": "on"}).status_code == 404
        assert cast.browser(alice).post(publish, {"public": "on"}).status_code == 302
        assert str(match.pk) in cast.browser(bob).get("/daily/").content.decode()
        # Nobody learns of it before their own try.
        assert "s best round" not in cast.browser(alice).get("/daily/").content.decode()
        cast.browser(alice).post(publish)
        assert str(match.pk) not in cast.browser(bob).get("/daily/").content.decode()
