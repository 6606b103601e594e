"""Our line drawings, as SVG."""

from __future__ import annotations

from functools import lru_cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString


@lru_cache(maxsize=500)
def icon(name: str, css: str = "") -> SafeString:
    """Return the drawing with this name; the page explains it in text beside it."""
    return format_html(
        '<svg class="icon {}" aria-hidden="true"><use href="{}#{}"/></svg>',
        css,
        static("core/img/icons.svg"),
        name,
    )
