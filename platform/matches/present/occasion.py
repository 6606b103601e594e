"""The occasion of a match, where somebody above arranged it: in words, and where to read on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext

from core import times


@dataclass(frozen=True, slots=True)
class Occasion:
    """An occasion that a match is played for, in the reader's language, and the path of a page about it."""

    words: str
    path: str


def stored_occasion(sentence: str, path: str, **facts: str | int) -> dict[str, Any]:
    """Make what `Match.occasion` keeps of what a match is played for.

    `sentence`: an `N_` whose `%(name)s` are filled from `facts`; one called `date` is in ISO format,
    and shown as the reader writes dates. `path`: of a page to read on.
    """
    return {"sentence": sentence, "facts": facts, "path": path}


def read_occasion(kept: Mapping[str, Any]) -> Occasion | None:
    """Read what `Match.occasion` keeps, to be shown; None where people laid the table themselves."""
    if not kept:
        return None
    facts = dict(kept["facts"])
    if "date" in facts:
        facts["date"] = times.day(date.fromisoformat(facts["date"]))
    return Occasion(gettext(kept["sentence"]) % facts, kept["path"])
