"""Input fields for one line of text, and the function that tidies it; the same, line by line, for
longer texts.

Such a line appears in lists, mails and other people's channels. So it has no line break, no
character that reverses its neighbours, no invisible character without effect
(`core/invisible_characters.py`), and no tower of marks. All other text stays as typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.db import models

from core.invisible_characters import is_unseen, without_idle

MOST_MARKS = 4
"""The most combining marks on one letter: more than any script needs, too few to reach into other
lines.
"""

_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
"""The flag of a region, spelled in invisible tag characters."""
_BLANK = re.compile("[\\s\u2800]+")
"""Spaces and line breaks of any script; the last is an empty cell of braille."""


def tidy_line(text: str) -> str:
    """Return the text as one line, "" if all of it is invisible."""
    # Repeat it: a removed character may have separated others that now compose, or are too many
    # together.
    while (tidied := _tidied_once(text)) != text:
        text = tidied
    return text if any(map(_is_seen, text)) else ""


def _tidied_once(text: str) -> str:
    parts = re.split(f"({_FLAG.pattern})", unicodedata.normalize("NFC", _BLANK.sub(" ", text)))
    # Every other part is a flag, which stays as it is.
    kept = (part if at % 2 else _tidied_part(part) for at, part in enumerate(parts))
    return " ".join("".join(kept).split())


def _tidied_part(part: str) -> str:
    return without_idle(_without_towers("".join(filter(_stays, part))))


def tidy_text(text: str) -> str:
    """Return the text with each line tidied; "" if all of it is invisible."""
    return "\n".join(map(tidy_line, text.splitlines())).strip("\n")


def _stays(character: str) -> bool:
    kind = unicodedata.category(character)
    # A character newer than this Python's Unicode is likely to be an emoji.
    is_later = kind == "Cn" and not _is_no_character(character)
    return kind[0] != "C" or is_later or is_unseen(character)


def _is_no_character(character: str) -> bool:
    """Return whether Unicode reserves this code point as a noncharacter."""
    number = ord(character)
    return number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] not in "MZ" and not is_unseen(character)


def _without_towers(line: str) -> str:
    kept, marks = [], 0
    for character in line:
        if not is_unseen(character):
            marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


if TYPE_CHECKING:
    _Field = models.Field[str, str]
    _Column = models.CharField[str, str]
    _Text = models.TextField[str, str]
else:
    _Field = models.Field
    _Column = models.CharField
    _Text = models.TextField


class _Tidied(_Field):
    """A column that tidies its text on every write. `tidy`: the function; `plain`: the field that
    migrations contain instead.
    """

    tidy: Callable[[str], str]
    plain: str

    def deconstruct(self) -> Any:
        """Describe the column to migrations as a plain one."""
        name, _path, args, kwargs = super().deconstruct()
        return name, self.plain, args, kwargs

    def to_python(self, value: Any) -> Any:
        found = super().to_python(value)
        return self.tidy(found) if isinstance(found, str) else found

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value


class LineField(_Tidied, _Column):
    """A column for one line of typed text."""

    tidy = staticmethod(tidy_line)
    plain = "django.db.models.CharField"

    def formfield(self, **kwargs: Any) -> Any:
        """Return the form field, which tidies, too."""
        return super().formfield(**({"form_class": LineInput} | kwargs))


class LinesField(_Tidied, _Text):
    """A column for typed text of several lines."""

    tidy = staticmethod(tidy_text)
    plain = "django.db.models.TextField"


class LineInput(forms.CharField):
    """A form field for one line of typed text."""

    def to_python(self, value: Any) -> Any:
        found = super().to_python(value)
        # A null character is never typed: Django's own validator reports it.
        return tidy_line(found) if isinstance(found, str) and "\x00" not in found else found
