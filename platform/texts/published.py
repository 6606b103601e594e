"""The published texts and their content."""

from __future__ import annotations

import time
from dataclasses import dataclass
from html import unescape

from django.conf import settings
from django.db import DatabaseError
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.toc import TocExtension, slugify_unicode

from texts.models import Text, draft

OWN = (Text.Page.HELP.value,)
"""Pages that we wrote ourselves: they exist even if the host has no text of their own."""
END_OF_TITLE = "</h1>"
FRESH_S = 60.0
"""Seconds that a process caches the list of published texts."""


@dataclass(frozen=True, slots=True)
class PublishedText:
    """A page as HTML: its title, its text, and its sections, the id and the title of each."""

    head: SafeString
    body: SafeString
    sections: tuple[tuple[str, str], ...]


class WithoutTags(Extension):
    """Markdown that shows HTML tags as text. Our policy blocks scripts and foreign forms, but not a
    `<meta http-equiv="refresh">` nor attributes that our own scripts read.
    """

    def extendMarkdown(self, md: Markdown) -> None:
        """Remove the processors that let tags pass."""
        md.preprocessors.deregister("html_block")
        md.inlinePatterns.deregister("html")


_known: tuple[float, frozenset[str]] = (float("-inf"), frozenset())


def published_pages() -> list[tuple[str, str]]:
    """Return slug and title, in the active language, of the pages that every foot links to."""
    there = _published()
    return [(page.value, str(page.label)) for page in Text.Page if page.value in there]


def published_text(page: str) -> PublishedText | None:
    """Return a page in the active language, or else in any; None if there is none."""
    found = {text.language: text.body for text in Text.objects.filter(page=page, published=True)}
    language = get_language() or settings.LANGUAGE_CODE
    body = found.get(language)
    if body is None and page in OWN:
        body = draft(page, language)
    if body is None:
        body = found.get(settings.LANGUAGE_CODE) or next(iter(found.values()), None)
    if body is None:
        return None
    sections = TocExtension(toc_depth="2-2", slugify=slugify_unicode)
    markdown = Markdown(extensions=["tables", "sane_lists", sections, WithoutTags()])
    html = markdown.convert(body)
    end = html.find(END_OF_TITLE) + len(END_OF_TITLE) if html.startswith("<h1") else 0
    return PublishedText(
        # Without any tag that the host typed.
        head=mark_safe(html[:end]),
        body=mark_safe(html[end:]),
        sections=tuple((one["id"], unescape(one["name"])) for one in markdown.toc_tokens),  # type: ignore[attr-defined]
    )


def forget_published() -> None:
    """Clear the cached list of published texts."""
    global _known
    _known = (float("-inf"), frozenset())


def _published() -> frozenset[str]:
    global _known
    at, there = _known
    if time.monotonic() - at > FRESH_S:
        try:
            slugs = set(Text.objects.filter(published=True).values_list("page", flat=True))
        except DatabaseError:  # the database is down, and the error page has a foot too
            return there or frozenset(OWN)
        there = frozenset({*OWN, *slugs})
        _known = (time.monotonic(), there)
    return there
