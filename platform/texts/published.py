"""Which texts can be read, and what stands in them."""

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
"""Pages that we have written ourselves: they are there whether or not the host has another text."""
FRESH_S = 60.0
"""So long a process goes by what it knew to be published."""


class WithoutTags(Extension):
    """Markdown in which a tag is text: our policy stops scripts and foreign forms, but not a
    `<meta http-equiv="refresh">`, nor attributes that our own scripts go by."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Take out what lets tags pass."""
        md.preprocessors.deregister("html_block")
        md.inlinePatterns.deregister("html")


_known: tuple[float, frozenset[str]] = (float("-inf"), frozenset())


def published_pages() -> list[tuple[str, str]]:
    """The pages that the foot of every page leads to: slug and title, in the language that is active."""
    there = _published()
    return [(page.value, str(page.label)) for page in Text.Page if page.value in there]


def html_of(page: str) -> SafeString | None:
    """A page as HTML, in the language that is active or else in any; None where there is none."""
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
    return mark_safe(html)  # without a tag that somebody has typed


def forget_published() -> None:
    """Look again which texts are published."""
    global _known
    _known = (float("-inf"), frozenset())


def _published() -> frozenset[str]:
    global _known
    at, there = _known
    if time.monotonic() - at > FRESH_S:
        try:
            slugs = set(Text.objects.filter(published=True).values_list("page", flat=True))
        except DatabaseError:  # it is away, and every page that says so has a foot
            return there or frozenset(OWN)
        there = frozenset({*OWN, *slugs})
        _known = (time.monotonic(), there)
    return there
