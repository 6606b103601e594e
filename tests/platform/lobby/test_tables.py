"""Play now, play with friends and invitations, for every visitor, with invalid input."""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts import limits
from accounts.models import User
from core import rate_limits
from games.kernel import registry
from matches.models import Match
from matches.services.seating import reserve_seat, seats, tables
from matches.services.seating.dismissal import kick_player
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

GAME = "sleeping_queens"
NOW = f"/play/{GAME}/"
FRIENDS = f"/play/{GAME}/friends/"
WANTED = {"seats": "3", "tempo": "live", "target": "rounds-1"}


def laid(host: User, seats_wanted: int = 3, **wanted: object) -> Match:
    return tables.open_match(host, GAME, seats=seats_wanted, **wanted)  # type: ignore[arg-type]


def join(match: Match, what: str = "") -> str:
    return f"/join/{match.invite}/{what}"


def only_match() -> Match:
    return Match.objects.get()


def holders(match: Match) -> list[str]:
    return [seat.user.name if seat.user else seat.bot for seat in match.seats.all()]


# --- play now -------------------------------------------------------------------------------


def test_play_now_makes_a_stranger_a_guest() -> None:
    """One click opens the dealt table."""
    browser = cast.browser()
    answer = browser.post(NOW)
    match = only_match()
    assert answer["Location"] == f"/matches/{match.pk}/?deal"
    guest = User.objects.get()
    assert guest.is_guest
    assert holders(match) == [guest.name, "easy", "easy"]
    page = browser.get(answer["Location"]).content.decode()
    assert match.rounds.get().commitment in page
    assert "data-at-once" in page
    browser.post(f"/matches/{match.pk}/ready", {"nonce": "0123abcd"})
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.rounds.get().nonces[0] == "0123abcd"


def test_every_game_can_be_played_now() -> None:
    for slug in registry.games():
        assert cast.browser().post(f"/play/{slug}/").status_code == HTTPStatus.FOUND


def test_play_now_keeps_who_is_signed_in() -> None:
    cast.browser(cast.alice()).post(NOW)
    assert holders(only_match()) == ["Alice", "easy", "easy"]
    assert User.objects.count() == 1


def test_no_number_from_before_the_server_was_bound_counts() -> None:
    """The browser chose the number before the server committed to its seed."""
    cast.browser(cast.alice()).post(NOW, {"nonce": "0123abcd"})
    assert only_match().seats.get(number=0).nonce == ""


@pytest.mark.parametrize("path", ["/play/nothing/", "/play/kernel/", "/play/nothing/friends/"])
def test_there_is_no_such_game(path: str) -> None:
    assert cast.browser().post(path).status_code == HTTPStatus.NOT_FOUND
    assert not User.objects.exists()


def test_a_flood_of_guests_is_stopped_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GUESTS", rate_limits.Limit("guests", most=2))
    for _ in range(2):
        assert cast.browser().post(NOW).status_code == HTTPStatus.FOUND
    answer = cast.browser().post(NOW)
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "too often" in answer.content.decode()
    assert User.objects.count() == 2
    assert cast.browser(cast.alice()).post(NOW).status_code == HTTPStatus.FOUND


# --- invitations ----------------------------------------------------------------------------


def test_an_invitation_shows_the_table_and_who_sits_there() -> None:
    match = laid(cast.alice(), bots=["easy"])
    page = cast.browser().get(join(match)).content.decode()
    assert "Alice invites you to a table: Sleeping Queens" in page
    assert page.count('class="is-empty"') == 1
    assert "Sit down" in page
    assert "Just watch" in page
    assert not User.objects.filter(is_guest=True).exists()


