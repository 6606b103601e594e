"""Reports of messages at a league fixture: their content, their reporters and their readers."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.urls import reverse

from accounts import export_parts
from accounts.models import User
from accounts.services import mutes
from accounts.services.anonymise_user import anonymise_user
from core import reportable
from core.refusals import Refused
from leagues.models import Fixture, FixtureMessage
from leagues.services.fixtures.post_message import post_message
from moderation.models import Report
from moderation.reports.services import file_report as service
from moderation.reports.services import handle_report
from tests.platform.accounts.cast import alice, browser, sam
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.moderation.staff import max_, mona

pytestmark = pytest.mark.django_db

RUDE = "You <cheat> at cards"
REPORT = "moderation:file_report"


@pytest.fixture
def scene() -> tuple[list[User], Fixture]:
    """Two players with a live match to arrange and messages about it: the third line is rude."""
    days, players = Days(), cast.people(2)
    cast.running(days, cast.organiser(), players, live=True, matches_each=1)
    days.go(0)
    fixture = Fixture.objects.get()
    for author, text in zip(players * 2, ("Friday?", "No.", RUDE, "Pardon?"), strict=True):
        post_message(fixture, author, text)
    return players, fixture


def address(number: object) -> str:
    return f"{reverse(REPORT)}?of=fixture&said={number}"


def rude() -> FixtureMessage:
    return FixtureMessage.objects.get(text=RUDE)


def test_what_was_written_goes_along_and_nothing_that_came_later(
    scene: tuple[list[User], Fixture],
) -> None:
    (author, reader), fixture = scene
    page, at = browser(reader), reverse("leagues:fixture", args=["winter", fixture.pk])
    assert address(rude().pk).replace("&", "&amp;") in page.get(at).content.decode()
    shown = page.get(address(rude().pk)).content.decode()
    assert "You &lt;cheat&gt; at cards" in shown
    assert "Everything you could read there is attached automatically" in shown
    answer = page.post(address(rude().pk), {"words": "I never do."})
    assert answer["Location"] == at
    found = Report.objects.get()
    assert (found.kind, found.about, found.reporter) == ("message", author, reader)
    assert (found.match, found.message, found.words) == (None, None, "I never do.")
    assert [line["words"] for line in found.context["talk"]] == ["Friday?", "No.", RUDE]
    assert found.context["said"] == RUDE
    assert set(found.context["seats"]) == {author.name, reader.name}
    page.post(address(f"0{rude().pk}"), {"words": "Once more, by another name."})
    assert Report.objects.count() == 1
    FixtureMessage.objects.all().delete()
    evidence = browser(mona()).get(reverse("moderation:report", args=[found.pk])).content.decode()
    assert "You &lt;cheat&gt; at cards" in evidence
    assert "Winter" in evidence
    assert "(watching)" not in evidence


def test_the_same_by_two_requests_at_once_is_one_report(
    scene: tuple[list[User], Fixture], monkeypatch: pytest.MonkeyPatch
) -> None:
    (_author, reader), _fixture = scene
    written = reportable.find_written("fixture", reader.pk, str(rude().pk))
    assert written is not None
    about = User.objects.get(pk=written.author_id)
    first = service.file_report(reader, "message", about=about, written=written)
    told, asked = service._told_before, []

    def too_early(*args: object) -> Report | None:
        asked.append(args)
        return None if len(asked) == 1 else told(*args)  # type: ignore[arg-type]  # handed on

    monkeypatch.setattr(service, "_told_before", too_early)
    assert service.file_report(reader, "message", about=about, written=written) == first
    assert len(asked) == 2


def test_a_user_who_cannot_read_a_text_cannot_report_it(scene: tuple[list[User], Fixture]) -> None:
    (author, reader), _fixture = scene
    strange = ("", "x", "%00", "-1", "0", "9" * 18, "9" * 40, "٣")
    assert browser(author).get(address(rude().pk)).status_code == HTTPStatus.NOT_FOUND
    assert browser(alice()).get(address(rude().pk)).status_code == HTTPStatus.NOT_FOUND
    for name in strange:
        assert browser(reader).get(address(name)).status_code == HTTPStatus.NOT_FOUND
    for of in ("", "nothing", "%00"):
        wrong = f"{reverse(REPORT)}?of={of}&said={rude().pk}"
        assert browser(reader).get(wrong).status_code == HTTPStatus.NOT_FOUND
    assert "/sign-in/" in browser().get(address(rude().pk))["Location"]
    assert not Report.objects.exists()


def test_of_somebody_muted_one_still_reports(scene: tuple[list[User], Fixture]) -> None:
    (author, reader), _fixture = scene
    mutes.mute_user(reader, author.pk)
    assert browser(reader).post(address(rude().pk), {"words": ""}).status_code == HTTPStatus.FOUND
    assert Report.objects.get().about == author


def test_only_staff_who_take_no_part_read_the_copy(scene: tuple[list[User], Fixture]) -> None:
    (_author, reader), fixture = scene
    part, apart = mona(), max_()
    fixture.division.season.league.organisers.add(part)
    browser(reader).post(address(rude().pk), {"words": "Look."})
    found = Report.objects.get()
    assert list(handle_report.reports_visible_to(part)) == []
    assert list(handle_report.reports_visible_to(apart)) == [found]
    page = reverse("moderation:report", args=[found.pk])
    assert browser(part).get(page).status_code == HTTPStatus.FORBIDDEN
    assert browser(apart).get(page).status_code == HTTPStatus.OK
    for user in (reader, alice()):
        assert browser(user).get(page).status_code in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
    assert (
        "cheat"
        in browser(sam())
        .get(reverse("admin:moderation_report_change", args=[found.pk]))
        .content.decode()
    )
    # The reporter's own data does not contain others' messages.
    assert "cheat" not in str(export_parts.PARTS["reports"](reader))


def test_those_who_took_part_decide_no_later_report_of_a_line(
    scene: tuple[list[User], Fixture],
) -> None:
    """A former organiser of the league neither judges a later report, nor closes one not meant for
    them.
    """
    (_author, reader), fixture = scene
    part, apart = mona(), max_()
    organisers = fixture.division.season.league.organisers
    organisers.add(part)
    browser(reader).post(address(rude().pk), {"words": "Look."})
    organisers.remove(part)
    other = User.objects.get(name="Olga")
    browser(other).post(address(rude().pk), {"words": "Look here, too."})
    first, later = Report.objects.order_by("pk")
    assert part.pk in first.context["involved"]
    assert part.pk not in later.context["involved"]
    assert list(handle_report.reports_visible_to(part)) == []
    with pytest.raises(Refused, match="sat_there"):
        handle_report.dismiss_report(part, later.pk, "Nothing.")
    page = reverse("moderation:report", args=[later.pk])
    assert browser(part).get(page).status_code == HTTPStatus.FORBIDDEN
    assert "Look here, too." in browser(apart).get(page).content.decode()
    assert not Report.objects.exclude(outcome="").exists()
    handle_report.dismiss_report(apart, later.pk, "Nothing.")
    assert not Report.objects.filter(outcome="").exists()


def test_who_is_forgotten_is_forgotten_there_too(scene: tuple[list[User], Fixture]) -> None:
    (author, reader), _fixture = scene
    browser(reader).post(address(rude().pk), {"words": "Look."})
    name = author.name
    anonymise_user(author)
    context = Report.objects.get().context
    assert name not in str(context)
    assert "cheat" not in str(context)
