"""The published texts and their content."""

from __future__ import annotations

import time

from django.conf import settings
from django.db import DatabaseError
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown import Markdown
from markdown.extensions import Extension

from texts.models import Text, draft

OWN = (Text.Page.HELP.value,)
"""Pages that we wrote ourselves: they exist even if the host has no text of their own."""
FRESH_S = 60.0
"""Seconds that a process caches the list of published texts."""


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


def html_of(page: str) -> SafeString | None:
    """Return a page as HTML in the active language, or else in any; None if there is none."""
    found = {text.language: text.body for text in Text.objects.filter(page=page, published=True)}
    language = get_language() or settings.LANGUAGE_CODE
    body = found.get(language)
    if body is None and page in OWN:
        body = draft(page, language)
    if body is None:
        body = found.get(settings.LANGUAGE_CODE) or next(iter(found.values()), None)
    if body is None:
        return None
    html = Markdown(extensions=["tables", "sane_lists", WithoutTags()]).convert(body)
    return mark_safe(html)  # without any tag that the host typed


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
