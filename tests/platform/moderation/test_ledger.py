"""The ledger lists decisions, but reveals the person concerned to no reader, not even to the
reporter.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from core import clock
from moderation.models import Report, Sanction
from moderation.reports.services.file_report import file_report
from moderation.reports.services.handle_report import sanction_reported_user
from moderation.sanctions.services.impose import impose_sanction
from moderation.sanctions.services.lift import lift_sanction
from tests.platform.accounts.cast import alice, bob, browser
from tests.platform.matches.cast import person
from tests.platform.moderation.staff import mona

pytestmark = pytest.mark.django_db

DAY_MS = 24 * 3600 * 1000
LATER = 32 * DAY_MS
"""A time after the end of the month."""


def decide(by: User, user: User, kind: str = "mute", **more: Any) -> Sanction:
    asked: dict[str, Any] = {"cause": "insult", "reason": "You swore.", "days": 3} | more
    return impose_sanction(by, user, kind, **asked)


def shown(query: str = "") -> str:
    page = browser().get(reverse("moderation:ledger") + query)
    assert page.status_code == 200
    main = page.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub("<[^>]+>", " ", main).split()).replace("\u2013", "-")


def test_it_names_nobody() -> None:
    by, user = mona(), alice()
    decide(by, user)
    lift_sanction(by, decide(by, user, "ban", days=None).pk, "a mistake")
    for other in (bob(), person("Carla")):
        decide(by, other, "warning", cause="spam", days=None)
    with clock.shifted(LATER):
        words = shown()
    for word in ("Alice", "Mona", "You swore", "a mistake"):
        assert word not in words
    assert "Only ready-made messages at tables 3 days -" in words
    assert "Ban - lifted" in words
    assert "advertising or spam 2 insults or threats 2" in words
    assert "reported by a user 0 found by the word list 0 found by staff 4" in words


def test_a_reporter_cannot_read_there_what_came_of_it() -> None:
    """Decisions appear only after the end of their month, among others, and without their cause."""
    by, teller, told = mona(), alice(), bob()
    report = file_report(teller, Report.Kind.BEHAVIOUR, about=told, text="He swears.")
    sanction_reported_user(by, report.pk, "mute", cause="insult", reason="You swore.", days=7)
    assert "There is nothing to show yet." in shown()
    with clock.shifted(LATER):
        assert "There is nothing to show yet." in shown(), "alone in its month"
        decide(by, person("Carla"), "warning", days=None)
        decide(by, person("Dora"), "ban", cause="spam", days=None)
        assert "There is nothing to show yet." in shown(), "this month is not over"
    with clock.shifted(2 * LATER):
        words = shown()
    # The lines are not in the order of time, and have no cause.
    assert re.search("Ban - - Only ready-made messages at tables 7 days - Warning - -", words)
    assert words.index("Warning") < words.index("insults or threats")


def test_each_period_has_a_page() -> None:
    by = mona()
    for month in range(2):
        with clock.shifted(month * LATER):
            for number in range(3):
                decide(by, person(f"Person {'abc'[number]}{'xy'[month]}"), days=month + 1)
    with clock.shifted(2 * LATER):
        newest, oldest = shown(), shown("?page=2")
        assert shown("?page=99") == oldest
    assert newest.count("2 days") == oldest.count("1 day") == 3
