"""A club gets a new founder: a member who agrees, or the next in line of a founder who is gone."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.services import revoke_access
from accounts.services.anonymise_user import anonymise_user
from clubs.models import OFFER_LASTS, Club, ClubMember
from clubs.services import hand_over, join_club, lead_members
from core import clock
from moderation.models import AuditEntry
from moderation.sanctions.services.impose import impose_sanction
from tests.platform.accounts.cast import browser
from tests.platform.clubs.cast import founded, founder, member, role
from tests.platform.clubs.test_joining import refusal, told
from tests.platform.moderation.staff import mona

pytestmark = pytest.mark.django_db

PAGE = "/clubs/sunday/"


def test_a_club_is_handed_over_to_a_member_who_accepts() -> None:
    club, frida = founded()
    ada, bo = member(club, "Ada"), member(club, "Bo")
    lead = reverse("clubs:lead", args=["sunday", "hand-over"])
    assert browser(frida).post(lead, {"who": ada.pk}).status_code == 302
    assert founder(club) == frida
    assert told(ada) == ["Frida offers you the club Sunday club."]
    assert "asked to take over the club" in browser(frida).get(f"{PAGE}run/").content.decode()
    accept = reverse("clubs:act", args=["sunday", "accept-club"])
    assert "accept-club" not in browser(bo).get(PAGE).content.decode()
    assert browser(bo).post(accept).status_code == 409
    assert "accept-club" in browser(ada).get(PAGE).content.decode()
    assert browser(ada).post(accept).status_code == 302
    assert (role(club, frida), role(club, ada)) == ("officer", "founder")
    assert told(frida) == ["Ada leads the club Sunday club now. You are an officer."]
    assert browser(ada).post(accept).status_code == 409


def test_an_offer_is_declined_and_the_founder_is_told() -> None:
    club, frida = founded()
    ada = member(club, "Ada")
    hand_over.offer_club(club.pk, frida, ada.pk)
    browser(ada).post(reverse("clubs:act", args=["sunday", "decline-club"]))
    assert founder(club) == frida
    assert told(frida) == ["Ada has declined to take over the club Sunday club."]
    assert refusal(hand_over.accept_offer, club.pk, ada) == "offer_over"


@pytest.mark.parametrize("how", ["withdrawn", "late", "other", "left", "removed", "banned"])
def test_an_offer_ends(how: str) -> None:
    club, frida = founded()
    ada, bo = member(club, "Ada"), member(club, "Bo")
    hand_over.offer_club(club.pk, frida, ada.pk)
    if how == "withdrawn":
        browser(frida).post(
            reverse("clubs:lead", args=["sunday", "withdraw-offer"]), {"who": ada.pk}
        )
    elif how == "late":
        club.members.filter(user=ada).update(offered_at=clock.now() - OFFER_LASTS)
    elif how == "other":
        hand_over.offer_club(club.pk, frida, bo.pk)
    elif how == "left":
        join_club.leave_club(club.pk, ada)
    elif how == "removed":
        lead_members.remove_member(club.pk, frida, ada.pk)
    else:
        lead_members.ban_member(club.pk, frida, ada.pk)
    expected = "offer_over" if how in ("withdrawn", "late", "other") else "members_only"
    assert refusal(hand_over.accept_offer, club.pk, ada) == expected
    assert founder(club) == frida


def test_an_old_page_withdraws_no_offer_to_another_member() -> None:
    """The founder has offered the club to Bo since; the old page, which names Ada, says so."""
    club, frida = founded()
    ada, bo = member(club, "Ada"), member(club, "Bo")
    for one in (ada, bo):
        hand_over.offer_club(club.pk, frida, one.pk)
    withdraw = reverse("clubs:lead", args=["sunday", "withdraw-offer"])
    page = browser(frida).post(withdraw, {"who": ada.pk})
    assert page.status_code == 409
    assert "This offer was withdrawn, or its time is over." in page.content.decode()
    hand_over.accept_offer(club.pk, bo)
    assert founder(club) == bo


def test_a_founder_who_is_banned_is_replaced_at_once(
    django_capture_on_commit_callbacks: Any,
) -> None:
    club, frida = founded()
    ada, otto = member(club, "Ada"), member(club, "Otto", officer=True)
    hand_over.offer_club(club.pk, frida, ada.pk)
    with django_capture_on_commit_callbacks(execute=True):
        impose_sanction(mona(), frida, "ban", cause="other", reason="Enough.")
    assert (founder(club), role(club, frida)) == (otto, "member")
    assert told(otto)[-1] == (
        "You lead the club Sunday club now, because its founder no longer can."
    )
    entry = AuditEntry.objects.get(verb="succeed")
    assert (entry.by, entry.target) == (None, f"clubs.club:{club.pk}")
    assert "The club has a new founder" in browser(ada).get(PAGE).content.decode()
    assert refusal(hand_over.accept_offer, club.pk, ada) == "offer_over"
    with django_capture_on_commit_callbacks(execute=True):
        revoke_access.ban_user(otto)
    assert founder(club) == ada
    with django_capture_on_commit_callbacks(execute=True):
        revoke_access.ban_user(ada)
    assert founder(club) == ada, "nobody is left: the staff decides"


def test_a_suspended_founder_stays(django_capture_on_commit_callbacks: Any) -> None:
    club, frida = founded()
    member(club, "Ada")
    with django_capture_on_commit_callbacks(execute=True):
        impose_sanction(mona(), frida, "suspension", cause="other", reason="Rest.", days=3)
    assert founder(club) == frida


def test_a_deleted_founder_is_replaced_by_the_same_rule(
    django_capture_on_commit_callbacks: Any,
) -> None:
    club, frida = founded()
    ada, otto = member(club, "Ada"), member(club, "Otto", officer=True)
    with django_capture_on_commit_callbacks(execute=True):
        anonymise_user(frida)
    assert founder(club) == otto
    assert told(otto)[-1].startswith("You lead the club")
    assert not ClubMember.objects.filter(user=frida).exists()
    for user in (otto, ada):
        anonymise_user(user)
    assert not Club.objects.exists()
