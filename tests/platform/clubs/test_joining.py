"""How people become members of a club, and how they leave it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services import blocks
from clubs.models import Club, ClubMember
from clubs.services import found_club, hand_over, join_club, lead_members
from core.refusals import Refused
from notifications.models import Notice
from tests.platform.accounts.cast import browser, gus
from tests.platform.clubs.cast import founded, founder, member, role
from tests.platform.matches.cast import person
from tests.sure import sure

pytestmark = pytest.mark.django_db


def refusal(verb: object, *args: object) -> str:
    with pytest.raises(Refused) as error:
        verb(*args)  # type: ignore[operator]
    return error.value.refusal.code


def told(user: User) -> list[str]:
    rows = Notice.objects.filter(user=user, kind="club").order_by("id")
    return [sure(one.news)["sentence"] % sure(one.news)["facts"] for one in rows]


def test_a_request_is_answered_by_an_officer_and_told() -> None:
    club, frida = founded()
    otto = member(club, "Otto", officer=True)
    asker = person("Ada")
    answer = browser(asker).post(reverse("clubs:act", args=["sunday", "join"]), follow=True)
    assert "Your request is sent." in answer.content.decode()
    assert role(club, asker) == "asked"
    assert told(frida) == told(otto)[1:] == ["Ada asks to join the club Sunday club."]
    desk = browser(otto).get(reverse("clubs:run", args=["sunday"])).content.decode()
    assert "Ada" in desk
    address = reverse("clubs:lead", args=["sunday", "accept"])
    assert browser(otto).post(address, {"who": asker.pk}).status_code == 302
    assert role(club, asker) == "member"
    assert told(asker) == ["You are now a member of the club Sunday club."]


def test_a_second_answer_to_a_request_changes_nothing() -> None:
    club, frida = founded()
    asker = person("Ada")
    join_club.join_club(club.pk, asker)
    join_club.join_club(club.pk, asker)
    assert club.members.filter(user=asker).count() == 1
    lead_members.accept_request(club.pk, frida, asker.pk)
    lead_members.accept_request(club.pk, frida, asker.pk)
    assert len(told(asker)) == 1
    assert refusal(lead_members.decline_request, club.pk, frida, asker.pk) == "request_answered"
    assert role(club, asker) == "member"


def test_who_was_declined_may_ask_again() -> None:
    club, frida = founded()
    asker = person("Ada")
    join_club.join_club(club.pk, asker)
    lead_members.decline_request(club.pk, frida, asker.pk)
    assert refusal(lead_members.accept_request, club.pk, frida, asker.pk) == "request_answered"
    assert told(asker) == []
    join_club.join_club(club.pk, asker)
    assert role(club, asker) == "asked"
    browser(asker).post(reverse("clubs:leave", args=["sunday"]))
    assert role(club, asker) == ""


def test_an_open_club_takes_anybody_with_an_account() -> None:
    club, _frida = founded(entrance=Club.Entrance.OPEN)
    ada, guest = person("Ada"), gus()
    browser(ada).post(reverse("clubs:act", args=["sunday", "join"]))
    assert role(club, ada) == "member"
    answer = browser(guest).post(reverse("clubs:act", args=["sunday", "join"]))
    assert answer.status_code == 403
    assert "You need an account to join a club." in answer.content.decode()
    assert role(club, guest) == ""


def test_a_private_club_is_seen_and_joined_by_its_link_only() -> None:
    club, frida = founded(entrance=Club.Entrance.LINK)
    assert club.slug != "sunday"
    ada = person("Ada")
    page, link = (
        reverse("clubs:club", args=[club.slug]),
        reverse("clubs:invited", args=[club.invite]),
    )
    assert browser(ada).get(page).status_code == 404
    assert browser().get(page).status_code == 404
    assert browser(ada).post(reverse("clubs:act", args=[club.slug, "join"])).status_code == 404
    assert refusal(join_club.join_club, club.pk, ada) == "not_found"
    assert "Sunday club" not in browser(ada).get(reverse("clubs:clubs")).content.decode()
    assert "Sunday club" in browser().get(link).content.decode()
    assert browser().post(link).status_code == 302
    assert browser(ada).post(link, follow=True).status_code == 200
    assert role(club, ada) == "member"
    assert "Sunday club" in browser(ada).get(reverse("clubs:clubs")).content.decode()
    desk = browser(frida).get(reverse("clubs:run", args=[club.slug])).content.decode()
    assert link in desk
    assert "qr-code" in desk


def test_a_replaced_link_no_longer_works() -> None:
    club, frida = founded()
    old = sure(club.invite)
    found_club.set_link(club.pk, frida, on=True)
    assert browser(person("Ada")).get(reverse("clubs:invited", args=[old])).status_code == 404
    found_club.set_link(club.pk, frida, on=False)
    club.refresh_from_db()
    assert club.invite is None
    assert (
        "Make a link" in browser(frida).get(reverse("clubs:run", args=["sunday"])).content.decode()
    )


def test_who_is_removed_may_come_back_but_not_who_is_banned() -> None:
    club, frida = founded()
    ada, bert = member(club, "Ada"), member(club, "Bert")
    lead_members.remove_member(club.pk, frida, ada.pk)
    lead_members.ban_member(club.pk, frida, bert.pk)
    assert role(club, ada) == ""
    join_club.join_by_link(sure(club.invite), ada)
    assert role(club, ada) == "member"
    assert refusal(join_club.join_by_link, sure(club.invite), bert) == "club_refuses_you"
    assert refusal(join_club.join_club, club.pk, bert) == "club_refuses_you"
    assert refusal(join_club.leave_club, club.pk, bert) == "not_found"
    lead_members.lift_ban(club.pk, frida, bert.pk)
    join_club.join_by_link(sure(club.invite), bert)
    assert role(club, bert) == "member"


def test_who_is_blocked_by_a_leader_cannot_join() -> None:
    club, frida = founded(entrance=Club.Entrance.OPEN)
    ada = person("Ada")
    blocks.block_user(frida, ada.pk)
    assert refusal(join_club.join_club, club.pk, ada) == "club_refuses_you"
    assert refusal(join_club.join_by_link, sure(club.invite), ada) == "club_refuses_you"


def test_an_officer_removes_members_but_no_officer() -> None:
    club, frida = founded()
    otto, olga, ada = (
        member(club, "Otto", officer=True),
        member(club, "Olga", officer=True),
        member(club, "Ada"),
    )
    assert refusal(lead_members.remove_member, club.pk, otto, olga.pk) == "not_yours"
    assert refusal(lead_members.ban_member, club.pk, otto, frida.pk) == "not_yours"
    assert refusal(lead_members.appoint_officer, club.pk, otto, ada.pk) == "not_yours"
    assert refusal(lead_members.remove_member, club.pk, ada, otto.pk) == "not_yours"
    assert refusal(lead_members.remove_member, club.pk, frida, frida.pk) == "founder_stays"
    lead_members.remove_member(club.pk, otto, ada.pk)
    lead_members.dismiss_officer(club.pk, frida, olga.pk)
    assert role(club, olga) == "member"


def test_the_founder_hands_over_before_leaving() -> None:
    club, frida = founded()
    ada = member(club, "Ada")
    assert refusal(join_club.leave_club, club.pk, frida) == "founder_stays"
    page = browser(frida).get(reverse("clubs:leave", args=["sunday"])).content.decode()
    assert "Hand the club over first, or close it." in page
    hand_over.offer_club(club.pk, frida, ada.pk)
    hand_over.accept_offer(club.pk, ada)
    join_club.leave_club(club.pk, frida)
    assert founder(club) == ada


def test_a_club_is_closed_after_a_tick() -> None:
    club, frida = founded()
    otto, ada = member(club, "Otto", officer=True), member(club, "Ada")
    address = reverse("clubs:close", args=["sunday"])
    assert browser(otto).post(address, {"sure": "yes"}).status_code == 403
    assert browser(frida).post(address).status_code == 422
    assert Club.objects.exists()
    assert browser(frida).post(address, {"sure": "yes"}).status_code == 302
    assert not Club.objects.exists()
    assert told(otto)[-1] == "Frida has closed the club Sunday club."
    assert told(ada) == []
    assert not ClubMember.objects.exists()
