"""A reported picture stays for the staff, even if its owner replaces it, and is deleted later."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services import appearance
from accounts.services.anonymise_user import anonymise_user
from core.clock import shifted
from core.reportable import find_written
from moderation.models import Report, ReportedPicture
from moderation.reports.services import handle_report
from moderation.reports.services.file_report import file_report
from moderation.tasks import forget_pictures
from tests.platform.accounts.cast import alice, bob, browser, gus, sam
from tests.platform.accounts.test_appearance import file_of
from tests.platform.moderation.staff import mona
from tests.sure import sure

pytestmark = pytest.mark.django_db

DAY_MS = 24 * 3600 * 1000


@pytest.fixture
def owner(settings: Any) -> User:
    settings.PICTURES_AFTER_DAYS = 0
    user = alice()
    appearance.upload_picture(user, file_of())
    return user


def reported(owner: User, reporter: User) -> Report:
    token = owner.uploaded_picture.token
    written = sure(find_written("picture", reporter.pk, token))
    return file_report(reporter, "name", about=owner, written=written)


def test_a_replaced_picture_is_still_there_for_the_staff(owner: User) -> None:
    report, image = reported(owner, bob()), bytes(owner.uploaded_picture.image)
    address = reverse("moderation:report_picture", args=[report.pk])
    appearance.upload_picture(owner, file_of(size=(90, 300)))
    appearance.remove_upload(owner)
    judge = browser(mona())
    assert address in judge.get(reverse("moderation:report", args=[report.pk])).content.decode()
    answer = judge.get(address)
    assert answer.content == image
    assert "no-store" in answer.headers["Cache-Control"]
    for stranger in (owner, User.objects.get(name="Bob"), gus()):
        assert browser(stranger).get(address).status_code in (403, 404)


def test_each_picture_is_reported_and_kept_once(owner: User) -> None:
    first, again = reported(owner, bob()), reported(owner, sam())
    assert ReportedPicture.objects.count() == 1
    assert first.source == again.source
    appearance.upload_picture(owner, file_of(size=(90, 300)))
    owner = User.objects.get(pk=owner.pk)
    assert reported(owner, User.objects.get(name="Bob")).pk != first.pk
    assert ReportedPicture.objects.count() == 2


def test_the_copy_is_deleted_a_month_after_the_decision(owner: User) -> None:
    report = reported(owner, bob())
    with shifted(40 * DAY_MS):
        forget_pictures()
        assert ReportedPicture.objects.exists(), "nobody has decided yet"
        handle_report.dismiss_report(mona(), report.pk, "It is a teapot.")
    with shifted(60 * DAY_MS):
        forget_pictures()
        assert ReportedPicture.objects.exists(), "it can still be appealed"
    with shifted(71 * DAY_MS):
        forget_pictures()
    assert not ReportedPicture.objects.exists()


def test_the_copy_goes_with_the_account(owner: User) -> None:
    reported(owner, bob())
    anonymise_user(owner)
    assert not ReportedPicture.objects.exists()