def test_an_invitation_and_the_table_say_how_fast_it_is() -> None:
    """They also show its length."""
    match = laid(cast.alice(), tempo="quick", options={"memory_aid": "on"})
    for page in (join(match), f"/matches/{match.pk}/"):
        shown = cast.browser(match.host).get(page, follow=True).content.decode()
        for chip in ("Quick", "1 round"):
            assert f'<span class="chip">{chip}</span>' in shown
        assert "Up to 15 seconds per decision, plus 30 seconds in the bank." in shown
        assert "When that is empty too, the table plays for you." in shown
    stranger = cast.browser().get(join(match)).content.decode()
    assert "Up to 15 seconds per decision, plus 30 seconds in the bank." in stranger
    assert '<span class="chip">1 round</span>' in stranger


def test_a_stranger_sits_down_as_a_guest() -> None:
    """The guest has a generated or an own name."""
    match = laid(cast.alice())
    first, second = cast.browser(), cast.browser()
    assert first.post(join(match, "sit"))["Location"] == f"/matches/{match.pk}/"
    assert second.post(join(match, "sit"), {"name": " Carol "}).status_code == HTTPStatus.FOUND
    assert holders(match)[0] == "Alice"
    assert holders(match)[2] == "Carol"
    assert User.objects.filter(is_guest=True).count() == 2
    assert first.get(f"/matches/{match.pk}/").status_code == HTTPStatus.OK


@pytest.mark.parametrize("name", ["Alice", "Al1ce", "<b>", "Admin", "x" * 99, "\x00", "Бо"])
def test_a_bad_name_is_answered_on_the_invitation(name: str) -> None:
    match = laid(cast.alice())
    answer = cast.browser().post(join(match, "sit"), {"name": name})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "field__errors" in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("wished", "variant"), [("Alice", "Alice 2"), ("Al1ce", "Al1ce 2"), ("Gustav 2", "Gustav 3")]
)
def test_a_taken_name_comes_back_as_a_free_one(wished: str, variant: str) -> None:
    User.objects.create_guest("Gustav 2")
    match = laid(cast.alice())
    browser = cast.browser()
    page = browser.post(join(match, "sit"), {"name": wished}).content.decode()
    assert f'value="{variant}"' in page
    assert f"is already taken. “{variant}” is free." in page
    assert browser.post(join(match, "sit"), {"name": variant}).status_code == HTTPStatus.FOUND
    assert holders(match)[1] == variant


def test_a_refused_name_keeps_the_chosen_seat() -> None:
    match = laid(cast.alice())
    page = cast.browser().post(join(match, "sit"), {"name": "<b>", "seat": "2"}).content.decode()
    (chosen,) = re.findall(r'<input[^>]*type="radio"[^>]*checked[^>]*>', page)
    assert 'value="2"' in chosen


def test_the_lesson_is_offered_in_a_game_that_is_new() -> None:
    offer = f'First time? <a href="/learn/{GAME}/">'
    alice, bob = cast.alice(), cast.bob()
    match = laid(alice)
    browser = cast.browser(bob)
    assert offer in cast.browser().get(join(match)).content.decode()
    assert offer in browser.get(join(match)).content.decode()
    browser.post(join(match, "sit"))
    assert offer in browser.get(f"/matches/{match.pk}/").content.decode()
    other = laid(alice)
    assert offer not in browser.get(join(other)).content.decode()
    browser.post(join(other, "sit"))
    assert offer not in browser.get(f"/matches/{other.pk}/").content.decode()


def test_the_lesson_is_not_offered_after_it_was_finished() -> None:
    """Neither on an invitation nor before a game against bots; a half lesson is offered again."""
    match, browser = laid(cast.alice()), cast.browser()
    steps = registry.lesson_of(GAME).steps
    for number, step in enumerate(steps):
        assert "takes two minutes" in browser.get(join(match)).content.decode()
        picks = step.moves[0].picks if step.is_learners else ("next",)
        browser.post(f"/learn/{GAME}/play", {"pick": picks, "seen": number, "key": "a"})
    assert "takes two minutes" not in browser.get(join(match)).content.decode()
    begun = browser.post(f"/play/{GAME}/")
    assert begun.status_code == HTTPStatus.FOUND
    assert list(get_messages(begun.wsgi_request)) == []


