"""The audit log records every action of the staff permanently; and the roles of the staff."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.urls import reverse

from accounts.models import User
from core.signals import staff_acted
from moderation.audit import log
from moderation.models import AuditEntry
from moderation.staff import roles
from tests.platform.accounts.cast import alice, browser, sam

pytestmark = pytest.mark.django_db


def test_a_deed_is_kept_with_who_what_and_of_what() -> None:
    by, whom = sam(), alice()
    entry = log.record_action(by, "warn", whom, reason="loud")
    assert (entry.by, entry.app, entry.verb) == (by, "accounts", "warn")
    assert entry.target == f"accounts.user:{whom.pk}"
    assert entry.facts == {"reason": "loud"}


def test_other_apps_are_heard() -> None:
    by = sam()
    staff_acted.send(
        sender=User, by_id=by.pk, verb="draw", app="leagues", target="leagues.league:7", facts={}
    )
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.app, entry.target) == (by, "leagues", "leagues.league:7")


def test_no_entry_is_ever_changed_or_deleted() -> None:
    entry = log.record_action(sam(), "warn", alice())
    for attempt in (
        lambda: AuditEntry.objects.update(verb="praise"),
        lambda: AuditEntry.objects.all().delete(),
        entry.delete,
    ):
        with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
            attempt()
    assert AuditEntry.objects.get().verb == "warn"


@pytest.mark.parametrize(("language", "separator"), [("de", ";"), ("en", ",")])
def test_a_spreadsheet_reads_the_log_in_its_readers_language(language: str, separator: str) -> None:
    """German Excel shows the columns separately, and umlauts correctly."""
    keeper, whom = sam(), alice()
    log.record_action(keeper, "warn", whom, reason="=1+1 für Öl")
    User.objects.filter(pk=keeper.pk).update(language=language)
    content = browser(keeper).get(reverse("moderation:audit_csv")).content
    assert content.startswith("\ufeff".encode())
    (row,) = csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=separator)
    assert row["by"] == "Sam"
    assert row["target"] == f"accounts.user:{whom.pk}"
    assert json.loads(row["facts"]) == {"reason": "'=1+1 für Öl"}
    datetime.strptime(row["at"], "%Y-%m-%d %H:%M")  # in the reader's time zone, as displayed


@pytest.mark.parametrize("name", ["audit", "audit_csv", "audit_json"])
def test_the_last_day_of_the_calendar_ends_a_search(name: str) -> None:
    keeper = sam()
    log.record_action(keeper, "warn", alice())
    days = {"since": "0001-01-01", "until": "9999-12-31"}
    answer = browser(keeper).get(reverse(f"moderation:{name}"), days)
    assert answer.status_code == 200
    assert "warn" in answer.content.decode()


@pytest.mark.parametrize("name", ["audit", "audit_csv", "audit_json"])
def test_a_date_that_does_not_exist_is_told(name: str) -> None:
    answer = browser(sam()).get(reverse(f"moderation:{name}"), {"since": "banana"})
    assert answer.status_code == 422
    assert "Enter a date that exists." in answer.content.decode()


def test_an_entry_outlives_whom_it_names() -> None:
    by = sam()
    entry = log.record_action(by, "warn", by)
    User.objects.filter(pk=by.pk).delete()
    entry = AuditEntry.objects.select_related("by").get(pk=entry.pk)
    assert entry.by_id == by.pk
    assert entry.target == f"accounts.user:{by.pk}"


def test_a_deed_in_the_admin_is_kept() -> None:
    keeper, whom = sam(), alice()
    page = browser(keeper)
    address = reverse("admin:accounts_user_change", args=[whom.pk])
    fields = {"name": "Alicia", "email": whom.email, "language": "", "time_zone": ""}
    answer = page.post(address, {**fields, "is_active": "on"})
    assert answer.status_code == 302
    entry = AuditEntry.objects.get(app="admin")
    assert (entry.by, entry.verb) == (keeper, "change")
    assert entry.target == f"accounts.user:{whom.pk}"


def test_a_ban_in_the_admin_is_kept() -> None:
    keeper, whom = sam(), alice()
    page = browser(keeper)
    address = reverse("admin:accounts_user_changelist")
    for verb in ("ban", "unban"):
        page.post(address, {"action": verb, "_selected_action": [whom.pk]})
    found = AuditEntry.objects.order_by("id").values_list("by", "verb", "target")
    target = f"accounts.user:{whom.pk}"
    assert list(found) == [(keeper.pk, "ban", target), (keeper.pk, "unban", target)]


def test_roles_have_what_they_need() -> None:
    everything = {name: Group.objects.get(name=name) for name in roles.ROLES}
    moderator = set(everything[roles.MODERATORS].permissions.values_list("codename", flat=True))
    assert moderator >= {"decide_cases", "sanction", "arbitrate"}
    assert "see_audit" not in moderator
    administrator = set(
        everything[roles.ADMINISTRATORS].permissions.values_list("codename", flat=True)
    )
    assert administrator >= moderator | {"see_audit"}
