"""The chat and the announcements of a club: who reads them, who deletes them, and the notices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

from accounts.models import Restriction, User
from accounts.services import blocks, mutes
from accounts.services.restrictions import restrict_user
from clubs import limits
from clubs.consumers import ClubSocket
from clubs.models import Announcement, Club, ClubMessage
from clubs.personal_data import forget_user
from clubs.services import announcements, staff_measures, talk
from clubs.services.join_club import join_by_link
from clubs.services.lead_members import remove_member
from core.refusals import Refused
from core.reportable import find_written
from moderation.models import AuditEntry, Report
from notifications.models import Channel, Delivery, Kind, Notice
from notifications.services import deliver
from notifications.services.channels import choose_kinds, expect_mail
from realtime.sockets import PageReader
from tests.platform.accounts.cast import alice, browser
from tests.platform.clubs.cast import founded, member
from tests.platform.matches.cast import person
from tests.platform.moderation.staff import mona
from tests.sure import sure

pytestmark = pytest.mark.django_db

PAGE = "/clubs/sunday/"
HELLO = "Who plays <tonight>?"
SHOWN = "Who plays &lt;tonight&gt;?"


def write(user: User, text: str = HELLO) -> int:
    return (
        browser(user)
        .post(reverse("clubs:act", args=["sunday", "write"]), {"text": text})
        .status_code
    )


def fragments(club: Club, user: User) -> Mapping[str, str] | None:
    reader = PageReader(
        user_id=user.pk, epoch=user.epoch, language="en", query=(("club", str(club.pk)),)
    )
    return ClubSocket.fragments([reader])[reader]


def test_members_read_at_once_what_a_member_writes() -> None:
    club, frida = founded()
    ada, zoe = member(club, "Ada"), person("Zoe")
    assert write(ada) == 302
    assert SHOWN in browser(frida).get(PAGE).content.decode()
    assert SHOWN in sure(fragments(club, frida))["#thread"]
    assert SHOWN not in browser(zoe).get(PAGE).content.decode()
    assert fragments(club, zoe) is None
    assert write(zoe) == 403
    mutes.mute_user(frida, ada.pk)
    assert SHOWN not in browser(frida).get(PAGE).content.decode()


def test_a_refused_message_stays_in_the_field() -> None:
    club, _frida = founded()
    ada = member(club, "Ada")
    answer = browser(ada).post(reverse("clubs:act", args=["sunday", "write"]), {"text": "x" * 300})
    assert answer.status_code == 422
    assert "x" * 300 in answer.content.decode()
    restrict_user(ada, {Restriction.What.TALK: None})
    assert write(ada) == 403
    assert not ClubMessage.objects.exists()


def test_nobody_floods_a_club() -> None:
    club, frida = founded()
    for number in range(limits.MESSAGES.most):
        talk.post_message(club.pk, frida, f"Message {number}")
    with pytest.raises(Refused) as error:
        talk.post_message(club.pk, frida, "One more")
    assert error.value.refusal.code == "talk_too_fast"


def test_officers_delete_all_messages_and_members_their_own() -> None:
    club, frida = founded()
    ada, bert = member(club, "Ada"), member(club, "Bert")
    write(ada)
    write(bert)
    first, second = ClubMessage.objects.order_by("id")
    address = reverse("clubs:act", args=["sunday", "remove-message"])
    assert browser(ada).post(address, {"message": second.pk}).status_code == 403
    assert browser(ada).post(address, {"message": first.pk}).status_code == 302
    assert browser(frida).post(address, {"message": second.pk}).status_code == 302
    assert not ClubMessage.objects.exists()


def test_an_announcement_stands_there_and_is_told() -> None:
    club, frida = founded()
    ada, bert, carl = (member(club, name) for name in ("Ada", "Bert", "Carl"))
    browser(bert).post(reverse("clubs:act", args=["sunday", "news-off"]))
    blocks.block_user(carl, frida.pk)
    typed = {"title": "Cards on Friday", "text": "At eight.\nBring tea."}
    assert browser(ada).post(reverse("clubs:announce", args=["sunday"]), typed).status_code == 403
    empty = browser(frida).post(reverse("clubs:announce", args=["sunday"]), {"title": "Cards"})
    assert empty.status_code == 422
    assert "Cards" in empty.content.decode()
    assert browser(frida).post(reverse("clubs:announce", args=["sunday"]), typed).status_code == 302
    assert "Bring tea." in browser(ada).get(PAGE).content.decode()
    announcements.tell_announcements()
    announcements.tell_announcements()
    notice = Notice.objects.get(kind="club")
    assert notice.user == ada
    assert sure(notice.news)["facts"]["title"] == "Cards on Friday"
    browser(bert).post(reverse("clubs:act", args=["sunday", "news-on"]))
    announcements.announce(club.pk, frida, "Again", "Tea")
    announcements.tell_announcements()
    assert Notice.objects.filter(user=bert).count() == 1


def test_an_announcement_comes_by_mail(settings: Any) -> None:
    settings.CAN_MAIL = True
    club, frida = founded()
    reader = alice()
    EmailAddress.objects.create(user=reader, email=reader.email, verified=True, primary=True)
    join_by_link(sure(club.invite), reader)
    announcements.announce(club.pk, frida, "Tea", "At nine.")
    announcements.tell_announcements()
    assert Delivery.objects.get().status == Delivery.Status.SKIPPED, "nobody asked for mail"
    Delivery.objects.all().delete()
    mailbox = Channel.objects.get()
    choose_kinds(mailbox, [*mailbox.kinds, Kind.CLUB], daily=False)
    announcements.announce(club.pk, frida, "Cards on Friday", "At eight.\nBring tea.")
    announcements.tell_announcements()
    assert not Announcement.objects.filter(told_at=None).exists()
    deliver.deliver_notice(Delivery.objects.get().pk)
    (sent,) = mail.outbox
    assert sent.subject == "Sunday club: Cards on Friday"
    assert "Frida writes: At eight. Bring tea." in sent.body
    assert "List-Unsubscribe" in sent.extra_headers


def test_an_announcement_is_deleted_by_an_officer() -> None:
    club, frida = founded()
    announcements.announce(club.pk, frida, "Cards", "Tea")
    address = reverse("clubs:act", args=["sunday", "remove-announcement"])
    number = {"announcement": Announcement.objects.get().pk}
    assert browser(member(club, "Ada")).post(address, number).status_code == 403
    assert browser(frida).post(address, number).status_code == 302
    assert not Announcement.objects.exists()


@pytest.mark.parametrize("how", ["officer", "staff", "closed", "forgotten"])
def test_a_deleted_announcement_leaves_the_notices(how: str, settings: Any) -> None:
    settings.CAN_MAIL = True
    club, frida = founded()
    reader = alice()
    EmailAddress.objects.create(user=reader, email=reader.email, verified=True, primary=True)
    join_by_link(sure(club.invite), reader)
    mailbox = sure(expect_mail(reader))
    choose_kinds(mailbox, [Kind.CLUB], daily=False)
    announcements.announce(club.pk, frida, "Cards on Friday", "At eight.")
    announcements.tell_announcements()
    waiting = Delivery.objects.get()
    assert Notice.objects.filter(user=reader, kind=Kind.CLUB).count() == 1
    row = Announcement.objects.get()
    if how == "officer":
        announcements.remove_announcement(club.pk, frida, row.pk)
    elif how == "staff":
        staff_measures.remove_text(club.pk, mona(), row)
    elif how == "closed":
        staff_measures.close_as_staff(club.pk, mona(), "Enough.")
    else:
        forget_user(user_id=frida.pk)
    notices = Notice.objects.filter(user=reader, kind=Kind.CLUB)
    assert not [one for one in notices if "Cards" in str(one.news)]
    deliver.deliver_notice(waiting.pk)
    assert not mail.outbox


def test_texts_of_a_club_are_reported_by_their_readers() -> None:
    club, frida = founded()
    ada, zoe = member(club, "Ada"), person("Zoe")
    write(ada)
    announcements.announce(club.pk, frida, "Cards", "Tea")
    message, news = ClubMessage.objects.get(), Announcement.objects.get()
    assert sure(find_written("club_message", frida.pk, str(message.pk))).author_id == ada.pk
    assert sure(find_written("club_news", ada.pk, str(news.pk))).author_id == frida.pk
    assert sure(find_written("club", zoe.pk, str(club.pk))).author_id == frida.pk
    assert find_written("club_message", zoe.pk, str(message.pk)) is None
    assert find_written("club_news", zoe.pk, str(news.pk)) is None
    assert find_written("club_news", zoe.pk, "x") is None
    Club.objects.update(entrance=Club.Entrance.LINK)
    assert find_written("club", zoe.pk, str(club.pk)) is None
    address = reverse("moderation:file_report") + f"?of=club_message&said={message.pk}"
    assert HELLO.split()[0] in browser(frida).get(address).content.decode()
    assert browser(frida).post(address, {"words": "rude"}).status_code == 302
    assert Report.objects.get().about == ada


def test_a_moderator_deletes_texts_and_closes_a_club() -> None:
    club, frida = founded(entrance=Club.Entrance.LINK)
    talk.post_message(club.pk, frida, "Something rude")
    announcements.announce(club.pk, frida, "Rude", "Words")
    monas = browser(mona())
    assert browser(frida).get(reverse("clubs:staff_clubs")).status_code == 403
    assert "Sunday club" in monas.get(reverse("clubs:staff_clubs")).content.decode()
    found = monas.get(reverse("clubs:staff_clubs"), {"name": "sunday"}).content.decode()
    assert "Sunday club" in found
    lost = monas.get(reverse("clubs:staff_clubs"), {"name": "monday"}).content.decode()
    assert "There is no club like this." in lost
    page = reverse("clubs:staff_club", args=[club.pk])
    assert "Something rude" in monas.get(page).content.decode()

    def act(verb: str, **typed: object) -> int:
        return monas.post(reverse("clubs:staff_act", args=[club.pk, verb]), typed).status_code

    assert act("remove-message", number=ClubMessage.objects.get().pk) == 302
    assert act("remove-announcement", number=Announcement.objects.get().pk) == 302
    assert not ClubMessage.objects.exists()
    assert not Announcement.objects.exists()
    assert act("clear") == 422
    assert act("clear", reason="Advertising") == 302
    club.refresh_from_db()
    assert club.about == ""
    assert act("close", reason="Advertising again") == 302
    assert not Club.objects.exists()
    facts = [sure(one.news)["facts"] for one in Notice.objects.filter(user=frida).order_by("id")]
    assert [one["reason"] for one in facts] == ["Advertising", "Advertising again"]
    verbs = AuditEntry.objects.filter(app="clubs").order_by("id").values_list("verb", flat=True)
    assert list(verbs) == ["remove", "remove", "clear", "close"]


def test_a_removed_member_finds_their_message_again() -> None:
    """The page without the form tells the refusal, and keeps the text."""
    club, frida = founded()
    ada = member(club, "Ada")
    remove_member(club.pk, frida, ada.pk)
    page = browser(ada).post(reverse("clubs:act", args=["sunday", "write"]), {"text": HELLO})
    assert page.status_code == 403
    said = page.content.decode()
    assert 'role="alert">Only members of the club can do this.' in said
    assert "What you wrote" in said
    assert SHOWN in said
