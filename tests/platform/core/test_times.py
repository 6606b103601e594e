"""How long ago and how long until, in words."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import translation
from django.utils.timezone import make_aware, now

from core.templatetags.times import day_and_time, since, until


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


@pytest.mark.parametrize(("language", "words"), [("en", "3 Feb 18:05"), ("de", "3. Feb. 18:05")])
def test_a_day_far_away_is_named_as_people_write_it(language: str, words: str) -> None:
    with translation.override(language):
        assert day_and_time(make_aware(datetime(2001, 2, 3, 18, 5))) == words
