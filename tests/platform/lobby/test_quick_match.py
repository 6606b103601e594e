"""Quick match: waiting players meet, and the last seat goes to one person."""

from __future__ import annotations

import threading
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from core.refusals import Refused
from lobby.services import quick_match as service
from lobby.services.fill_up import fill_up
from lobby.services.quick_match import quick_match
from matches.engine import catalogue
from matches.models import Match
from matches.present import presence
from matches.present.presence import Presence
from matches.services.rounds import start
from matches.services.rules_versions import publish_version
from matches.services.seating import dismissal, seats, tables
from tests.platform.accounts import cast
from tests.platform.matches.cast import GAME, opened, person

NOBODY = Presence(seats=frozenset(), watching=0)


@pytest.mark.django_db
def test_the_second_sits_down_with_the_first() -> None:
    """The fourth opens a table."""
    people = [person(f"Friend {n}") for n in range(4)]
    matches = [quick_match(user, GAME) for user in people]
    assert matches[0] == matches[1] == matches[2]
    assert matches[3] != matches[0]
    assert matches[0].quick
    assert matches[0].public
    assert matches[0].seats.filter(user__in=people[:3]).count() == 3


@pytest.mark.django_db
def test_pressing_twice_leads_to_the_same_table() -> None:
    """It does so when the table is full, too."""
    alice, bob, carla = person("Alice"), person("Bob"), person("Carla")
    first = quick_match(alice, GAME)
    assert quick_match(alice, GAME) == first
    quick_match(bob, GAME)
    quick_match(carla, GAME)
    assert quick_match(alice, GAME) == first
    assert Match.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "tempo"),
    [(meta.slug, tempo.slug) for meta in catalogue.metas() for tempo in meta.tempos],
)
def test_two_find_each_other_in_every_game_at_every_tempo(game: str, tempo: str) -> None:
    alice, bob = person("Alice"), person("Bob")
    first = quick_match(alice, game, tempo)
    assert quick_match(alice, game, tempo) == first, "a second press has no effect"
    assert quick_match(bob, game, tempo) == first
    assert Match.objects.get().tempo == tempo


@pytest.mark.django_db
def test_newer_rules_bring_a_waiting_player_to_another_table() -> None:
    """No other player would join the old table."""
    alice = person("Alice")
    publish_version(GAME, revision=1)
    old = quick_match(alice, GAME)
    publish_version(GAME)
    new = quick_match(alice, GAME)
    assert new.rules.revision > old.rules.revision == 1
    assert quick_match(person("Bob"), GAME) == new == quick_match(alice, GAME)
    old.refresh_from_db()
    assert old.status == Match.Status.ABORTED


@pytest.mark.django_db
def test_only_alike_goes_together() -> None:
    alice, bob = person("Alice"), person("Bob")
    live = quick_match(alice, GAME, "live")
    slow = quick_match(bob, GAME, "correspondence")
    assert live != slow
    opened(person("Carla"), person("Dora"), bots=1, public=True)
    other_rules = tables.open_match(
        person("Emil"), GAME, seats=3, public=True, options={"memory_aid": "on"}
    )
    Match.objects.filter(pk=other_rules.pk).update(quick=True)
    assert quick_match(person("Fritz"), GAME, "live") == live
    assert quick_match(alice, GAME, "correspondence") == slow


@pytest.mark.django_db
def test_who_has_waited_longest_is_helped_first() -> None:
    alice, bob = person("Alice"), person("Bob")
    first = quick_match(alice, GAME, "correspondence")
    second = tables.open_match(bob, GAME, seats=3, public=True, tempo="correspondence")
    ago = timezone.now() - timedelta(hours=1)
    Match.objects.filter(pk=second.pk).update(quick=True, created_at=ago)
    assert quick_match(person("Carla"), GAME, "correspondence") == second
    assert first != second


@pytest.mark.django_db
def test_nobody_is_sent_to_a_live_table_where_nobody_is_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice, bob = person("Alice"), person("Bob")
    left = quick_match(alice, GAME)
    Match.objects.filter(pk=left.pk).update(created_at=timezone.now() - 2 * service.COMING)
    monkeypatch.setattr(presence, "list_present", lambda match_id: Presence(frozenset({0}), 0))
    assert quick_match(bob, GAME) == left
    seats.leave_seat(left.pk, bob)
    monkeypatch.setattr(presence, "list_present", lambda match_id: NOBODY)
    new = quick_match(bob, GAME)
    assert new != left
    assert quick_match(alice, GAME) == new  # her own table, where no other player waits, is closed
    left.refresh_from_db()
    assert left.status == Match.Status.ABORTED


