"""What people type as one line: the one function that tidies it, and the fields that use it.

Such a line stands in lists, mails and other people's channels. So it has no line break, nothing that
turns its neighbours round, nothing unseen alone, and no tower of marks; everything else stays as typed.
Source of the unseen: Default_Ignorable_Code_Point in Unicode's DerivedCoreProperties.txt.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from django import forms
from django.db import models

MOST_MARKS = 4
"""Combining marks on one letter: more than any script needs, fewer than reach into other lines."""

JOINERS = "\u200c\u200d"
"""Unseen, and yet part of words in some scripts and of emoji."""
_SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Which of its shapes the character before it has: an emoji or a sign."""
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
"""The flag of a region, spelled in tags that are unseen by themselves."""
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_BLANK = re.compile("[\\s\u2800]+")
"""Spaces and line breaks of any script; the last is an empty cell of braille."""


def tidy_line(text: str) -> str:
    """The text as one line, "" if nothing of it can be seen."""
    parts = re.split(f"({_FLAG.pattern})", unicodedata.normalize("NFC", _BLANK.sub(" ", text)))
    # Every other part is a flag, which stays as it is.
    kept = (part if at % 2 else "".join(filter(_stays, part)) for at, part in enumerate(parts))
    line = _without_towers(" ".join("".join(kept).split()))
    return line if any(map(_is_seen, line)) else ""


def tidy_text(text: str) -> str:
    """The text line by line, each tidied; "" if nothing of it can be seen."""
    return "\n".join(map(tidy_line, text.splitlines())).strip("\n")


def _stays(character: str) -> bool:
    if character in JOINERS or _SELECTORS.match(character):
        return True
    if _IGNORABLE.match(character):
        return False
    kind = unicodedata.category(character)
    # What this Python's Unicode does not know yet is likely to be an emoji of a later one.
    return kind[0] != "C" or (kind == "Cn" and not _is_no_character(character))


def _is_no_character(character: str) -> bool:
    """Whether no Unicode will ever have a character here."""
    number = ord(character)
    return number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] not in "MZ" and not _IGNORABLE.match(character)


def _without_towers(line: str) -> str:
    kept, marks = [], 0
    for character in line:
        is_mark = unicodedata.category(character) in {"Mn", "Me"} and not _SELECTORS.match(
            character
        )
        marks = marks + 1 if is_mark else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


if TYPE_CHECKING:
    _Column = models.CharField[str, str]
else:
    _Column = models.CharField


class LineField(_Column):
    """A column for one line that people type: it is tidied however it is written."""

    def deconstruct(self) -> Any:
        """The column is that of any CharField: no migration knows of the tidying."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def to_python(self, value: Any) -> Any:
        found = super().to_python(value)
        return tidy_line(found) if isinstance(found, str) else found

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def formfield(self, **kwargs: Any) -> Any:
        """The field of a form, which tidies, too."""
        return super().formfield(**({"form_class": LineInput} | kwargs))


class LineInput(forms.CharField):
    """A field of a form for one line that people type."""

    def to_python(self, value: Any) -> Any:
        found = super().to_python(value)
        # A null character comes from no keyboard: Django's own validator says so.
        return tidy_line(found) if isinstance(found, str) and "\x00" not in found else found
