"""Pages in Markdown have short sentences and short lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.local.installation import ROOT
from tests.architecture import docs
from tests.writing.texts import PAGES, paragraphs, sentences

MOST_WORDS = 35
"""Words in one sentence. The average that we aim at is 20."""

LONGEST_LINE = 120
"""Columns of a line. Tables, code, and lines that only hold a link may be wider."""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@each_page
def test_sentences_are_short(page: Path) -> None:
    found = long_sentences(page)
    assert not found, "\n".join(found)


@each_page
def test_lines_are_short(page: Path) -> None:
    found = long_lines(page)
    assert not found, "\n".join(found)


def test_a_long_sentence_is_found(tmp_path: Path) -> None:
    """A sentence may run over lines. Code, addresses and other paragraphs do not count."""
    long = " ".join(["word"] * MOST_WORDS)
    page = tmp_path / "page.md"
    page.write_text(
        f"# Title\n\n{long}\nends here. Short one.\n\n* {long}.\n\n```\n{long} {long}\n```\n"
        f"| {long} more | short |\n"
    )
    assert [found.split(": ")[1] for found in long_sentences(page)] == ["37 words", "36 words"]


def test_a_long_line_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    wide = "a " * 61
    page.write_text(
        f"{wide}\n| {wide} |\n```\n{wide}\n```\n<https://example.com/{wide.replace(' ', '')}>\n"
    )
    assert len(long_lines(page)) == 1


def long_sentences(page: Path) -> list[str]:
    """Sentences with too many words, each with its place and their number."""
    return [
        f"{text.place}: {len(sentence.split())} words: {sentence[:60]}"
        for text in paragraphs(page)
        for sentence in sentences(text.words)
        if len(sentence.split()) > MOST_WORDS
    ]


def long_lines(page: Path) -> list[str]:
    """Lines with too many columns, each with its number."""
    lines = docs.prose(page).splitlines()
    return [
        f"{page.name}:{number}: {len(line)} columns"
        for number, line in enumerate(lines, 1)
        if len(line) > LONGEST_LINE and not line.startswith("|") and " " in line.strip()
    ]
