"""Concurrent requests: each of two gets the right answer, and none a server error.

For unique rows the database decides which was first. Without the code under test, the second of
each pair gets a 500.
"""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import Export, User
from accounts.services import export_data
from accounts.services.guests import create_guest, move_guest_to_account
from accounts.services.rename_user import rename_user
from api.services.declare_bot import declare_bot
from daily import days
from daily.models import Attempt
from daily.services.begin_attempt import begin_attempt
from friends.friend_lists import friend_ids
from friends.models import FriendLink, Friendship, between
from friends.services import friendship
from leagues.models import League
from matches.services.rounds import finish
from notifications.models import Notice
from ratings.models import Feat
from ratings.services.feats import count_feats
from tests.platform.accounts import cast
from tests.platform.leagues.test_organising import written
from tests.platform.matches.cast import dealt, person, play_out
from tests.platform.parallel import at_once

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 10
FOUND, WRONG = HTTPStatus.FOUND, HTTPStatus.UNPROCESSABLE_ENTITY


def pairs(count: int = TIMES) -> list[tuple[User, User]]:
    return [(person(f"Alice {number}"), person(f"Bob {number}")) for number in range(count)]


def post(what: tuple[Client, str, dict[str, Any]]) -> int:
    client, address, fields = what
    return client.post(address, fields).status_code


def test_two_who_ask_each_other_are_friends() -> None:
    """This holds even if neither has seen the other's request; each gets at most one notice."""
    address = reverse("friends:ask")
    for alice, bob in pairs():
        asking = [
            (cast.browser(alice), address, {"name": bob.name}),
            (cast.browser(bob), address, {"name": alice.name}),
        ]
        assert at_once(post, asking) == [FOUND, FOUND]
        assert friend_ids(alice.pk) == {bob.pk}
        assert friend_ids(bob.pk) == {alice.pk}
    assert Notice.objects.filter(situation__startswith="friends.asks").count() == TIMES
    assert Notice.objects.filter(situation__startswith="friends.agreed").count() == TIMES


def test_one_asks_while_the_other_follows_their_link() -> None:
    for alice, bob in pairs():
        link = reverse("friends:link", args=[friendship.link_of(alice)])
        doing = [
            (cast.browser(alice), reverse("friends:ask"), {"name": bob.name}),
            (cast.browser(bob), link, {}),
        ]
        assert at_once(post, doing) == [FOUND, FOUND]
        assert friend_ids(alice.pk) == {bob.pk}


def test_two_tabs_ask_the_same_person() -> None:
    for alice, bob in pairs():
        asking = [(cast.browser(alice), reverse("friends:ask"), {"name": bob.name})] * 3
        assert at_once(post, asking) == [FOUND] * 3
        assert Friendship.objects.filter(asker=alice, asked=bob, since=None).count() == 1


def test_a_friend_of_both_the_guest_and_its_account() -> None:
    """A third person befriends the account while the guest's own friendship with that person moves
    there.
    """
    for alice, bob in pairs():
        guest = create_guest("en")
        friendship.befriend_by_link(guest, friendship.link_of(bob))

        def do(what: str, guest: User = guest, alice: User = alice, bob: User = bob) -> None:
            if what == "sign in":
                move_guest_to_account(guest, alice)
            else:
                friendship.ask_for_friendship(bob, alice)

        at_once(do, ["sign in", "ask"])
        assert Friendship.objects.filter(between(alice.pk, bob.pk)).count() == 1
        assert not Friendship.objects.filter(between(guest.pk, bob.pk)).exists()


def test_a_guest_signs_in_as_the_account_begins_the_daily_deal() -> None:
    for alice, _bob in pairs():
        guest = create_guest("en")
        day = days.today()
        Attempt.objects.create(day=day, user=guest)  # from before today's deal required an account
        begin_attempt(guest, day)

        def do(what: str, guest: User = guest, alice: User = alice) -> None:
            if what == "sign in":
                move_guest_to_account(guest, alice)
            else:
                begin_attempt(alice, days.today())

        at_once(do, ["sign in", "begin"])
        assert Attempt.objects.filter(user=alice).count() == 1


def test_one_link_is_made_however_often_the_page_is_opened() -> None:
    for alice, _bob in pairs():
        pages = [cast.browser(alice) for _ in range(3)]
        answers = at_once(lambda one: one.get(reverse("friends:friends")).status_code, pages)
        assert answers == [HTTPStatus.OK] * 3
        assert FriendLink.objects.filter(user=alice).count() == 1


