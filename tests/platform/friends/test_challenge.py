"""Challenges: a table for two, an answer from any page, and its end without one."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import blocks
from accounts.services.anonymise_user import anonymise_user
from accounts.services.appearance import set_appearance
from accounts.services.guests import create_guest, move_guest_to_account
from core.clock import shifted
from core.refusals import Refused
from friends.models import MatchChallenge, PutAway
from friends.services import challenge, put_away
from matches.models import Match
from matches.present import presence
from matches.present.presence import Presence
from matches.services.seating import reserve_seat, seats, tables
from notifications.models import Notice
from pages.consumers import YouSocket
from pages.waiting_matches import next_for, waiting_for
from realtime.sockets import PageReader
from tests.platform.accounts.cast import browser
from tests.platform.friends.cast import befriend
from tests.platform.matches.cast import person
from tests.sure import sure

pytestmark = pytest.mark.django_db

GAME = "sleeping_queens"
MINUTE_MS = 60_000


def challenged(asker: User, asked: User, game: str = GAME, tempo: str = "live") -> Match:
    return challenge.challenge(asker, asked, game, tempo=tempo, rated=False)


def refusal_of(asker: User, asked: User) -> str:
    with pytest.raises(Refused) as refused:
        challenged(asker, asked)
    return refused.value.refusal.code


def pushed_to(user: User, *query: tuple[str, str]) -> Mapping[str, str]:
    reader = PageReader(user.pk, user.epoch, "en", query)
    return sure(YouSocket.fragments([reader])[reader])


def answer(user: User, match: Match, what: str) -> int:
    return browser(user).post(f"/friends/invitations/{match.pk}/{what}").status_code


def test_a_challenge_asks_on_every_page_and_is_accepted(alice: User, bob: User) -> None:
    match = challenged(alice, bob)
    assert "challenges you: Sleeping Queens, Live." in browser(bob).get("/tables/").content.decode()
    assert "challenges you" not in browser(alice).get("/tables/").content.decode()
    assert answer(bob, match, "accept") == 302
    assert [seat.user_id for seat in match.seats.order_by("number")] == [alice.pk, bob.pk]
    assert not MatchChallenge.objects.exists()
    assert "challenges you" not in browser(bob).get("/tables/").content.decode()


def test_other_seats_that_a_game_needs_get_bots(alice: User, bob: User) -> None:
    match = challenged(alice, bob, "wortspiel")
    assert [bool(seat.bot) for seat in match.seats.order_by("number")] == [False, False, True]


def test_a_declined_challenge_closes_the_table(alice: User, bob: User) -> None:
    match = challenged(alice, bob)
    assert answer(bob, match, "decline") == 302
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert Notice.objects.get(user=alice).kind == "friend"
    page = browser(alice).get("/tables/").content.decode()
    assert "cannot play now: your challenge (Sleeping Queens) is declined." in page
    assert answer(bob, match, "seen") == 302, "another person's answer stays"
    assert MatchChallenge.objects.exists()
    assert answer(alice, match, "seen") == 302
    assert "is declined" not in browser(alice).get("/tables/").content.decode()


def test_several_bars_are_folded_below_the_oldest(alice: User, bob: User) -> None:
    """A new one moves no other; those that wait for an answer come first."""
    carla, dora, emil = person("Carla"), person("Dora"), person("Emil")
    for asked in (bob, carla):
        answer(asked, challenged(alice, asked), "decline")
    page = browser(alice).get("/tables/").content.decode()
    assert "1 more" in page
    assert page.index(f"{bob.name}</a> cannot play now") < page.index("1 more")
    assert page.index("1 more") < page.index("Carla</a> cannot play now")
    for asker in (dora, emil):
        challenged(asker, alice)
    page = browser(alice).get("/tables/").content.decode()
    assert page.index("Dora</a> challenges you") < page.index("3 more")
    assert page.index("3 more") < page.index("Emil</a> challenges you")
    assert page.index("Emil</a> challenges you") < page.index(f"{bob.name}</a> cannot play now")


def test_an_answer_can_wait(alice: User, bob: User) -> None:
    """The bar is gone from every page and push, the seat stays, and the challenger is not told."""
    match = challenged(alice, bob, tempo="correspondence")
    before = pushed_to(alice), Notice.objects.count()
    assert answer(person("Carla"), match, "later") == 404
    for _ in range(2):
        assert answer(bob, match, "later") == 302
    assert (pushed_to(alice), Notice.objects.count()) == before
    assert "challenges you" not in browser(bob).get("/tables/").content.decode()
    pushed = pushed_to(bob)
    assert "challenges you" not in pushed["#invitations"]
    assert 'data-waiting="1"' in pushed["#waiting"]
    assert "Your turn (1)" in " ".join(pushed["#waiting"].split())
    assert "A seat is reserved for you" in browser(bob).get("/matches/").content.decode()
    assert match.seats.get(number=1).kept_for == bob
    put_away.forget_answered()
    assert PutAway.objects.exists(), "the invitation still stands"
    assert answer(bob, match, "decline") == 302
    put_away.forget_answered()
    assert not PutAway.objects.exists()


def test_what_the_number_counts_comes_before_what_has_a_bar(alice: User, bob: User) -> None:
    """ "Your turn (1)" leads to the seat that was put away, not to the older one with its bar."""
    with_bar, later = challenged(alice, bob), challenged(person("Carla"), bob)
    answer(bob, later, "later")
    assert (waiting_for(bob.pk, None).turns, next_for(bob.pk, None)) == (1, table_of(later))
    assert next_for(bob.pk, later.pk) == table_of(with_bar)
    assert next_for(bob.pk, with_bar.pk) == table_of(later)
    places = [waiting_for(bob.pk, match.pk).place for match in (later, with_bar)]
    assert places == [1, 2]


def table_of(match: Match) -> str:
    return f"/matches/{match.pk}/"


def test_a_new_invitation_to_the_same_table_is_shown(alice: User, bob: User) -> None:
    match = tables.open_match(alice, GAME, seats=2)
    for _ in range(2):
        reserve_seat.reserve_for(match.pk, alice, 1, bob)
        assert "invites you" in browser(bob).get("/tables/").content.decode()
        answer(bob, match, "later")
        assert "invites you" not in browser(bob).get("/tables/").content.decode()
        reserve_seat.decline_seat(match.pk, bob)


def test_all_that_waits_for_an_answer_is_on_the_page_of_friends(alice: User, bob: User) -> None:
    """Whether its bar is put away or not; a push brings it there, and takes it away."""
    page, shown = browser(bob), ("show", "invited")
    assert "hidden" in _invited(page.get("/friends/").content.decode()).partition(">")[0]
    asked, told = challenged(alice, bob), tables.open_match(person("Carla"), GAME, seats=2)
    reserve_seat.reserve_for(told.pk, sure(told.host), 1, bob)
    for is_later in (False, True):
        if is_later:
            for match in (asked, told):
                answer(bob, match, "later")
        for content in (page.get("/friends/").content.decode(), pushed_to(bob, shown)["#invited"]):
            section = _invited(content)
            assert "hidden" not in section.partition(">")[0]
            assert "challenges you: Sleeping Queens, Live." in section
            assert "Carla</a> invites you: Sleeping Queens" in section
            for match in (asked, told):
                for what in ("accept", "decline"):
                    assert f'formaction="/friends/invitations/{match.pk}/{what}"' in section
    assert "invites you" not in _invited(browser(alice).get("/friends/").content.decode())
    answer(bob, told, "decline")
    assert "invites you" not in pushed_to(bob, shown)["#invited"]
    answer(bob, asked, "accept")
    assert "hidden" in pushed_to(bob, shown)["#invited"].partition(">")[0]


def _invited(page: str) -> str:
    return sure(re.search(r'<section id="invited".*?</section>', page, re.DOTALL))[0]


def test_what_a_guest_put_away_stays_away_from_their_account(alice: User, bob: User) -> None:
    guest = create_guest("en", "Gus")
    match = challenged(alice, guest)
    put_away.put_away(guest, match.pk)
    move_guest_to_account(guest, bob)
    assert "challenges you" not in browser(bob).get("/tables/").content.decode()
    assert put_away.put_away_by(bob.pk, [match.pk]) == {match.pk}
    anonymise_user(bob)
    assert not PutAway.objects.exists()


@pytest.mark.parametrize(("tempo", "lasts"), [("live", 10), ("correspondence", 3 * 24 * 60)])
def test_a_challenge_without_an_answer_ends(alice: User, bob: User, tempo: str, lasts: int) -> None:
    match = challenged(alice, bob, tempo=tempo)
    with shifted((lasts - 1) * MINUTE_MS):
        challenge.expire_challenges()
        match.refresh_from_db()
        assert match.status == Match.Status.OPEN
    with shifted((lasts + 1) * MINUTE_MS):
        challenge.expire_challenges()
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert "has not answered your challenge" in browser(alice).get("/").content.decode()
    assert answer(bob, match, "accept") == 404


def test_a_table_that_both_sit_at_never_expires(alice: User, bob: User) -> None:
    match = challenged(alice, bob)
    seats.take_seat(match.pk, bob)
    with shifted(11 * MINUTE_MS):
        challenge.expire_challenges()
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


def test_only_one_challenge_waits_for_a_person(alice: User, bob: User) -> None:
    challenged(alice, bob)
    assert refusal_of(alice, bob) == "not_answered_yet"
    assert refusal_of(alice, alice) == "challenge_yourself"
    challenged(bob, alice)


def test_strangers_do_not_flood_a_person_and_friends_get_through(bob: User) -> None:
    for number in range(challenge.MOST_OF_STRANGERS):
        first = challenged(person(f"Guest {number}"), bob)
    late = person("Late")
    assert refusal_of(late, bob) == "enough_challenges"
    page = browser(late).post(f"/people/{bob.name}/challenge/", {"game": GAME, "tempo": "live"})
    assert page.status_code == 429
    assert f"{bob.name} has enough open challenges for now." in page.content.decode()
    friend = person("Frieda")
    befriend(friend, bob)
    challenged(friend, bob)
    challenge.decline_invitation(bob, first.pk)
    challenged(late, bob)


@pytest.mark.parametrize(
    ("here", "waits"),
    [(Presence(frozenset({0}), 0), True), (Presence(frozenset(), 1), False), (None, False)],
)
def test_a_decline_is_pushed_to_the_table_with_ways_on(
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    here: Presence | None,
    waits: bool,
) -> None:
    match = challenged(alice, bob)
    shown = ("skip", str(match.pk))
    assert "is declined" not in pushed_to(alice, shown)["#invitations"]
    monkeypatch.setattr(presence, "list_present", lambda _match_id: here)
    answer(bob, match, "decline")
    match.refresh_from_db()
    assert (match.status == Match.Status.OPEN) is waits
    pushed = pushed_to(alice, shown)["#invitations"]
    assert "is declined" in pushed
    assert ("give the seat to a bot" in pushed) is waits
    assert (f"/play/{GAME}/friends/" in pushed) is not waits
    assert (f'formaction="/play/{GAME}/"' in pushed) is not waits
    table = browser(alice).get(f"/matches/{match.pk}/")
    assert table.status_code == (200 if waits else 404)
    assert ("Free seat" in table.content.decode()) is waits
    page = browser(alice)
    assert page.post(f"/play/{GAME}/", {"next": f"/matches/{match.pk}/"}).status_code == 302


def test_a_block_keeps_challenges_away(alice: User, bob: User) -> None:
    blocks.block_user(bob, alice.pk)
    assert refusal_of(alice, bob) == "not_asked_here"
    assert refusal_of(bob, alice) == "unblock_first"
    assert not Match.objects.exists()


def test_who_wants_it_is_challenged_by_friends_only(alice: User, bob: User) -> None:
    set_appearance(bob, country="", friends_challenge_only=True)
    assert refusal_of(alice, bob) == "friends_challenge_only"
    befriend(alice, bob)
    challenged(alice, bob)


def test_a_refused_challenge_keeps_what_was_chosen(alice: User, bob: User) -> None:
    page = browser(alice).post(
        f"/people/{bob.name}/challenge/", {"game": "wortspiel", "tempo": "quick"}
    )
    assert page.status_code == 422
    assert '<option value="wortspiel" selected>' in page.content.decode()
    assert browser(alice).get("/people/nobody-of-this-name/challenge/").status_code == 422
    assert Client().get(f"/people/{bob.name}/challenge/").status_code == 302


def test_an_invitation_is_declined_from_any_page(alice: User, bob: User) -> None:
    """Without a challenge the table stays open, and the seat is free again."""
    match = tables.open_match(alice, GAME, seats=2)
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    carla = person("Carla")
    assert answer(carla, match, "decline") == 404
    assert answer(carla, match, "accept") == 404
    assert answer(bob, match, "decline") == 302
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert match.seats.get(number=1).kept_for is None


def test_a_deleted_user_leaves_no_challenge(alice: User, bob: User) -> None:
    challenged(alice, bob)
    anonymise_user(bob)
    assert not MatchChallenge.objects.exists()
