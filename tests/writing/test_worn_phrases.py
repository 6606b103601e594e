"""No text has a phrase of `worn_phrases.toml`: code, pages, and messages in every language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from django.conf import settings

from tests.writing.texts import (
    PAGES,
    Text,
    comments,
    docstrings,
    messages,
    modules,
    paragraphs,
    translations,
    without_code,
)

LIST = Path(__file__).with_name("worn_phrases.toml")
TRANSLATED = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def test_pages_have_no_worn_phrase() -> None:
    refuse(chain.from_iterable(paragraphs(page) for page in PAGES), "en", "docs")


def test_code_has_no_worn_phrase() -> None:
    """Docstrings and comments are read; names in backticks are not."""
    texts = (chain(docstrings(path), comments(path)) for path in modules())
    refuse(chain.from_iterable(texts), "en", "docs")


def test_messages_have_no_worn_phrase() -> None:
    refuse(messages(), "en")


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_no_worn_phrase(language: str) -> None:
    refuse(translations(language), language)


def test_a_worn_phrase_is_found() -> None:
    """Case and line breaks do not matter, code in backticks is not read, "*" is any ending."""
    texts = [
        Text("a", "Whoever\nsits here"),
        Text("b", "so\n  many cards"),
        Text("c", "the `whoever` function"),
        Text("d", "Your mail addresses"),
        Text("e", "goodness, forgoodness"),
    ]
    assert [place.split(": ")[0] for place in found_in(texts, "en", "docs")] == ["a", "b", "d"]


def refuse(texts: Iterable[Text], *lists: str) -> None:
    """Fail with the place, the phrase and its replacement, a line each."""
    found = list(found_in(texts, *lists))
    assert not found, "\n".join(found)


def found_in(texts: Iterable[Text], *lists: str) -> Iterator[str]:
    """Yield the worn phrases in texts, each with its place and its replacement."""
    pattern, better = phrases(*lists)
    for text in texts:
        for match in pattern.finditer(without_code(text.words)):
            worn = " ".join(match[0].split())
            (advice,) = {
                advice for phrase, advice in better if re.fullmatch(phrase, match[0], re.IGNORECASE)
            }
            yield f"{text.place}: “{worn}”: write {advice}"


@cache
def phrases(*lists: str) -> tuple[re.Pattern[str], list[tuple[str, str]]]:
    """Return one pattern for all phrases of these lists, and each pattern with its replacement."""
    every_list = tomllib.loads(LIST.read_text(encoding="utf-8"))
    listed = {
        phrase: advice for name in lists for phrase, advice in every_list.get(name, {}).items()
    }
    each = [(_pattern(phrase), advice) for phrase, advice in listed.items()]
    # Longer phrases first, so that one which begins like another is found whole.
    ordered = sorted((phrase for phrase, _ in each), key=len, reverse=True)
    every = "|".join(ordered) if ordered else r"(?!)"
    return re.compile(rf"(?<!\w)(?:{every})(?!\w)", re.IGNORECASE), each


def _pattern(phrase: str) -> str:
    words = (re.escape(word).replace(r"\*", r"\w*") for word in phrase.split())
    return r"\s+".join(words)
