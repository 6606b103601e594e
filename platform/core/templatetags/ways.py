"""The template tag that marks the current page in the page's header."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def current(context: Mapping[str, Any], name: str, app: str = "") -> SafeString:
    """Return `aria-current` for a link to the current page, or to its parent (`app`)."""
    match = getattr(context.get("request"), "resolver_match", None)
    if match is None:
        return SafeString("")
    if match.view_name == name:
        return format_html('aria-current="{}"', "page")
    return (
        format_html('aria-current="{}"', "true")
        if app and match.app_name == app
        else SafeString("")
    )
