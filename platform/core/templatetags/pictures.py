"""`{% icon "moon" %}`: a line drawing of ours; every template knows the tag."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str, css: str = "") -> SafeString:
    """The drawing with this name as SVG; what it means is said beside it."""
    return _drawn(name, css)


@lru_cache(maxsize=500)
def _drawn(name: str, css: str) -> SafeString:
    return format_html(
        '<svg class="icon {}" aria-hidden="true"><use href="{}#{}"/></svg>',
        css,
        static("img/icons.svg"),
        name,
    )
