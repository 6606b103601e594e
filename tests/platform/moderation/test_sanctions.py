"""Sanctions: the forbidden actions at every entry point, the end, and the appeal."""

from __future__ import annotations

import re
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services.anonymise_user import anonymise_user
from core import clock
from core.refusals import Refused
from core.signals import user_revoked
from lobby.services.quick_match import quick_match
from matches.actors import Person
from matches.models import Match, Message, Seat
from matches.requests import Saying
from matches.services.absence import vacate_seats
from matches.services.seating import seats, tables
from matches.services.talk import post_message
from matches.store.load_match import load_table
from moderation import tasks
from moderation.models import AuditEntry, Sanction, SanctionAppeal
from moderation.sanctions.services import appeal
from moderation.sanctions.services.impose import impose_sanction
from moderation.sanctions.services.lift import lift_sanction
from tests.platform.accounts.cast import PASSWORD, alice, bob, browser, gus
from tests.platform.matches.cast import GAME, dealt, fresh_key, opened
from tests.platform.moderation.staff import adele, max_, mona

pytestmark = pytest.mark.django_db(transaction=True)

DAY_MS = 24 * 3600 * 1000


def decide(by: User, user: User, kind: str, days: int | None = None) -> Sanction:
    sanction = impose_sanction(
        by, user, kind, cause="insult", reason="You swore at Bob.", days=days
    )
    user.refresh_from_db()
    return sanction


def speak(match: Match, user: User, text: str = "Hello") -> None:
    post_message(
        load_table(match.pk), Person(user.pk, user.epoch), Saying(text=text, key=fresh_key())
    )


def refusal_of(deed: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as caught:
        deed(*args, **kwargs)
    return caught.value.refusal.code


def test_a_warning_is_read_and_keeps_from_nothing() -> None:
    by, user = mona(), alice()
    decide(by, user, "warning", days=7)
    assert Sanction.objects.get().ends_at is None
    speak(opened(user, bots=1, public=True), user)
    page = browser(user)
    assert "There is a decision about you" in page.get("/").content.decode()
    shown = page.get(reverse("moderation:decisions")).content.decode()
    assert "You swore at Bob." in shown
    assert "There is a decision about you" not in page.get("/").content.decode()
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.verb, entry.target) == (by, "warning", f"accounts.user:{user.pk}")


def test_a_mute_holds_until_its_end() -> None:
    by, user = mona(), alice()
    match = opened(user, bob())
    decide(by, user, "mute", days=3)
    assert refusal_of(speak, match, user) == "may_not_talk_until"
    assert not Message.objects.exists()
    # The form on the page refuses it as well, and keeps the typed text.
    answer = browser(user).post(
        reverse("matches:say_at_table", args=[match.pk]), {"text": "But listen", "key": fresh_key()}
    )
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "But listen" in answer.content.decode()
    with clock.shifted(3 * DAY_MS + 1000):
        speak(match, user)
    assert Message.objects.count() == 1


def test_of_two_mutes_the_longer_holds() -> None:
    by, user = mona(), alice()
    match = opened(user, bots=1)
    decide(by, user, "mute")
    second = decide(by, user, "mute", days=1)
    assert refusal_of(speak, match, user) == "may_not_talk"
    lift_sanction(by, Sanction.objects.exclude(pk=second.pk).get().pk, "a mistake")
    assert refusal_of(speak, match, user) == "may_not_talk_until"


def test_a_ban_from_public_tables_covers_every_entry_point() -> None:
    by, user, other = mona(), alice(), bob()
    public, private = opened(other, bots=1, public=True), opened(other, bots=1)
    decide(by, user, "no_public", days=7)
    code = "may_not_public_until"
    for match in (public, private):
        match.seats.filter(number=1).update(bot="")
    assert refusal_of(seats.take_seat, public.pk, user) == code
    assert refusal_of(tables.open_match, user, GAME, seats=2, public=True) == code
    assert refusal_of(quick_match, user, GAME) == code
    seats.take_seat(private.pk, user)
    answer = browser(user).post(reverse("lobby:quick_match"), {"game": GAME})
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "until" in answer.content.decode()


