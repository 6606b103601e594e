"""Our line drawings, as SVG, and the pictures of people."""

from __future__ import annotations

from functools import lru_cache

from django.templatetags.static import static
from django.urls import reverse
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


UPLOADED = "~"
"""The mark before the token of an uploaded picture; any other picture is a drawing of ours."""


@lru_cache(maxsize=2000)
def portrait(picture: str, css: str = "") -> SafeString:
    """Return a person's picture: "moon-berry" (a drawing and its colour), or an upload's token.

    It is decoration beside a name, so it has no words of its own.
    """
    if picture.startswith(UPLOADED):
        return format_html(
            '<img class="portrait {}" src="{}" alt="" width="48" height="48" loading="lazy">',
            css,
            reverse("accounts:uploaded_picture", args=[picture.removeprefix(UPLOADED)]),
        )
    drawing, _, colour = picture.partition("-")
    return format_html(
        '<svg class="portrait portrait--{} {}" aria-hidden="true"><use href="{}#{}"/></svg>',
        colour,
        css,
        static("core/img/portraits.svg"),
        drawing,
    )
