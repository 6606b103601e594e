"""Times for people: in words, in their language and time zone."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone, translation
from django.utils.timezone import now

from core import times
from core.refusals import refused, sentence
from core.templatetags.times import since, until
from operations.backups import archive

NOON = datetime(2001, 2, 3, 12, 5, tzinfo=UTC)
SUMMER = datetime(2001, 7, 3, 12, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "less than a minute"),
        (0, "less than a minute"),
        (59, "less than a minute"),
        (61, "1 minute"),
        (3 * 3600 + 1700, "3 hours"),
        (2 * 86400 + 5, "2 days"),
    ],
)
def test_the_largest_unit_is_enough(seconds: int, words: str) -> None:
    assert since(now() - timedelta(seconds=seconds)).replace("\xa0", " ") == words
    later = now() + timedelta(seconds=seconds + (1 if seconds > 60 else 0))
    assert until(later).replace("\xa0", " ") == words


@pytest.mark.parametrize(
    ("language", "zone", "words"),
    [
        ("en", "Europe/Berlin", "3 Feb 2001, 13:05"),
        ("de", "Europe/Berlin", "3. Feb. 2001, 13:05"),
        ("en", "UTC", "3 Feb 2001, 12:05 UTC"),
        ("de", "UTC", "3. Feb. 2001, 12:05 UTC"),
        ("fr", "Europe/Berlin", "3 fév. 2001, 13:05"),
        ("it", "Europe/Berlin", "3 feb 2001, 13:05"),
    ],
)
def test_one_way_in_each_language_and_world_time_says_so(
    language: str, zone: str, words: str
) -> None:
    with translation.override(language), timezone.override(zone):
        assert times.day_year_and_time(NOON) == words
        assert times.day_and_time(NOON) == words
        assert times.to_the_second(NOON) == words.replace(":05", ":05:00")
        assert times.day(NOON) == times.day(date(2001, 2, 3)) == words.split(",")[0]


def test_what_is_near_is_called_by_its_weekday() -> None:
    """Today shows only the time."""
    with timezone.override("Europe/Berlin"):
        here = timezone.localtime(now())
        assert times.day_and_time(now()) == f"{here:%H:%M}"
        tomorrow = here + timedelta(days=1)
        assert times.day_and_time(tomorrow) == f"{tomorrow:%a %H:%M}"


@pytest.mark.parametrize(
    ("language", "zone", "at", "words"),
    [
        ("en", "Europe/Berlin", NOON, "Saturday 3 February 2001, 13:05 CET"),
        ("de", "Europe/Berlin", NOON, "Samstag, 3. Februar 2001, 13:05 MEZ"),
        ("de", "Europe/Berlin", SUMMER, "Dienstag, 3. Juli 2001, 14:05 MESZ"),
        ("fr", "Europe/Berlin", NOON, "samedi 3 février 2001, 13:05 CET"),
        ("fr", "UTC", NOON, "samedi 3 février 2001, 12:05 UTC"),
        ("it", "Europe/Berlin", NOON, "sabato 3 febbraio 2001, 13:05 CET"),
        ("en", "America/New_York", SUMMER, "Tuesday 3 July 2001, 08:05 EDT"),
        ("en", "America/Montevideo", SUMMER, "Tuesday 3 July 2001, 09:05 UTC-03:00"),
        ("en", "UTC", NOON, "Saturday 3 February 2001, 12:05 UTC"),
    ],
)
def test_what_nobody_must_miss_names_its_zone(
    language: str, zone: str, at: datetime, words: str
) -> None:
    with translation.override(language), timezone.override(zone):
        assert times.appointed(at) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "until 3 Feb 2001, 13:05."), ("de", "bis 3. Feb. 2001, 13:05 ")],
)
def test_a_refusal_has_its_readers_language_and_clock(language: str, words: str) -> None:
    refusal = refused("may_not_talk_until", until=NOON.isoformat()).refusal
    with translation.override(language), timezone.override("Europe/Berlin"):
        assert words in sentence(refusal)


def test_nothing_else_writes_times() -> None:
    """Another filter or format would add a further way to write a date."""
    forbidden = re.compile(
        r"\|(date|time)\b|date_format\(|strftime\(|:%[HdmY]|toLocale(Date|Time)?String"
    )
    found = [
        f"{path.relative_to(settings.ROOT)}: {line.strip()}"
        for folder, suffix in (("templates", "html"), ("platform", "py"), ("platform", "js"))
        for path in sorted((settings.ROOT / folder).rglob(f"*.{suffix}"))
        if path not in (Path(times.__file__), Path(archive.__file__))  # a backup's name
        for line in path.read_text(encoding="utf-8").splitlines()
        if forbidden.search(line)
    ]
    assert found == []