def test_a_suspension_blocks_every_entry_point_until_its_end() -> None:
    by, user, other = mona(), alice(), bob()
    running, waiting = dealt(user, other), opened(user, other)
    news: list[int] = []

    def listen(*, user_id: int, **_: Any) -> None:
        news.append(user_id)

    user_revoked.connect(listen)
    page = browser(user)
    decide(by, user, "suspension", days=7)
    user_revoked.disconnect(listen)
    assert news == [user.pk]
    # Seats: a bot plays on, and a table that was not dealt loses them.
    assert running.seats.get(user=user).stand_in
    assert not waiting.seats.filter(user=user).exists()
    assert Match.objects.get(pk=waiting.pk).host == other
    # The open page is signed out, and shows the decision.
    assert not page.get("/").wsgi_request.user.is_authenticated
    assert "You swore at Bob." in page.get(reverse("moderation:decisions")).content.decode()
    answer = page.post(reverse("lobby:play_now", args=[GAME]))
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert reverse("moderation:decisions") in answer.content.decode()
    # The right password opens only the page of the decision.
    fresh = browser()
    signed = fresh.post("/sign-in/", {"login": "Alice", "password": PASSWORD})
    assert signed["Location"] == reverse("moderation:decisions")
    assert "You swore at Bob." in fresh.get(signed["Location"]).content.decode()
    assert not fresh.get("/").wsgi_request.user.is_authenticated
    wrong = browser().post("/sign-in/", {"login": "Alice", "password": "not it"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    tasks.readmit_suspended()
    assert not User.objects.get(pk=user.pk).is_active
    with clock.shifted(7 * DAY_MS + 1000):
        tasks.readmit_suspended()
    assert User.objects.get(pk=user.pk).is_active


def test_a_banned_guest_is_told_by_the_session_alone() -> None:
    by, guest = mona(), gus()
    page = browser(guest)
    decide(by, guest, "ban", days=3)
    assert Sanction.objects.get().ends_at is None
    assert "You swore at Bob." in page.get(reverse("moderation:decisions")).content.decode()
    sanction = Sanction.objects.get()
    answer = page.post(
        reverse("moderation:appeal_sanction", args=[sanction.pk]), {"words": "It was not I."}
    )
    assert answer.status_code == HTTPStatus.FOUND
    assert SanctionAppeal.objects.get().words == "It was not I."


def test_what_was_lost_on_the_way_is_done_by_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    by, user = mona(), alice()
    match = dealt(user, bob())
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not match.seats.get(user=user).stand_in
    vacate_seats.sweep_seats()
    vacate_seats.sweep_seats()
    assert match.seats.get(user=user).stand_in
    assert match.departures.count() == 1
    assert by.is_active


def test_who_is_gone_for_good_is_not_let_in_by_an_end() -> None:
    by, guest = mona(), gus()
    decide(by, guest, "suspension", days=1)
    anonymise_user(guest)
    with clock.shifted(2 * DAY_MS):
        tasks.readmit_suspended()
    assert not User.objects.get(pk=guest.pk).is_active


def test_who_may_decide_about_whom() -> None:
    by, other, chief = mona(), max_(), adele()
    root = User.objects.create_superuser("Root", PASSWORD)
    gone = gus()
    anonymise_user(gone)
    gone.refresh_from_db()
    for judge, user, code in (
        (by, by, "sanction_yourself"),
        (by, other, "above_you"),
        (chief, other, "above_you"),
        (by, root, "above_you"),
        (by, gone, "nobody_there"),
    ):
        assert refusal_of(decide, judge, user, "warning") == code
    decide(root, other, "warning")
    user = alice()
    assert refusal_of(decide, by, user, "suspension") == "end_missing"
    assert (
        refusal_of(impose_sanction, by, user, "ban", cause="spam", reason=" ") == "reason_missing"
    )
    assert not Sanction.objects.filter(user=user).exists()


def test_forms_of_several_sanctions_have_their_own_ids() -> None:
    by, user = mona(), alice()
    for kind in ("mute", "suspension"):
        decide(by, user, kind, days=1)
    for viewer, address in (
        (by, reverse("moderation:person", args=[user.pk])),
        (user, reverse("moderation:decisions")),
    ):
        ids = re.findall(r'\bid="([^"]*words[^"]*)"', browser(viewer).get(address).content.decode())
        assert len(ids) == len(set(ids)) == Sanction.objects.count()


def test_an_invisible_reason_is_told_at_its_field() -> None:
    by, user = mona(), alice()
    address = reverse("moderation:person", args=[user.pk])
    fields = {"kind": "warning", "cause": "insult", "days": "", "reason": "\u200b\u200b"}
    answer = browser(by).post(address, fields)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["reason"]
    sanction = decide(by, user, "mute")
    appeal_at = reverse("moderation:appeal_sanction", args=[sanction.pk])
    answer = browser(user).post(appeal_at, {"words": "\u200b\u200b"})
    assert f'id="id_words_{sanction.pk}_error"' in answer.content.decode()


def test_an_appeal_is_decided_by_somebody_else_once() -> None:
    by, other, user = mona(), max_(), alice()
    sanction = decide(by, user, "mute")
    match = opened(user, bots=1)
    assert refusal_of(appeal.appeal_sanction, bob(), sanction.pk, "Please") == "not_found"
    assert refusal_of(appeal.appeal_sanction, user, sanction.pk, "  ") == "reason_missing"
    found = appeal.appeal_sanction(user, sanction.pk, "It was a quotation.")
    assert refusal_of(appeal.appeal_sanction, user, sanction.pk, "Again") == "appealed"
    assert (
        refusal_of(appeal.decide_appeal, by, found.pk, uphold=True, answer="No") == "decided_by_you"
    )
    assert list(appeal.open_appeals_for(by)) == []
    assert list(appeal.open_appeals_for(other)) == [found]
    appeal.decide_appeal(other, found.pk, uphold=False, answer="So it was.")
    third = adele()
    assert refusal_of(appeal.decide_appeal, third, found.pk, uphold=True, answer="No") == "decided"
    speak(match, user)
    sanction.refresh_from_db()
    assert (sanction.lifted_by, sanction.lift_reason) == (other, "So it was.")
    assert refusal_of(lift_sanction, by, sanction.pk, "again") == "lifted_already"
    verbs = list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))
    assert verbs == ["mute", "appeal-lifted", "lift"]