def test_two_leagues_by_one_address() -> None:
    """The second founder sees the form again, with an error at the field and all typed values."""
    for number, (alice, bob) in enumerate(pairs()):
        fields = written(name=f"Autumn league {number}", description="Every Sunday.")
        founders = [cast.browser(alice), cast.browser(bob)]
        sending = [(one, fields) for one in founders]
        answers = at_once(lambda what: what[0].post("/leagues/new/", what[1]), sending)
        assert Counter(one.status_code for one in answers) == {FOUND: 1, WRONG: 1}
        (second,) = (one for one in answers if one.status_code == WRONG)
        # The error is for the address or, a moment later, for the name.
        assert second.context["form"].errors.keys() & {"slug", "name", "__all__"}
        assert "already" in str(second.context["form"].errors)
        assert "Every Sunday." in second.content.decode()
        assert League.objects.filter(name=fields["name"]).count() == 1


def test_a_second_factor_is_set_up_twice() -> None:
    """The user double-clicks the button that proves the first code."""
    address = reverse("accounts:set_up_second_factor")
    for alice, _bob in pairs(5):
        User.objects.filter(pk=alice.pk).update(seen_on="2100-01-01")
        page = cast.browser()
        page.post(
            reverse("accounts:sign_in"), {"login": alice.name, "password": "a long enough one"}
        )
        again_at = page.get(address)["Location"]
        page.post(again_at, {"password": "a long enough one", "next": address})
        secret = page.get(address).context["form"].secret
        code = {"code": cast.code(secret)}
        answers = at_once(post, [(again(page), address, code) for _ in range(2)])
        assert set(answers) <= {FOUND, WRONG}
        assert FOUND in answers
        factors = Authenticator.objects.filter(user=alice, type=Authenticator.Type.TOTP)
        assert factors.count() == 1


def test_a_mail_address_is_changed_twice(settings: Any) -> None:
    settings.CAN_MAIL = True
    address = reverse("accounts:mail_address")
    for alice, _bob in pairs(5):
        fields = {
            "email": f"alice{alice.pk}@example.org",
            "password": "a long enough one",
            "action_add": "",
        }
        answers = at_once(post, [(cast.browser(alice), address, fields) for _ in range(2)])
        assert set(answers) <= {FOUND, WRONG}
        assert FOUND in answers
        assert EmailAddress.objects.filter(user=alice).count() == 1


def test_an_account_becomes_a_bot_while_its_new_name_is_taken() -> None:
    """Marks and spaces do not distinguish names, so another user may take a name like "…[bot]"."""
    for ada, other in pairs():

        def call(one: User, ada: User = ada) -> str:
            try:
                if one == ada:
                    declare_bot(ada)
                else:
                    rename_user(one, f"{ada.name}bot")
            except ValidationError as refused:
                return str(refused.messages[0])
            return ""

        (taken,) = {*at_once(call, [ada, other])} - {""}
        assert "name" in taken


def test_an_export_that_is_ready_just_now_is_the_one_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker may finish it between the check for an existing one and its lookup."""
    alice = cast.alice()
    waiting = export_data.request_export(alice)
    create = Export.objects.create

    def late(**fields: Any) -> Export:
        try:
            return create(**fields)
        finally:
            at_once(lambda made: Export.objects.filter(pk=made).update(file=b""), [waiting.pk])

    monkeypatch.setattr(Export.objects, "create", late)
    assert export_data.request_export(alice) == waiting


def test_two_workers_count_the_feats_of_one_match() -> None:
    """The end of a match may be reported twice, to two workers at the same moment."""
    match = dealt(person("Alice"), person("Bob"), target="rounds-1")
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    count_feats(match_id=match.pk)
    counted = set(Feat.objects.filter(match=match).values_list("seat", "name", "count"))
    assert counted
    for _ in range(TIMES):
        at_once(lambda pk: count_feats(match_id=pk), [match.pk] * 3)
    assert set(Feat.objects.filter(match=match).values_list("seat", "name", "count")) == counted


def test_a_guest_signs_in_to_the_account_in_two_tabs() -> None:
    """The guest's data moves once, in whichever tab first."""
    for alice, bob in pairs(5):
        guest = create_guest("en")
        friendship.befriend_by_link(guest, friendship.link_of(bob))
        first = cast.browser(guest)
        tabs = [again(first) for _ in range(2)]
        fields = {"login": alice.name, "password": "a long enough one"}
        answers = at_once(post, [(tab, reverse("accounts:sign_in"), fields) for tab in tabs])
        assert FOUND in answers
        assert set(answers) <= {FOUND, HTTPStatus.BAD_REQUEST}  # its session has ended meanwhile
        assert friend_ids(alice.pk) == {bob.pk}


def again(page: Client) -> Client:
    """Return another tab of the same browser."""
    tab = cast.browser()
    tab.cookies = page.cookies
    return tab
