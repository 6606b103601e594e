"""Reports: their content, the moderators who may decide, two at once, and reports by the word list."""

from __future__ import annotations

import threading
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse

from accounts.models import User
from accounts.services.anonymise_user import anonymise_user
from core import clock
from core.refusals import Refused
from matches.actors import Person
from matches.models import Match, Message
from matches.present import talk
from matches.requests import Saying
from matches.services.absence import departure
from matches.services.absence.forget_guests import forget_guests
from matches.services.talk import post_message
from matches.store.load_match import load_table
from moderation.models import AuditEntry, Report, Sanction
from moderation.reports.services import handle_report
from moderation.reports.services.file_report import REPORTS, file_report
from moderation.sanctions.services.impose import impose_sanction
from notifications.models import Notice
from tests.platform.access.forms import unlinked
from tests.platform.accounts.cast import alice, bob, browser, gus, sam
from tests.platform.matches.cast import dealt, followed, fresh_key, person
from tests.platform.moderation.staff import max_, mona

pytestmark = pytest.mark.django_db(transaction=True)


def speak(match: Match, user: User, text: str) -> Message:
    post_message(
        load_table(match.pk), Person(user.pk, user.epoch), Saying(text=text, key=fresh_key())
    )
    return Message.objects.latest("id")


def refusal_of(deed: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as caught:
        deed(*args, **kwargs)
    return caught.value.refusal.code


def handle(match: Match, message: Message) -> str:
    return talk._handle(message)


def told(reporter: User, about: User, match: Match | None = None) -> Report:
    table = None if match is None else load_table(match.pk)
    return file_report(reporter, "behaviour", about=about, table=table, text="Look at this.")


def test_a_message_is_reported_with_what_its_reader_could_see() -> None:
    anna, ben, eve = alice(), bob(), person("Eve")
    match = dealt(anna, ben, public=True)
    speak(match, eve, "Alice has a dragon")
    speak(match, anna, "Hello")
    said = speak(match, ben, "You cheat")
    speak(match, anna, "What did you say?")
    page = browser(anna)
    shown = page.get(reverse("matches:table", args=[match.pk])).content.decode()
    address = f"{reverse('moderation:file_report')}?match={match.pk}&amp;said={handle(match, said)}"
    assert address in shown
    address = address.replace("&amp;", "&")
    assert "You cheat" in page.get(address).content.decode()
    answer = page.post(address, {"words": "I do not."})
    assert answer["Location"] == reverse("matches:table", args=[match.pk])
    found = Report.objects.get()
    assert (found.kind, found.reporter, found.about) == ("message", anna, ben)
    assert (found.match, found.message, found.words) == (match, said, "I do not.")
    # A player's report: no message of spectators, and no later one.
    assert [line["words"] for line in found.context["talk"]] == ["Hello", "You cheat"]
    assert found.context["round"] == 1
    assert found.context["seats"] == ["Alice", "Bob"]
    page.post(address, {"words": "Once more."})
    assert Report.objects.count() == 1


def test_nothing_hidden_stands_in_a_report() -> None:
    anna, ben = alice(), bob()
    match = dealt(anna, ben, public=True)
    before = told(anna, ben, match).context
    live = load_table(match.pk).live
    assert live is not None
    Report.objects.all().delete()
    # A spectator's report is the same: no hand, no state, no number that only one seat sees.
    after = told(person("Eve"), ben, match).context
    assert before == after
    assert set(before) == {"name", "game", "round", "move", "seats", "talk", "said"}


def test_what_one_may_not_read_one_cannot_report() -> None:
    anna, ben, eve = alice(), bob(), person("Eve")
    match = dealt(anna, ben, public=True)
    said = speak(match, eve, "Alice has a dragon")
    own = speak(match, anna, "Hello")
    address = reverse("moderation:file_report")
    for query in (
        f"?match={match.pk}&said={handle(match, said)}",
        f"?match={match.pk}&said={handle(match, own)}",
        f"?match={match.pk}&said=nothing",
    ):
        assert browser(anna).get(address + query).status_code == HTTPStatus.NOT_FOUND
    for query in ("?match=x", "?match=00000000-0000-0000-0000-000000000000", "?match=%00"):
        assert browser(anna).get(address + query).status_code == HTTPStatus.NOT_FOUND
    for query in ("", "?about=Nobody", "?about=Alice", "?about=%00"):
        assert browser(anna).get(address + query).status_code == HTTPStatus.CONFLICT
    private = dealt(ben, eve)
    assert browser(anna).get(f"{address}?match={private.pk}").status_code == HTTPStatus.NOT_FOUND
    assert "/sign-in/" in browser().get(address)["Location"]


def test_bad_input_keeps_what_was_typed() -> None:
    anna, ben = alice(), bob()
    match = dealt(anna, ben, person("Carl"), public=True)
    address = f"{reverse('moderation:file_report')}?match={match.pk}"
    page = browser(anna)
    answer = page.post(address, {"kind": "nonsense", "who": "x", "words": "He is rude"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "He is rude" in answer.content.decode()
    answer = page.post(address, {"kind": "behaviour", "who": ben.pk, "words": "a" * 1001})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert page.post(address, {"kind": "collusion", "who": ben.pk}).status_code == HTTPStatus.FOUND
    assert Report.objects.get().kind == "collusion"


def test_nobody_floods_the_staff() -> None:
    anna, ben = alice(), bob()
    for _ in range(REPORTS.most):
        told(anna, ben)
    assert refusal_of(told, anna, ben) == "reported_enough"
    assert refusal_of(told, ben, ben) == "report_yourself"


def test_the_word_list_asks_for_a_look_and_does_nothing_else() -> None:
    anna, ben = alice(), bob()
    match = dealt(anna, ben)
    said = speak(match, anna, "Ihr seid Idioten")
    speak(match, ben, "Na, na.")
    found = Report.objects.get()
    assert (found.kind, found.about, found.reporter) == ("flag", anna, None)
    assert found.message == said
    assert found.context["hits"] == ["Idioten"]
    assert Message.objects.count() == 2
    assert not Sanction.objects.exists()


def test_reports_of_one_line_are_one() -> None:
    """One decision closes the report of the word list and a person's about the same line."""
    anna, ben, judge, other = alice(), bob(), mona(), max_()
    match = dealt(anna, ben)
    said = speak(match, anna, "Ihr seid Idioten")
    table = load_table(match.pk)
    by_ben = file_report(ben, "message", about=anna, table=table, said=said, text="He swore.")
    later = file_report(sam(), "message", about=anna, said=said, text="He did.")
    flag = Report.objects.get(kind="flag")
    assert list(handle_report.waiting_for(judge)) == [flag]
    page = browser(judge).get(reverse("moderation:report", args=[flag.pk])).content.decode()
    assert "about the same message" in page
    assert "He swore." in page
    handle_report.claim_report(judge, later.pk)
    assert refusal_of(handle_report.claim_report, other, flag.pk) == "claimed"
    handle_report.sanction_reported_user(
        judge, flag.pk, "warning", cause="insult", reason="Not here.", days=None
    )
    assert Sanction.objects.count() == 1
    decided = Report.objects.values_list("outcome", "decided_by", "reason")
    assert set(decided) == {("acted", judge.pk, "Not here.")}
    assert refusal_of(handle_report.dismiss_report, other, by_ben.pk, "no") == "decided"
    assert not handle_report.waiting_for(other).exists()


def test_no_moderator_judges_a_match_that_they_substituted_in() -> None:
    """They played on a seat until its player was back."""
    anna, ben, judge = alice(), bob(), mona()
    match = followed(anna, ben, judge)
    departure.come_back(match.pk, ben)
    found = file_report(anna, "behaviour", about=ben, table=load_table(match.pk), text="Rude.")
    assert refusal_of(handle_report.dismiss_report, judge, found.pk, "no") == "sat_there"
    assert not handle_report.waiting_for(judge).exists()


def test_nobody_judges_where_others_played_with_their_device() -> None:
    """They had left before the deal, but saw the hands on their device."""
    anna, ben, judge = alice(), bob(), mona()
    match = dealt(anna, ben)
    match.seats.filter(number=1).update(at_device_of=judge)
    found = file_report(anna, "behaviour", about=ben, table=load_table(match.pk), text="Rude.")
    assert refusal_of(handle_report.dismiss_report, judge, found.pk, "no") == "sat_there"
    assert not handle_report.waiting_for(judge).exists()


def test_nobody_decides_about_a_line_that_they_reported_too() -> None:
    anna, ben, judge = alice(), bob(), mona()
    match = dealt(anna, ben)
    said = speak(match, anna, "Ihr seid Idioten")
    file_report(judge, "message", about=anna, said=said)
    flag = Report.objects.get(kind="flag")
    assert refusal_of(handle_report.dismiss_report, judge, flag.pk, "no") == "sat_there"
    assert not handle_report.waiting_for(judge).exists()


@pytest.mark.parametrize("acted", [True, False])
def test_reporters_hear_what_came_of_it_and_not_whom_it_hit(acted: bool) -> None:
    """Reporters get a notice that their report was decided, without the decision about the other
    person.
    """
    anna, ben, judge = alice(), bob(), mona()
    found = told(anna, ben)
    page = reverse("moderation:decisions")
    assert "The staff have not decided yet." in browser(anna).get(page).content.decode()
    if acted:
        handle_report.sanction_reported_user(
            judge, found.pk, "mute", cause="insult", reason="Bad words.", days=7
        )
        came = "reviewed your report and taken action."
    else:
        handle_report.dismiss_report(judge, found.pk, "Bad words.")
        came = "reviewed your report. No action was needed."
    notice = Notice.objects.get(user=anna)
    assert notice.news is not None
    assert came in notice.news["sentence"]
    assert (notice.news["facts"], notice.news["path"]) == ({}, page)
    html = browser(anna).get(page).content.decode()
    assert ("and taken action" in html) == acted
    assert "Bad words." not in html
    assert ben.name not in html
    assert "The staff have not decided yet." not in html


def test_looking_at_somebodys_devices_is_in_the_audit_log() -> None:
    """The page says that actions of the staff are recorded, and this is one."""
    ben, judge = bob(), mona()
    assert browser(judge).get(reverse("moderation:person", args=[ben.pk])).status_code == 200
    entry = AuditEntry.objects.get(verb="look-at-devices")
    assert (entry.by, entry.target) == (judge, f"accounts.user:{ben.pk}")


def test_a_report_is_decided_once() -> None:
    first, second = mona(), max_()
    found = told(alice(), bob())
    handle_report.claim_report(first, found.pk)
    assert refusal_of(handle_report.claim_report, second, found.pk) == "claimed"
    assert refusal_of(handle_report.dismiss_report, second, found.pk, "no") == "claimed"
    handle_report.release_report(first, found.pk)
    handle_report.dismiss_report(second, found.pk, "Nothing there.")
    assert refusal_of(handle_report.dismiss_report, first, found.pk, "no") == "decided"
    assert AuditEntry.objects.filter(verb="dismiss", by=second).count() == 1


def test_two_moderators_at_once() -> None:
    first, second = mona(), max_()
    found = told(alice(), bob())
    answers: list[str] = []
    together = threading.Barrier(2)

    def decide(by: User) -> None:
        together.wait()
        try:
            handle_report.sanction_reported_user(
                by, found.pk, "warning", cause="insult", reason="Be kind.", days=None
            )
            answers.append("done")
        except Refused as refused:
            answers.append(refused.refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=decide, args=[by]) for by in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["decided", "done"]
    assert Sanction.objects.count() == 1


def test_who_sat_there_or_is_meant_decides_nothing() -> None:
    judge, other, anna = mona(), max_(), alice()
    match = dealt(judge, anna)
    at_table = told(anna, bob(), match)
    about = told(anna, judge)
    own = told(judge, anna)
    assert list(handle_report.reports_visible_to(judge)) == []
    assert set(handle_report.reports_visible_to(other)) == {at_table, about, own}
    assert refusal_of(handle_report.claim_report, judge, at_table.pk) == "sat_there"
    assert refusal_of(handle_report.dismiss_report, judge, about.pk, "no") == "yours_to_judge"
    assert refusal_of(handle_report.dismiss_report, judge, own.pk, "no") == "yours_to_judge"


def test_a_report_outlives_reporter_message_and_match() -> None:
    judge, guest, ben = mona(), gus(), bob()
    match = dealt(ben, person("Eve"), public=True)
    said = speak(match, ben, "You cheat")
    found = file_report(guest, "message", about=ben, table=load_table(match.pk), said=said)
    anonymise_user(guest)
    page = browser(judge)
    address = reverse("moderation:report", args=[found.pk])
    assert "You cheat" in page.get(address).content.decode()
    said.delete()
    User.objects.filter(pk=guest.pk).delete()
    Match.objects.filter(pk=match.pk).update(public=False)
    found.refresh_from_db()
    assert (found.reporter, found.message) == (None, None)
    shown = page.get(address).content.decode()
    assert "You cheat" in shown
    assert "reported by a deleted user" in shown
    fields = {"kind": "mute", "cause": "insult", "days": "3", "reason": "Be kind.", "act": "on"}
    assert page.post(address, fields).status_code == HTTPStatus.FOUND
    sanction = Sanction.objects.get()
    assert (sanction.user, sanction.report, sanction.by) == (ben, found, judge)


def test_bad_decisions_keep_what_was_typed() -> None:
    judge = mona()
    found = told(alice(), bob())
    page, address = browser(judge), reverse("moderation:report", args=[found.pk])
    for fields in (
        {"kind": "suspension", "cause": "insult", "days": "", "reason": "Be kind."},
        {"kind": "nonsense", "cause": "insult", "reason": "Be kind."},
        {"kind": "mute", "cause": "insult", "days": "12345", "reason": "Be kind."},
    ):
        answer = page.post(address, {**fields, "act": "on"})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "Be kind." in answer.content.decode()
        assert unlinked(answer.content.decode()) == []
        assert "id_days_error" in answer.content.decode() or fields["kind"] == "nonsense"
    empty = page.post(address, {"dismiss": "on", "words": " "})
    assert empty.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Sanction.objects.exists()
    handle_report.dismiss_report(max_(), found.pk, "Nothing there.")
    late = page.post(address, {"dismiss": "on", "words": "Nor here."})
    assert late.status_code == HTTPStatus.CONFLICT
    assert "Max has already decided this" in late.content.decode()


def test_the_admin_shows_order_to_look_at() -> None:
    """It shows moderators no own data."""
    root, anna, ben = sam(), alice(), bob()
    one = file_report(anna, "behaviour", about=ben, table=None, text="He is rude.")
    own = file_report(anna, "behaviour", about=root, table=None, text="So is Sam.")
    sanction = impose_sanction(root, ben, "mute", cause="insult", reason="Be kind to Anna.", days=3)
    page = browser(root)
    for kind, pk, words, wanted in (
        ("report", one.pk, "He is rude.", "kind__exact=behaviour&q=rude"),
        (
            "sanction",
            sanction.pk,
            "Be kind to Anna.",
            "kind__exact=mute&cause__exact=insult&q=kind",
        ),
        ("auditentry", AuditEntry.objects.get().pk, "Be kind to Anna.", "app=accounts&q=mute"),
    ):
        shown = page.get(reverse(f"admin:moderation_{kind}_change", args=[pk])).content.decode()
        assert words in shown
        assert 'name="_save"' not in shown
        listed = page.get(reverse(f"admin:moderation_{kind}_changelist") + f"?{wanted}")
        assert listed.context["cl"].result_count == 1
        deleted = page.get(reverse(f"admin:moderation_{kind}_delete", args=[pk]))
        assert deleted.status_code == HTTPStatus.FORBIDDEN
    missing = page.get(reverse("admin:moderation_report_change", args=[own.pk]))
    assert missing.status_code == HTTPStatus.FOUND
    assert (
        "So is Sam." not in page.get(reverse("admin:moderation_report_changelist")).content.decode()
    )


def test_two_guests_who_reported_one_message_can_be_forgotten() -> None:
    """Two deleted reporters do not collide in the unique constraint, because null is not a value
    there.

    So the second guest can be deleted, and later ones, too.
    """
    one, another, ben = gus(), User.objects.create_guest("Ida", language="en"), bob()
    match = dealt(ben, person("Eve"), public=True)
    said = speak(match, ben, "You cheat")
    for guest in (one, another):
        file_report(guest, "message", about=ben, table=load_table(match.pk), said=said)
    with clock.shifted((settings.GUEST_DAYS + 1) * 24 * 3600 * 1000):
        assert forget_guests() == 2
    assert not User.objects.filter(pk__in=(one.pk, another.pk)).exists()
    assert Report.objects.filter(message=said, reporter=None).count() == 2
