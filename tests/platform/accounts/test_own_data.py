"""A user's data: a complete export for a limited time, and nothing left after the account."""

from __future__ import annotations

import json
from http import HTTPStatus

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.urls import reverse

from accounts import export_parts, tasks
from accounts.models import Export, User
from accounts.services import blocks, export_data
from accounts.services.delete_account import delete_account
from core import clock
from core.refusals import Refused
from matches.actors import Person
from matches.models import Match, Message
from matches.requests import Saying
from matches.services.talk import post_message
from matches.store.load_match import load_table
from moderation.models import Report, Sanction
from moderation.reports.services.file_report import file_report
from moderation.sanctions.services.impose import impose_sanction
from tests.platform.accounts import cast
from tests.platform.accounts.cast import alice, bob, browser, gus
from tests.platform.matches.cast import act, dealt, fresh_key, opened, play_out
from tests.platform.moderation.staff import mona

pytestmark = pytest.mark.django_db(transaction=True)

DATA, DELETE = "/preferences/data/", "/preferences/delete/"
DAY_MS = 24 * 3600 * 1000


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.services.export_data.current_app.send_task", lambda *a, **k: None)


def speak(match: Match, user: User, text: str) -> None:
    post_message(
        load_table(match.pk), Person(user.pk, user.epoch), Saying(text=text, key=fresh_key())
    )


def test_from_the_request_to_the_file() -> None:
    anna, ben = alice(), bob()
    over, running = dealt(anna, ben), dealt(anna, ben)
    play_out(over)
    act(running)
    speak(over, anna, "Well played")
    blocks.block_user(anna, ben.pk)
    file_report(anna, "name", about=ben, text="Rude.")
    impose_sanction(mona(), anna, "warning", cause="other", reason="Be kind.")
    page = cast.show_password(browser(anna), anna)
    assert page.post(DATA)["Location"] == page.post(DATA)["Location"] == DATA
    request = Export.objects.get()
    assert f"0 of {len(export_parts.PARTS)} parts" in page.get(DATA).content.decode()
    tasks.make_export(request.pk)
    tasks.make_export(request.pk)
    request.refresh_from_db()
    assert request.done == request.total == len(export_parts.PARTS)
    link = reverse("accounts:download_data", args=[request.token])
    assert link in page.get(DATA).content.decode()
    answer = page.get(link)
    assert "attachment" in answer["Content-Disposition"]
    known = json.loads(answer.content)
    assert set(known) == set(export_parts.PARTS)
    assert known["account"]["blocked"] == ["Bob"]
    assert [line["text"] for line in known["talk"]] == ["Well played"]
    assert known["reports"][0]["words"] == "Rude."
    assert known["decisions"][0]["reason"] == "Be kind."
    matches = {one["id"]: one for one in known["matches"]}
    assert matches[str(over.pk)]["moves"]
    # A running round shows no move, not even the user's own.
    assert matches[str(running.pk)]["moves"] == []
    for other in (cast.show_password(browser(ben), ben), browser(gus())):
        assert other.get(link).status_code == HTTPStatus.NOT_FOUND
    assert "/sign-in/" in browser().get(link)["Location"]
    with clock.shifted(4 * DAY_MS):
        assert page.get(link).status_code == HTTPStatus.NOT_FOUND
        tasks.maintain_exports()
    assert not Export.objects.exists()


def test_what_the_worker_lost_is_made_by_the_sweep() -> None:
    request = export_data.request_export(alice())
    tasks.maintain_exports()
    request.refresh_from_db()
    assert request.file is None
    with clock.shifted(3 * 60 * 1000):
        tasks.maintain_exports()
    request.refresh_from_db()
    assert request.file is not None


def test_deleting_takes_the_person_and_leaves_the_matches() -> None:
    anna, ben = alice(), bob()
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True)
    over, running, waiting = dealt(anna, ben), dealt(anna, ben), opened(anna, ben)
    play_out(over)
    speak(over, anna, "Idiot")
    cast.second_factor(anna)
    flagged = Report.objects.get()
    impose_sanction(mona(), anna, "mute", cause="insult", reason="Be kind.")
    page, elsewhere = browser(anna), browser(anna)
    wrong = page.post(DELETE, {"password": "not it", "sure": "on"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    unsure = page.post(DELETE, {"password": cast.PASSWORD})
    assert unsure.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert User.objects.get(pk=anna.pk).gone_at is None
    done = page.post(DELETE, {"password": cast.PASSWORD, "sure": "on"}, follow=True)
    assert "Your account is deleted" in done.content.decode()
    for one in (page, elsewhere):
        assert not one.get("/").wsgi_request.user.is_authenticated
    gone = User.objects.get(pk=anna.pk)
    assert gone.name.startswith("Guest ")
    assert (gone.email, gone.is_active, gone.has_usable_password()) == ("", False, False)
    assert not EmailAddress.objects.exists()
    assert not Message.objects.exists()
    assert running.seats.get(user=gone).stand_in
    assert not waiting.seats.filter(user=gone).exists()
    assert over.seats.filter(user=gone).exists()
    call_command("verify_matches")
    shown = browser(ben).get(reverse("matches:table", args=[over.pk])).content.decode()
    assert "Alice" not in shown
    assert gone.name in shown
    flagged.refresh_from_db()
    assert "Alice" not in json.dumps(flagged.context)
    assert "Idiot" not in json.dumps(flagged.context)
    assert Sanction.objects.get().user == gone
    fresh = browser()
    answer = fresh.post("/sign-in/", {"login": "Alice", "password": cast.PASSWORD})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert cast.alice().name == "Alice"


def test_a_guest_needs_no_password() -> None:
    guest = gus()
    page = browser(guest)
    assert 'type="password"' not in page.get(DELETE).content.decode()
    page.post(DELETE, {"sure": "on"})
    assert User.objects.get(pk=guest.pk).gone_at is not None


def test_the_last_administrator_stays() -> None:
    sam = cast.sam()
    page = browser(sam)
    answer = page.post(DELETE, {"password": cast.PASSWORD, "sure": "on"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "last administrator" in answer.content.decode()
    other = User.objects.create_superuser("Root", cast.PASSWORD)
    delete_account(sam)
    gone = User.objects.get(pk=sam.pk)
    assert not gone.is_superuser
    with pytest.raises(Refused, match="last_administrator"):
        delete_account(other)


def test_staff_who_go_lose_their_rights() -> None:
    judge = mona()
    delete_account(judge)
    gone = User.objects.get(pk=judge.pk)
    assert not gone.groups.exists()
    assert not gone.is_staff


def test_strangers_are_asked_to_sign_in() -> None:
    for address in (DATA, DELETE):
        assert "/sign-in/" in browser().get(address)["Location"]
