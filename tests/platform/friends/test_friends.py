"""Friends: requests, links and blocks, and their effect on visibility."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client

from accounts import online
from accounts.export_parts import PARTS
from accounts.models import User
from accounts.services import blocks, mutes
from accounts.services.anonymise_user import anonymise_user
from accounts.services.guests import create_guest, move_guest_to_account
from core.refusals import Refused
from friends.friend_lists import circle_of, friend_ids, names_of_friends
from friends.models import Friendship
from friends.services import friendship
from friends.views import SEARCHED
from matches.services.seating import seats, tables
from notifications.models import Notice
from realtime import presence
from tests.platform.friends.cast import befriend
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db


def page_of(user: User, path: str = "/friends/") -> str:
    client = Client()
    client.force_login(user)
    return client.get(path).content.decode()


def test_one_asks_and_the_other_agrees(alice: User, bob: User) -> None:
    assert not friendship.ask_for_friendship(alice, bob)
    assert friend_ids(alice.pk) == frozenset()
    assert [one.name for one in circle_of(bob).asking] == ["Alice"]
    assert [one.name for one in circle_of(alice).asked] == ["Bob"]
    assert Notice.objects.get(user=bob).kind == "friend"
    assert friendship.accept_friendship(bob, alice.pk)
    assert friend_ids(alice.pk) == {bob.pk}
    assert friend_ids(bob.pk) == {alice.pk}
    assert Notice.objects.get(user=alice).kind == "friend"
    friendship.end_friendship(alice, bob.pk)
    assert friend_ids(bob.pk) == frozenset()


def test_who_ask_each_other_are_friends(alice: User, bob: User) -> None:
    friendship.ask_for_friendship(alice, bob)
    assert friendship.ask_for_friendship(bob, alice)
    assert friend_ids(alice.pk) == {bob.pk}
    assert Friendship.objects.count() == 1


def test_nobody_agrees_to_what_was_not_asked(alice: User, bob: User) -> None:
    assert not friendship.accept_friendship(bob, alice.pk)
    friendship.ask_for_friendship(alice, bob)
    assert not friendship.accept_friendship(alice, bob.pk), "only the other person can accept"


def test_lists_of_people_are_alphabetical(alice: User) -> None:
    wanted = ["Ida", "Ines", "Jan", "Lena", "Person 9", "Person 10"]
    for name in reversed(wanted):
        befriend(alice, other := person(name))
        mutes.mute_user(alice, other.pk)
    assert [one.user.name for one in circle_of(alice).friends] == wanted
    assert names_of_friends(alice) == wanted
    assert [one.name for one in mutes.muted_people(alice)] == wanted
    for name in wanted:
        blocks.block_user(alice, User.objects.get(name=name).pk)
    assert [one.name for one in blocks.blocked_people(alice)] == wanted


def test_many_friends_are_searched_by_name(alice: User) -> None:
    for number in range(1, SEARCHED):
        befriend(alice, person(f"Friend {number}"))
    assert 'role="search"' not in page_of(alice)
    befriend(alice, person("Zoë"))
    assert 'role="search"' in page_of(alice)
    found = page_of(alice, "/friends/?name=zoe")
    assert 'value="zoe"' in found
    assert "Challenge" in found.partition("Zoë")[2]
    assert "Friend 1" not in found
    assert "None of your friends" in page_of(alice, "/friends/?name=xyz")
    assert "Friend 1" in page_of(alice, f"/friends/?name={'x' * 99}"), "too long, and so refused"


def test_a_block_wins_and_is_not_told(alice: User, bob: User) -> None:
    befriend(alice, bob)
    blocks.block_user(bob, alice.pk)
    assert friend_ids(alice.pk) == frozenset()
    # Alice cannot notice the block: her request looks the same, but has no effect.
    assert not friendship.ask_for_friendship(alice, bob)
    assert [one.name for one in circle_of(alice).asked] == ["Bob"]
    assert circle_of(bob).asking == []
    assert not friendship.accept_friendship(bob, alice.pk)
    with pytest.raises(Refused) as refused:
        friendship.ask_for_friendship(bob, alice)
    assert refused.value.refusal.code == "unblock_first"


def test_a_link_makes_friends_at_once_until_it_is_renewed(alice: User, bob: User) -> None:
    token = friendship.link_of(alice)
    client = Client()
    client.force_login(bob)
    assert "Alice wants to be your friend" in client.get(f"/friends/with/{token}/").content.decode()
    assert client.post(f"/friends/with/{token}/").status_code == 302
    assert friend_ids(alice.pk) == {bob.pk}
    friendship.renew_link(alice)
    assert client.get(f"/friends/with/{token}/").status_code == 404
    # For a blocked user the page is the same as for an unknown link.
    blocks.block_user(alice, bob.pk)
    answer = client.post(f"/friends/with/{friendship.link_of(alice)}/")
    assert answer.status_code == 404
    assert friend_ids(alice.pk) == frozenset()


def test_somebody_without_an_account_becomes_a_friend_as_a_guest(alice: User) -> None:
    client = Client()
    client.post(f"/friends/with/{friendship.link_of(alice)}/")
    (guest,) = friend_ids(alice.pk)
    assert User.objects.get(pk=guest).is_guest


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Nobody", "There is no user called Nobody."),
        ("alice", "You cannot add yourself as a friend."),
        ("", "Enter a name."),
        (" \u200b", "Enter a name."),
    ],
)
def test_what_is_refused_stays_to_be_mended(alice: User, name: str, said: str) -> None:
    client = Client()
    client.force_login(alice)
    answer = client.post("/friends/ask", {"name": name})
    assert said in answer.content.decode()
    assert f'value="{name}"' in answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_requests_have_a_bound(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friendship, "MOST_OPEN", 1)
    friendship.ask_for_friendship(alice, person("Bob"))
    with pytest.raises(Refused) as refused:
        friendship.ask_for_friendship(alice, person("Carl"))
    assert refused.value.refusal.code == "too_many_asked"


def test_friends_see_who_is_here_and_nobody_else_does(alice: User, bob: User) -> None:
    befriend(alice, bob)
    own = online.page_of(bob)
    presence.heartbeat(own)
    assert [friend.is_here for friend in circle_of(alice).friends] == [True]
    assert "here now" in page_of(alice)
    assert "here now" not in page_of(person("Carl"))
    start = page_of(alice, "/")
    assert 'id="company"' in start
    assert "here now" in start
    presence.leave(own)
    assert [friend.is_here for friend in circle_of(alice).friends] == [False]
    assert 'id="company"' not in page_of(alice, "/")


def test_nothing_about_who_does_not_want_it(alice: User, bob: User) -> None:
    befriend(alice, bob)
    tables.open_match(bob, "sleeping_queens", seats=3, public=True)
    seen = circle_of(alice).friends
    assert [len(friend.tables) for friend in seen] == [1]
    assert "Join" in page_of(alice, "/")
    presence.heartbeat(online.page_of(bob))  # a page from before
    bob.hides_presence = True
    bob.save()
    presence.heartbeat(online.page_of(bob))
    (friend,) = circle_of(alice).friends
    assert friend.is_here is None
    assert not friend.tables
    assert "here now" not in page_of(alice)
    assert 'id="company"' not in page_of(alice, "/")
    count = online.who_is_here().count
    assert count >= 1, "hidden people still count as present"


def test_who_sits_at_a_friends_table_goes_back_to_it(alice: User, bob: User) -> None:
    """Friends who sit at the table return to it; they are not offered to watch or to sit down
    again.
    """
    befriend(alice, bob)
    match = tables.open_match(bob, "sleeping_queens", seats=3, public=True)
    seats.take_seat(match.pk, alice)
    for path in ("/friends/", "/"):
        page = page_of(alice, path)
        assert "Go to the table" in page
        assert f"/tables/{match.pk}/sit" not in page
        assert ">Watch<" not in page


def test_a_friend_is_invited_to_a_free_seat(alice: User, bob: User) -> None:
    match = tables.open_match(alice, "sleeping_queens", seats=2)
    client = Client()
    client.force_login(alice)
    invite = {"who": bob.pk, "match": match.pk}
    answer = client.post("/friends/invite", invite, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_a_friend")
    befriend(alice, bob)
    assert "Invite to Sleeping Queens" in page_of(alice)
    assert client.post("/friends/invite", invite).status_code == 302
    assert match.seats.get(number=1).kept_for == bob
    answer = client.post("/friends/invite", invite, headers={"accept": "application/json"})
    assert answer.json()["code"] == "table_full"
    answer = client.post("/friends/invite", {"who": bob.pk, "match": "x"})
    assert answer.status_code == 400


def test_friendships_go_with_a_guest_to_the_account(alice: User, bob: User) -> None:
    """They are deleted with a forgotten account."""
    guest = create_guest("en", "Gus")
    befriend(guest, bob)
    befriend(guest, alice)
    befriend(alice, bob)
    move_guest_to_account(guest, alice)
    assert friend_ids(alice.pk) == {bob.pk}
    assert friend_ids(bob.pk) == {alice.pk}
    assert [one["name"] for one in PARTS["friends"](alice)] == ["Bob"]
    anonymise_user(alice)
    assert friend_ids(bob.pk) == frozenset()


def test_a_field_for_a_name_suggests_friends_and_nobody_else(alice: User, bob: User) -> None:
    carol = person("Carol")
    befriend(alice, bob)
    friendship.ask_for_friendship(alice, carol)
    table = tables.open_match(alice, "daumen_drauf", seats=2)
    for path in ("/play/daumen_drauf/friends/", f"/matches/{table.pk}/"):
        shown = page_of(alice, path)
        assert '<option value="Bob">' in shown
        assert "Carol" not in shown
        assert '<option value="Alice">' not in page_of(carol, path)


def test_nobody_is_asked_to_sign_in_and_shown_nothing() -> None:
    assert "Please sign in first" in Client().get("/friends/").content.decode()
    assert Client().post("/friends/ask", {"name": "Alice"}).status_code == 403