def test_the_staff_reads_that_there_is_an_appeal() -> None:
    """The link is a noun, "appeal", not a verb as on a button: other languages distinguish the two."""
    user, by = alice(), mona()
    found = appeal.appeal_sanction(user, decide(by, user, "mute").pk, "It was a quotation.")
    page = browser(max_()).get(
        reverse("moderation:person", args=[user.pk]), headers={"Accept-Language": "de"}
    )
    address = reverse("moderation:appeal", args=[found.pk])
    assert f'<a href="{address}">Ein Einspruch</a>' in page.content.decode()


def test_an_appeal_that_fails_leaves_the_sanction() -> None:
    by, other, user = mona(), max_(), alice()
    sanction = decide(by, user, "ban")
    found = appeal.appeal_sanction(user, sanction.pk, "Why?")
    appeal.decide_appeal(other, found.pk, uphold=True, answer="You know why.")
    user.refresh_from_db()
    assert not user.is_active
    assert user.decision_unread
    assert Sanction.objects.in_force(clock.now()).get() == sanction


def test_what_is_over_cannot_be_appealed_or_lifted() -> None:
    by, user = mona(), alice()
    sanction = decide(by, user, "mute", days=1)
    with clock.shifted(2 * DAY_MS):
        assert refusal_of(appeal.appeal_sanction, user, sanction.pk, "Please") == "over_already"
        assert refusal_of(lift_sanction, by, sanction.pk, "Please") == "over_already"


def test_sanctions_end_with_the_moment(settings: Any) -> None:
    user = alice()
    sanction = decide(mona(), user, "mute", days=1)
    assert sanction.ends_at is not None
    assert sanction.ends_at - sanction.at == timedelta(days=1)
    assert sanction.holds(sanction.at)
    assert not sanction.holds(sanction.ends_at)
    assert Seat.objects.count() == 0