def test_who_is_signed_in_sits_down_under_their_own_name() -> None:
    match = laid(cast.alice())
    cast.browser(cast.bob()).post(join(match, "sit"), {"name": "Somebody"})
    assert holders(match)[1] == "Bob"


def test_who_sits_there_goes_straight_to_the_table() -> None:
    alice = cast.alice()
    match = laid(alice)
    browser = cast.browser(alice)
    assert browser.get(join(match))["Location"] == f"/matches/{match.pk}/"
    assert browser.post(join(match, "sit"))["Location"] == f"/matches/{match.pk}/"
    assert holders(match) == ["Alice", "", ""]


def test_watching_makes_nobody_a_guest_and_opens_the_page() -> None:
    match = laid(cast.alice())
    browser = cast.browser()
    assert browser.get(f"/matches/{match.pk}/").status_code == HTTPStatus.NOT_FOUND
    answer = browser.post(join(match, "watch"))
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert browser.get(answer["Location"]).status_code == HTTPStatus.OK
    assert User.objects.count() == 1


def test_a_full_table_says_so_and_makes_nobody_a_guest() -> None:
    match = laid(cast.alice(), 2)
    seats.take_seat(match.pk, cast.bob())
    for browser in (cast.browser(), cast.browser(cast.gus())):
        page = browser.get(join(match)).content.decode()
        assert "All seats at this table are taken." in page
        assert "Sit down" not in page
        answer = browser.post(join(match, "sit"))
        assert answer.status_code == HTTPStatus.CONFLICT
        assert "All seats at this table are taken." in answer.content.decode()
    assert User.objects.filter(is_guest=True).count() == 1


def test_one_sits_down_on_the_chair_one_likes_best() -> None:
    match = laid(cast.alice())
    cast.browser(cast.bob()).post(join(match, "sit"), {"seat": "2"})
    assert holders(match) == ["Alice", "", "Bob"]
    answer = cast.browser().post(join(match, "sit"), {"seat": "2", "name": "Carol"})
    assert answer.status_code == HTTPStatus.CONFLICT
    page = answer.content.decode()
    assert "That seat is taken." in page
    assert 'value="Carol"' in page
    assert User.objects.filter(is_guest=True).count() == 0


@pytest.mark.parametrize("seat", ["99", "-1", "x", "9" * 400, "\x00", "²"])
def test_a_chair_that_is_not_there(seat: str) -> None:
    match = laid(cast.alice())
    answer = cast.browser().post(join(match, "sit"), {"seat": seat})
    assert answer.status_code in (HTTPStatus.FOUND, HTTPStatus.NOT_FOUND)


def test_a_link_to_one_chair_is_for_that_chair_and_once() -> None:
    alice = cast.alice()
    match = laid(alice)
    token = reserve_seat.reserve_by_link(match.pk, alice, 2)
    first, second = cast.browser(), cast.browser(cast.bob())
    assert "reserved" in first.get(join(match)).content.decode()
    assert "reserved for you" in first.get(f"/join/{token}/").content.decode()
    assert first.post(f"/join/{token}/sit", {"name": "Carol"}).status_code == HTTPStatus.FOUND
    assert holders(match) == ["Alice", "", "Carol"]
    again = first.get(f"/join/{token}/")
    assert again["Location"] == f"/matches/{match.pk}/"
    # It seats no other person, and opens no other chair.
    assert second.post(f"/join/{token}/sit").status_code == HTTPStatus.CONFLICT
    assert holders(match) == ["Alice", "", "Carol"]


def test_every_link_tells_a_dismissed_user_so() -> None:
    alice, bob = cast.alice(), cast.bob()
    match = laid(alice)
    browser = cast.browser(bob)
    old = join(match, "sit")
    browser.post(old)
    kick_player(match.pk, alice, 1)
    assert browser.post(old).status_code == HTTPStatus.NOT_FOUND
    told = browser.get(f"/matches/{match.pk}/")
    assert told.status_code == HTTPStatus.FORBIDDEN
    assert "The host has removed you from this table." in told.content.decode()
    match.refresh_from_db()
    answer = browser.post(join(match, "sit"))
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "The host has removed you from this table." in answer.content.decode()
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    assert browser.get(f"/matches/{match.pk}/").status_code == HTTPStatus.OK
    assert browser.post(join(match, "sit")).status_code == HTTPStatus.FOUND


