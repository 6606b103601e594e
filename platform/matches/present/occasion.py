"""The occasion of a match that another app arranged: in words, and the path of a page about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext

from core import times


@dataclass(frozen=True, slots=True)
class Occasion:
    """The occasion of a match in the reader's language, and the path of a page about it."""

    words: str
    path: str


def stored_occasion(sentence: str, path: str, **facts: str | int) -> dict[str, Any]:
    """Return the value of `Match.occasion` for this occasion.

    `sentence`: an `N_` with `%(name)s` that `facts` fill. A fact called `date` is in ISO format and
    is shown in the reader's format. `path`: of a page about it.
    """
    return {"sentence": sentence, "facts": facts, "path": path}


def read_occasion(kept: Mapping[str, Any]) -> Occasion | None:
    """Read `Match.occasion` for display; None if people opened the table themselves."""
    if not kept:
        return None
    facts = dict(kept["facts"])
    if "date" in facts:
        facts["date"] = times.day(date.fromisoformat(facts["date"]))
    return Occasion(gettext(kept["sentence"]) % facts, kept["path"])