@pytest.mark.django_db
def test_a_dismissed_user_gets_another_table() -> None:
    alice, bob = person("Alice"), person("Bob")
    first = quick_match(alice, GAME)
    quick_match(bob, GAME)
    dismissal.kick_player(first.pk, alice, first.seats.get(user=bob).number)
    assert quick_match(bob, GAME) != first


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("there", [0, 2])
def test_of_many_who_press_at_once_no_two_get_one_seat(there: int) -> None:
    """No player waits while another does."""
    for n in range(there):
        quick_match(person(f"Early {n}"), GAME)
    people = [person(f"Friend {n}") for n in range(6)]
    barrier, got = threading.Barrier(len(people)), {}

    def press(user: User) -> None:
        try:
            barrier.wait(10)
            got[user.pk] = quick_match(user, GAME).pk
        finally:
            connection.close()

    threads = [threading.Thread(target=press, args=(user,)) for user in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(got) == len(people)
    for user in people:
        assert user.seats.get().match_id == got[user.pk]
    # The fewest possible tables: all full except the last.
    full = [
        m.seats.filter(user__isnull=False).count() for m in Match.objects.order_by("created_at")
    ]
    assert sorted(full, reverse=True) == ([3, 3] if there == 0 else [3, 3, 2])


@pytest.mark.django_db(transaction=True)
def test_the_same_person_pressing_twice_at_once_has_one_table() -> None:
    alice = person("Alice")
    barrier, got = threading.Barrier(2), []

    def press() -> None:
        try:
            barrier.wait(10)
            got.append(quick_match(alice, GAME).pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=press) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(set(got)) == 1
    assert Match.objects.count() == 1


@pytest.mark.django_db
def test_the_page_is_a_table_that_gets_ready_by_itself() -> None:
    alice = cast.browser(person("Alice"))
    answer = alice.post("/tables/quick", {"game": GAME, f"tempo-{GAME}": "correspondence"})
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{match.pk}/?deal"
    page = alice.get(answer.headers["Location"]).content.decode()
    assert "data-at-once" in page
    assert "Fill with bots and start" in page
    assert match.tempo == "correspondence"
    guest = cast.browser().post("/tables/quick", {"game": GAME})
    assert guest.status_code == HTTPStatus.FOUND
    assert User.objects.filter(is_guest=True).count() == 1


@pytest.mark.django_db
def test_what_nobody_plays_makes_no_guest() -> None:
    before = User.objects.count()
    assert (
        cast.browser().post("/tables/quick", {"game": "chess"}).status_code == HTTPStatus.NOT_FOUND
    )
    answer = cast.browser().post("/tables/quick", {"game": GAME, f"tempo-{GAME}": "blitz"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "There is no tempo called blitz." in answer.content.decode()
    assert cast.browser().get("/tables/quick").status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert User.objects.count() == before


@pytest.mark.django_db
def test_all_seats_taken_and_everybody_ready_it_begins() -> None:
    people = [person(f"Friend {n}") for n in range(3)]
    for user in people:
        match = quick_match(user, GAME)
        start.get_ready(match.pk, user, "a1b2")
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.rounds.get().nonces == ["a1b2"] * 3


@pytest.mark.django_db
def test_the_host_need_not_wait() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = quick_match(alice, GAME)
    quick_match(bob, GAME)
    start.get_ready(match.pk, bob)
    answer = cast.browser(alice).post(f"/tables/{match.pk}/fill", {"nonce": "c0ffee"})
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.seats.get(number=2).bot == "easy"
    assert match.rounds.get().nonces == ["c0ffee", "", ""]


@pytest.mark.django_db
def test_the_others_can_fill_up_the_table_after_a_minute() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = quick_match(alice, GAME)
    quick_match(bob, GAME)
    start.get_ready(match.pk, alice)
    browser = cast.browser(bob)
    answer = browser.post(f"/tables/{match.pk}/fill")
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "After a minute you can fill the table with bots." in answer.content.decode()
    assert match.seats.filter(bot="easy").count() == 0
    Match.objects.filter(pk=match.pk).update(created_at=timezone.now() - timedelta(minutes=2))
    browser.post(f"/tables/{match.pk}/fill")
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


@pytest.mark.django_db
def test_only_who_sits_at_a_quick_match_fills_it_up() -> None:
    alice, charlie = person("Alice"), person("Charlie")
    match, plain = quick_match(alice, GAME), opened(charlie, bots=1, public=True)
    for user, table in ((charlie, match), (charlie, plain)):
        with pytest.raises(Refused) as refused:
            fill_up(table.pk, user)
        assert refused.value.refusal.code == "not_yours"
    with pytest.raises(Refused) as refused:
        fill_up(match.pk, alice, "no nonce at all")
    assert refused.value.refusal.code == "malformed"
    assert match.seats.filter(bot="easy").count() == 0
    fill_up(match.pk, alice)
    with pytest.raises(Refused) as refused:
        fill_up(match.pk, alice)
    assert refused.value.refusal.code == "table_closed"
