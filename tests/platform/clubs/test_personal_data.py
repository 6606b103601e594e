"""A user's clubs in the export of their data, and after the deletion of their account."""

from __future__ import annotations

import pytest

from clubs.models import Announcement, Club, ClubMessage
from clubs.personal_data import (
    export_announcements,
    export_memberships,
    export_messages,
    forget_user,
)
from clubs.services import announcements, talk
from tests.platform.clubs.cast import founded, founder, member, role

pytestmark = pytest.mark.django_db


def test_the_export_has_clubs_and_texts() -> None:
    club, frida = founded()
    talk.post_message(club.pk, frida, "Hello")
    announcements.announce(club.pk, frida, "Cards", "Tea")
    (own,) = export_memberships(frida)
    assert (own["club_name"], own["role"]) == ("Sunday club", "founder")
    assert [one["text"] for one in export_messages(frida)] == ["Hello"]
    assert [one["title"] for one in export_announcements(frida)] == ["Cards"]


def test_a_deleted_founder_is_followed_by_the_oldest_officer() -> None:
    club, frida = founded()
    ada, otto = member(club, "Ada"), member(club, "Otto", officer=True)
    talk.post_message(club.pk, frida, "Hello")
    announcements.announce(club.pk, frida, "Cards", "Tea")
    forget_user(user_id=frida.pk)
    assert founder(club) == otto
    assert not ClubMessage.objects.exists()
    assert not Announcement.objects.exists()
    forget_user(user_id=otto.pk)
    assert founder(club) == ada
    assert role(club, otto) == ""
    forget_user(user_id=ada.pk)
    assert not Club.objects.exists()
