"""The public tables: the content of the list, and sitting down from it."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.html import escape

from accounts.models import User
from games.kernel.options import varied
from lobby import open_tables
from matches.engine import catalogue
from matches.models import Match
from matches.present import listings, tempo_words
from matches.present.public_tables import LISTED
from matches.services.seating import dismissal, reserve_seat, seats
from tests.platform.accounts import cast
from tests.platform.friends.cast import befriend
from tests.platform.matches.cast import GAME, dealt, opened, person
from tests.sure import sure

pytestmark = pytest.mark.django_db


def table(host: User, **wanted: Any) -> Match:
    """A public table with one free seat."""
    match = opened(host, bots=1, **{"public": True} | wanted)
    seats.seat_bot(match.pk, host, 1, "")
    return match


def page_of(query: str = "", who: User | None = None) -> str:
    return cast.browser(who).get(f"/tables/?{query}").content.decode()


def test_a_public_table_says_what_one_needs_to_know() -> None:
    match = table(person("Alice"))
    page = page_of()
    assert f'formaction="/tables/{match.pk}/sit"' in page
    for words in ("Sleeping Queens", "with <a", ">Alice</a>", "1 seat free", "Live", "open for"):
        assert words in page


def test_options_that_are_not_the_usual_ones_are_told() -> None:
    assert "The table remembers them" not in _with(table(person("Alice")))
    Match.objects.all().delete()
    page = _with(table(person("Bob"), options={"memory_aid": "on"}))
    assert "Queens seen going back to sleep: The table remembers them" in page


def test_nothing_is_told_twice() -> None:
    """The name of a slow tempo contains its time, and its options belong to it."""
    free = _free(table(person("Alice"), tempo="correspondence"))
    assert "One day per move" in free
    assert "Plus 3 days in the bank" in free
    assert "per decision" not in free
    Match.objects.all().delete()
    meta = catalogue.game_of("schlafmuetzen").meta
    slow = next(one for one in meta.tempos if one.slug == "correspondence")
    host = person("Bob")
    [(_, proposed)] = varied(meta, slow.proposes)
    assert proposed not in _free(table(host, game=meta.slug, tempo=slow.slug))
    Match.objects.all().delete()
    fast = table(host, game=meta.slug, tempo="live", options=slow.proposes)
    assert proposed in _free(fast)


def _free(match: Match) -> str:
    return _with(match).partition('id="free"')[2]


def _with(match: Match) -> str:
    page = page_of()
    assert str(match.pk) in page
    return page


def test_only_public_tables_with_a_free_seat_are_listed() -> None:
    alice, bob = person("Alice"), person("Bob")
    table(alice, public=False)
    opened(alice, bob, public=True)
    kept = table(alice)
    reserve_seat.reserve_for(kept.pk, alice, 1, bob)
    old = table(alice)
    Match.objects.filter(pk=old.pk).update(created_at=timezone.now() - LISTED)
    cleared = table(bob)
    seats.leave_seat(cleared.pk, bob)
    page = page_of()
    assert "No open tables right now." in page
    assert 'action="/tables/quick"' in page
    assert f'href="/play/{GAME}/friends/"' in page


def test_a_new_table_can_be_laid_whatever_is_open() -> None:
    table(person("Alice"))
    for meta in catalogue.metas():
        assert f'href="/play/{meta.slug}/friends/"' in page_of()
        assert f'href="/play/{meta.slug}/friends/"' in page_of("tempo=three_days")


def test_each_table_says_what_its_tempo_means() -> None:
    """A quick match does, too."""
    table(person("Alice"), tempo="relaxed")
    free = page_of().partition('id="free"')[2]
    assert "Up to 90 seconds per decision, plus 5 minutes in the bank" in free
    quick = page_of().partition('id="quick"')[2].partition("</section>")[0]
    for meta in catalogue.metas():
        for tempo in meta.tempos:
            assert f'title="{escape(tempo_words.meaning(meta, tempo))}"' in quick


def test_running_public_matches_can_be_watched() -> None:
    alice, bob = person("Alice"), person("Bob")
    shown, hidden = dealt(alice, bob, public=True), dealt(alice, bob)
    page = page_of()
    assert "Live now" in page
    assert f'href="/matches/{shown.pk}/"' in page
    assert str(hidden.pk) not in page
    assert cast.browser().get(f"/matches/{shown.pk}/").status_code == HTTPStatus.OK
    assert "Go to the table" in page_of(who=alice)


def test_the_list_can_be_narrowed_down() -> None:
    live, slow = table(person("Alice")), table(person("Bob"), tempo="correspondence")
    for query, there in (
        ("", (live, slow)),
        (f"game={GAME}", (live, slow)),
        ("tempo=live", (live,)),
        (f"game={GAME}&tempo=correspondence", (slow,)),
    ):
        page = page_of(query)
        for match in (live, slow):
            assert (str(match.pk) in page) == (match in there)
    Match.objects.filter(pk=slow.pk).delete()
    assert "No open table matches these filters." in page_of("tempo=correspondence")


def test_a_tempo_is_called_as_the_chosen_game_calls_it() -> None:
    unseen = "One day per move (cards played face down)"
    assert open_tables.tempo_names("wortspiel")["correspondence"] == unseen
    for game in ("", "sleeping_queens", "chess"):
        assert open_tables.tempo_names(game)["correspondence"] == "One day per move"
    chosen = f'<option value="correspondence">{unseen}</option>'
    assert chosen in page_of("game=wortspiel")
    assert chosen not in page_of("")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("game=chess", "There is no game called chess."),
        ("tempo=blitz", "There is no tempo called blitz."),
        ("game=%00", "There is no game called"),
        ("tempo=" + "x" * 300, "There is no tempo called"),
    ],
)
def test_what_nobody_has_is_named_and_all_tables_are_shown(query: str, words: str) -> None:
    match = table(person("Alice"))
    answer = cast.browser().get(f"/tables/?{query}")
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in answer.content.decode()
    assert str(match.pk) in answer.content.decode()


@pytest.mark.parametrize("query", ["page=0", "page=x", "watch=-3", "page=99999", "watch=%00"])
def test_there_is_always_some_page(query: str) -> None:
    match = table(person("Alice"))
    assert str(match.pk) in page_of(query)


def test_long_lists_have_pages_that_keep_the_filter() -> None:
    hosts = [person(f"Host {n}") for n in range(listings.PAGE + 1)]
    for host in hosts:
        table(host)
    first, second = page_of("tempo=live"), page_of("tempo=live&page=2")
    assert first.count('id="table-') == listings.PAGE
    assert second.count('id="table-') == 1
    assert "?tempo=live&amp;page=2" in first
    assert ">Host 0</a>" in second  # the newest first


def test_one_press_and_one_sits_there() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = table(alice)
    answer = cast.browser(bob).post(f"/tables/{match.pk}/sit")
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    assert match.seats.get(number=1).user == bob
    again = cast.browser(bob).post(f"/tables/{match.pk}/sit")
    assert again.status_code == HTTPStatus.FOUND


def test_without_an_account_one_sits_there_as_a_guest() -> None:
    match = table(person("Alice"))
    answer = cast.browser().post(f"/tables/{match.pk}/sit")
    assert answer.status_code == HTTPStatus.FOUND
    assert sure(match.seats.get(number=1).user).is_guest


def test_a_user_who_comes_too_late_sees_the_other_tables() -> None:
    alice, bob = person("Alice"), person("Bob")
    match, other = table(alice), table(alice)
    seats.take_seat(match.pk, bob)
    begun = dealt(alice, bob, public=True)
    before = User.objects.count()
    for who in (None, person("Carla")):
        for late, words in (
            (match, "All seats at this table are taken."),
            (begun, "This match has already begun."),
        ):
            answer = cast.browser(who).post(f"/tables/{late.pk}/sit")
            assert answer.status_code == HTTPStatus.CONFLICT
            page = answer.content.decode()
            assert words in page
            assert str(other.pk) in page
    assert User.objects.count() == before + 1  # Carla, and no useless guest


def test_a_dismissed_user_cannot_return_through_the_list() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = table(alice)
    seats.take_seat(match.pk, bob)
    dismissal.kick_player(match.pk, alice, 1)
    answer = cast.browser(bob).post(f"/tables/{match.pk}/sit")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "The host has removed you from this table." in answer.content.decode()


def test_a_private_table_cannot_be_reached_by_its_number() -> None:
    match = table(person("Alice"), public=False)
    for pk in (match.pk, uuid4()):
        assert cast.browser().post(f"/tables/{pk}/sit").status_code == HTTPStatus.NOT_FOUND
    assert (
        cast.browser().get(f"/tables/{match.pk}/sit").status_code == HTTPStatus.METHOD_NOT_ALLOWED
    )


def test_the_list_is_only_looked_at() -> None:
    assert cast.browser().post("/tables/").status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert cast.browser().head("/tables/").status_code == HTTPStatus.OK


def test_the_tables_of_friends_come_first() -> None:
    alice, bob, carla = person("Alice"), person("Bob"), person("Carla")
    befriend(carla, alice)
    his_free, his_running = table(bob), dealt(bob, person("Eve"), public=True)
    free, running = table(alice), dealt(alice, person("Fred"), public=True)
    Match.objects.filter(pk=free.pk).update(created_at=timezone.now() - timedelta(hours=1))
    Match.objects.filter(pk=running.pk).update(started_at=timezone.now() - timedelta(hours=1))
    assert _order(page_of(who=bob), his_free, free) == [his_free, free]
    assert "Friends here" not in page_of(who=bob) + page_of()
    page = page_of(who=carla)
    assert _order(page, his_free, free) == [free, his_free]
    assert _order(page, his_running, running) == [running, his_running]
    assert page.count("Friends here") == 2
    User.objects.filter(pk=alice.pk).update(hides_presence=True)
    page = page_of(who=carla)
    assert _order(page, his_free, free) == [his_free, free]
    assert "Friends here" not in page


def test_tables_of_the_same_moment_have_one_order() -> None:
    """Otherwise a page of the list could repeat a table of the page before."""
    free = [table(person(name)) for name in ("Alice", "Bob", "Carla")]
    running = [dealt(person(name), bots=1, public=True) for name in ("Dora", "Eve", "Fred")]
    Match.objects.update(created_at=timezone.now(), started_at=timezone.now())
    page = page_of()
    for matches in (free, running):
        assert _order(page, *matches) == sorted(matches, key=lambda match: match.pk)


def _order(page: str, *matches: Match) -> list[Match]:
    return sorted(matches, key=lambda match: page.index(f'id="table-{match.pk}"'))


def test_matches_of_bots_alone_are_folded_below_those_of_people() -> None:
    hers, theirs = (dealt(person(name), bots=1, public=True) for name in ("Alice", "Bob"))
    place = theirs.seats.get(number=1)
    theirs.seats.update(user=None, bot=place.bot, dealt_to=None)
    page = page_of()
    assert page.index(f'id="table-{hers.pk}"') < page.index("1 match of bots")
    assert page.index("1 match of bots") < page.index(f'id="table-{theirs.pk}"')
    assert page.count('class="thumbnail"') == 1
