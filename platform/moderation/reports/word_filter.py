"""The word filter of messages. It matches whole words with their inflections, never parts.

Therefore a compound is not matched for its parts: neither "Barsch" nor "Hurenkind".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "data" / "words.csv"

ENDINGS: dict[tuple[str, str], tuple[str, ...]] = {
    ("de", "noun"): ("", "e", "en", "er", "ern", "n", "s", "es", "in", "innen"),
    ("de", "adjective"): ("", "e", "em", "en", "er", "es"),
    ("de", "verb"): ("", "e", "en", "st", "t", "te", "ten", "end", "ende", "enden"),
    ("en", "noun"): ("", "s", "es", "'s"),
    ("en", "adjective"): ("",),
    ("en", "verb"): ("", "s", "ed", "ing", "er", "ers"),
}

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "\u2019": "'"})


def find_listed_words(text: str) -> tuple[str, ...]:
    """Return the listed words in a text, as written there, each once."""
    words = _WORD.findall(unicodedata.normalize("NFC", text))
    plain = [_plain(word) for word in words]
    known = _forms()
    longest = max(map(len, known))
    hits: dict[str, None] = {}
    for start in range(len(words)):
        for end in range(start + 1, min(start + longest, len(words)) + 1):
            if tuple(plain[start:end]) in known:
                hits[" ".join(words[start:end])] = None
    return tuple(hits)


@cache
def _forms() -> frozenset[tuple[str, ...]]:
    """Yield every form as a sequence of words."""
    return frozenset(tuple(map(_plain, form.split())) for form in _inflected())


def _inflected() -> Iterator[str]:
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        language, kind, stem = line.split(",")
        if kind == "exact":
            yield stem
        else:
            yield from (stem + ending for ending in ENDINGS[language, kind])


def _plain(word: str) -> str:
    """Return the normal form of a word: lower case, with umlauts spelled out."""
    return word.casefold().translate(_PLAIN)
