"""The daily deal is the same for all players, once each, and secret until the day is over."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from accounts.services import export_data
from bots import take_turn
from core import clock
from core.refusals import Refused
from daily import days
from daily.models import Attempt, Day
from daily.services.begin_attempt import begin_attempt, begin_practice
from games.kernel.chance import commitment
from matches.models import Match, Move
from matches.services.absence import arbitrate
from matches.store.load_match import load_table
from tests.platform.accounts import cast
from tests.platform.daily.cast import day_with, finish, noon
from tests.platform.matches.cast import person

SLUGS = [meta.slug for meta in days.games()]


def first_sight(match: Match) -> Any:
    table = load_table(match.pk)
    assert table.live is not None
    return table.live.observe(0), [event for event in table.events() if event.visible_to(0)]


def test_games_in_which_the_quicker_has_more_take_no_turn() -> None:
    assert len(SLUGS) == 3
    assert not {"wortspiel", "schlafmuetzen"} & set(SLUGS)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_everybody_is_dealt_the_same(slug: str) -> None:
    with clock.stopped(noon(day_with(slug))):
        day = days.today()
        assert days.meta_of(day).slug == slug
        one, other = (begin_attempt(person(name), day) for name in ("Alice", "Bob"))
        assert one.pk != other.pk
        assert first_sight(one) == first_sight(other)
        assert not one.public
        assert not one.rated
        assert all(bytes(match.rounds.get().seed) == bytes(day.seed) for match in (one, other))


@pytest.mark.django_db
def test_bots_answer_the_same_to_the_same() -> None:
    with clock.stopped(noon(day_with(SLUGS[0]))):
        matches = [begin_attempt(person(name), days.today()) for name in ("Alice", "Bob")]
        tables = [load_table(match.pk) for match in matches]
        for seat in (1, 2, 3):
            one, other = (take_turn._ask(table, seat, looks=0) for table in tables)
            assert one == other


@pytest.mark.django_db
def test_two_who_play_alike_fare_alike() -> None:
    with clock.stopped(noon(day_with(SLUGS[0]))):
        one, other = (begin_attempt(person(name), days.today()) for name in ("Alice", "Bob"))
    with clock.stopped(noon(day_with(SLUGS[0])) + 1):
        finish(one)
        finish(other)
    assert one.standing == other.standing
    logs = [
        list(Move.objects.filter(round__match=match).values_list("number", "seat", "action"))
        for match in (one, other)
    ]
    assert logs[0] == logs[1]
    assert len(logs[0]) > 10


@pytest.mark.django_db
def test_a_changed_key_changes_no_day_that_has_begun(settings: Any) -> None:
    """Days differ."""
    at = day_with(SLUGS[0])
    with clock.stopped(noon(at)):
        first = days.today()
    settings.SECRET_KEY = "another one"
    with clock.stopped(noon(at)):
        assert bytes(days.today().seed) == bytes(first.seed)
    Day.objects.all().delete()
    with clock.stopped(noon(at)):
        assert bytes(days.today().seed) != bytes(first.seed), "the seed does not depend on the key"
    with clock.stopped(noon(at + timedelta(days=len(SLUGS)))):
        assert days.today().rules == first.rules
        assert bytes(days.today().seed) != bytes(first.seed)


@pytest.mark.django_db
def test_one_try_however_often_it_is_begun() -> None:
    alice = person("Alice")
    match = begin_attempt(alice, days.today())
    assert begin_attempt(alice, days.today()) == match
    assert Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_try_of_many_at_once() -> None:
    alice, day = person("Alice"), days.today()
    begun: list[Any] = []
    together = threading.Barrier(4)

    def begin() -> None:
        together.wait()
        try:
            begun.append(begin_attempt(alice, day).pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(begun) == 4
    assert len(set(begun)) == 1
    assert Attempt.objects.count() == Match.objects.count() == 1


@pytest.mark.django_db
def test_no_past_deal_is_practised_before_its_day_is_over() -> None:
    at, alice = day_with(SLUGS[0]), person("Alice")
    with clock.stopped(noon(at)):
        day = days.today()
        with pytest.raises(Refused) as refused:
            begin_practice(alice, day)
        assert refused.value.refusal.code == "no_daily_deal"
    with clock.stopped(noon(at + timedelta(days=1))):
        match = begin_practice(alice, day)
        assert match.sealed_until is None
        assert bytes(match.rounds.get().seed) == bytes(day.seed)
        assert not Attempt.objects.exists()


def ways_of(match: Match) -> dict[str, str]:
    """Return every address that shows a finished round."""
    at = {"match_id": match.pk, "number": 1}
    return {
        "step": reverse("matches:step", kwargs=at | {"step": 0}),
        "step, all open": reverse("matches:step", kwargs=at | {"step": 0}) + "?view=all",
        "moves": reverse("matches:moves_json", kwargs=at),
        "proof": reverse("matches:verify_shuffle", kwargs=at),
        "table": reverse("matches:table", args=[match.pk]),
        "today": reverse("daily:today"),
        "matches": reverse("pages:matches"),
        "words": reverse("court:match_words", args=[match.pk]),
    }


@pytest.mark.django_db
def test_until_the_day_is_over_you_know_your_own_view_alone() -> None:
    """This also holds for a player who has finished."""
    at, alice = day_with(SLUGS[0]), person("Alice")
    with clock.stopped(noon(at)):
        day = days.today()
        match = begin_attempt(alice, day)
    with clock.stopped(noon(at) + 1):
        finish(match)
    assert match.status == Match.Status.FINISHED
    seed = bytes(day.seed).hex()
    live = load_table(match.pk).live
    assert live is not None
    key = live.chance._key.hex()
    page = cast.browser(alice)
    with clock.stopped(noon(at) + 2):
        for name, way in ways_of(match).items():
            for accept in ("text/html", "application/json"):
                answer = page.get(way, headers={"Accept": accept})
                body = answer.content.decode()
                assert seed not in body, name
                assert key not in body, name
                if name.startswith(("step", "moves")):
                    assert answer.status_code == 403, name
        table = page.get(ways_of(match)["table"]).content.decode()
        assert "Replay" not in table
        assert "Check the shuffle" not in table
        proof = page.get(ways_of(match)["proof"], headers={"Accept": "application/json"}).json()
        assert proof["commitment"] == commitment(bytes(day.seed))
        assert proof["seed"] == proof["key"] == ""
        assert proof["log"] == []
    with clock.stopped(noon(at + timedelta(days=1))):
        assert page.get(ways_of(match)["step"]).status_code == 200
        assert page.get(ways_of(match)["moves"]).json()["seed"] == seed
        assert (
            page.get(ways_of(match)["proof"], headers={"Accept": "application/json"}).json()["seed"]
            == seed
        )


@pytest.mark.django_db
def test_no_invitation_lets_others_look_on_before_the_day_ends() -> None:
    at, alice, bob = day_with(SLUGS[0]), person("Alice"), person("Bob")
    with clock.stopped(noon(at)):
        match = begin_attempt(alice, days.today())
        page = cast.browser(bob)
        page.post(reverse("lobby:watch_by_invitation", args=[match.invite]))
        page.post(reverse("lobby:sit_by_invitation", args=[match.invite]))
        assert page.get(reverse("lobby:invitation", args=[match.invite])).status_code == 404
        for stranger in (page, Client()):
            assert stranger.get(reverse("matches:table", args=[match.pk])).status_code == 404
            assert all(
                stranger.get(way).status_code == 404
                for name, way in ways_of(match).items()
                if name not in ("today", "matches")
            )
        assert not load_table(match.pk).may_watch(bob.pk, invited=True)


@pytest.mark.django_db
def test_no_arbiter_sees_hands_of_a_deal_they_may_still_play() -> None:
    at = day_with(SLUGS[0])
    with clock.stopped(noon(at)):
        match = begin_attempt(person("Alice"), days.today())
        with pytest.raises(Refused) as refused:
            arbitrate.take_over(match.pk, _superuser(), "to see how it goes")
        assert refused.value.refusal.code == "round_sealed"
        assert not match.arbiters.exists()


@pytest.mark.django_db
def test_the_admin_keeps_the_seal() -> None:
    at, alice = day_with(SLUGS[0]), person("Alice")
    root = cast.browser(_superuser())
    with clock.stopped(noon(at)):
        day = days.today()
        match = begin_attempt(alice, day)
    with clock.stopped(noon(at) + 1):
        finish(match)
    round_ = match.rounds.get()
    address = reverse("admin:matches_round_change", args=[round_.pk])
    moves = reverse("admin:matches_move_changelist") + f"?round__id__exact={round_.pk}"
    last = round_.moves.latest("number")
    opened = reverse("admin:matches_move_change", args=[last.pk])
    answered = escape(json.dumps(last.action))
    seed = bytes(day.seed).hex()
    with clock.stopped(noon(at) + 2):
        assert seed not in root.get(address).content.decode()
        sealed = root.get(moves).content.decode()
        assert answered not in sealed
        assert opened not in sealed
        assert root.get(opened).status_code == HTTPStatus.FOUND, "this move does not exist"
    with clock.stopped(noon(at + timedelta(days=1))):
        assert seed in root.get(address).content.decode()
        assert answered in root.get(moves).content.decode()
        assert opened in root.get(moves).content.decode()


def _superuser() -> User:
    return User.objects.create_superuser("Root", cast.PASSWORD)


@pytest.mark.django_db
def test_the_file_of_own_data_has_the_day_and_nothing_secret() -> None:
    at, alice = day_with(SLUGS[0]), person("Alice")
    with clock.stopped(noon(at)):
        day = days.today()
        begin_attempt(alice, day)
        kept = export_data.request_export(alice)
        export_data.make_export(kept.pk)
    kept.refresh_from_db()
    text = export_data.read_export(kept).decode()
    assert at.isoformat() in text
    assert bytes(day.seed).hex() not in text