def test_a_table_that_vanishes_while_one_sits_down() -> None:
    alice = cast.alice()
    match = laid(alice)
    browser = cast.browser()
    assert browser.get(join(match)).status_code == HTTPStatus.OK
    seats.leave_seat(match.pk, alice)
    answer = browser.post(join(match, "sit"), {"name": "Carol"})
    assert answer.status_code == HTTPStatus.GONE
    assert "This table has been closed" in answer.content.decode()
    assert User.objects.count() == 1


def test_a_running_match_can_only_be_watched() -> None:
    alice = cast.browser(cast.alice())
    alice.post(NOW)
    match = only_match()
    alice.post(f"/matches/{match.pk}/ready")
    bob = cast.browser(cast.bob())
    assert "This match has already begun." in bob.get(join(match)).content.decode()
    assert bob.post(join(match, "sit")).status_code == HTTPStatus.CONFLICT
    assert bob.post(join(match, "watch")).status_code == HTTPStatus.FOUND


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (Match.Status.FINISHED, "This match is over"),
        (Match.Status.ABORTED, "This table has been closed"),
    ],
)
def test_the_invitation_of_a_match_that_is_over_is_gone(status: str, words: str) -> None:
    match = laid(cast.alice())
    Match.objects.filter(pk=match.pk).update(status=status)
    browser = cast.browser(cast.bob())
    for answer in (
        browser.get(join(match)),
        browser.post(join(match, "sit")),
        browser.post(join(match, "watch")),
    ):
        assert answer.status_code == HTTPStatus.GONE
        assert words in answer.content.decode()


@pytest.mark.parametrize("token", ["unknown", "x" * 3000, "0"])
def test_an_unknown_invitation_says_so(token: str) -> None:
    browser = cast.browser()
    for answer in (browser.get(f"/join/{token}/"), browser.post(f"/join/{token}/sit")):
        assert answer.status_code == HTTPStatus.NOT_FOUND
        assert "There is no such invitation" in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("token", ["%00", "a b", "%ff", "..%2f..", "<b>"])
def test_what_is_no_invitation_at_all_is_not_found(token: str) -> None:
    assert cast.browser().get(f"/join/{token}/").status_code == HTTPStatus.NOT_FOUND


# --- tokens and methods ---------------------------------------------------------------------


def paths() -> list[str]:
    match = laid(cast.alice())
    return [NOW, FRIENDS, join(match, "sit"), join(match, "watch")]


def test_nothing_happens_without_a_token() -> None:
    for path in paths():
        browser = cast.browser(enforce_csrf_checks=True)
        assert browser.post(path, WANTED).status_code == HTTPStatus.FORBIDDEN
    assert Match.objects.count() == 1
    assert User.objects.count() == 1


def test_wrong_methods_are_refused() -> None:
    browser = cast.browser()
    now, friends, sit, watch = paths()
    for path in (now, sit, watch):
        assert browser.get(path).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert browser.put(friends).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert browser.post(sit.removesuffix("sit")).status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_two_clicks_lead_from_the_landing_page_to_cards() -> None:
    """The forms check CSRF tokens on the way."""
    browser = Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})
    page = browser.get("/")
    token = page.context["csrf_token"]
    answer = browser.post(NOW, {"csrfmiddlewaretoken": str(token)}, follow=True)
    assert answer.status_code == HTTPStatus.OK
    token = answer.context["csrf_token"]
    ready = f"/matches/{only_match().pk}/ready"
    answer = browser.post(ready, {"csrfmiddlewaretoken": str(token)}, follow=True)
    assert answer.status_code == HTTPStatus.OK
    assert only_match().status == Match.Status.RUNNING
