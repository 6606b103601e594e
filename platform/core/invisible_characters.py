"""Invisible characters, and the contexts in which one of them changes the visible text.

Sources: Default_Ignorable_Code_Point in Unicode's DerivedCoreProperties.txt; for the joiners of
scripts UAX #31, section 2.3; for emoji UTS #51.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

MOST_JOINED = 4
"""The most emoji that are drawn as one: the number in the largest family."""

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_APART, _TOGETHER = "\u200c", "\u200d"
"""Joiners: they keep letters apart or join them; the second joins emoji, too."""
_OF_EMOJI = re.compile("[\ufe0e\ufe0f]")
"""Selectors that draw the sign before them as text or in colours."""
_OF_IDEOGRAPHS = re.compile("[\ufe00-\ufe02\U000e0100-\U000e01ef]")
_OF_MONGOLIAN = re.compile("[\u180b-\u180d\u180f]")
_SKIN = re.compile("[\U0001f3fb-\U0001f3ff]")
_KEY = "\u20e3"
"""Draws a key around a digit."""
_EMOJI_TOO = "\u00a9\u00ae\u203c\u2049\u2139\u3030"
"""Emoji outside the ranges of all others."""
_VIRAMA = 9
"""The combining class of signs that remove a letter's vowel."""


def _ends_alone() -> frozenset[str]:
    """Return the Arabic letters that never join the next one: they have no shape for it."""
    shapes: dict[str, set[str]] = {"<initial>": set(), "<final>": set()}
    for number in range(0xFB50, 0xFEFD):
        kind, _, letters = unicodedata.decomposition(chr(number)).partition(" ")
        if kind in shapes and len(letters) == 4:
            shapes[kind].add(chr(int(letters, 16)))
    return frozenset(shapes["<final>"] - shapes["<initial>"])


_ENDS_ALONE = _ends_alone()


def is_unseen(character: str) -> bool:
    """Return whether this character is invisible by itself."""
    return _IGNORABLE.match(character) is not None


def without_idle(text: str) -> str:
    """Return the text without the invisible characters that have no effect in their place."""
    kept: list[str] = []
    joined = 0
    for character, after in pairwise(f"{text} "):
        before = kept[-1] if kept else " "
        if not is_unseen(character):
            if before != _TOGETHER and not _SKIN.match(character):
                joined = 1
        elif not _works(kept, character, after) or joined == MOST_JOINED:
            continue
        elif character == _TOGETHER:
            joined += 1
        kept.append(character)
    return "".join(kept)


def _works(kept: list[str], character: str, after: str) -> bool:
    before = kept[-1] if kept else " "
    if _OF_EMOJI.match(character):
        return _is_emoji(before) or (before in "0123456789#*" and after == _KEY)
    if _OF_IDEOGRAPHS.match(character):
        return unicodedata.name(before, "").startswith("CJK")
    if _OF_MONGOLIAN.match(character):
        return "\u1820" <= before <= "\u18aa"
    if character not in (_APART, _TOGETHER):
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if unicodedata.combining(after) == _VIRAMA and unicodedata.category(before) == "Lo":
        return True
    if character == _TOGETHER:
        return _is_emoji(_base(kept)) and _is_emoji(after)
    letter = _base(kept)
    is_arabic = all(unicodedata.bidirectional(one) == "AL" for one in (letter, after))
    return is_arabic and letter not in _ENDS_ALONE


def _base(kept: list[str]) -> str:
    """Return the last character, without its marks, skin tone and selectors."""
    for character in reversed(kept):
        if unicodedata.category(character) != "Mn" and not _SKIN.match(character):
            return character
    return " "


def _is_emoji(character: str) -> bool:
    """Return whether it may be an emoji; characters newer than this Python's Unicode count as one."""
    is_symbol = unicodedata.category(character) in {"So", "Sm", "Cn"}
    return character in _EMOJI_TOO or (character >= "\u2100" and is_symbol)
