"""The template tags of the page's header: the links to the main pages, and the mark of the current
page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.rendering import cache

register = template.Library()


class Here(NamedTuple):
    """The current page: the name of its view, and its app."""

    view: str
    app: str


@register.simple_tag(takes_context=True)
def main_ways(context: Mapping[str, Any]) -> SafeString:
    """Return the links to the main pages, rendered once for all signed-in users, or all visitors, on
    this page.
    """
    user = getattr(context.get("request"), "user", None)
    signed_in = user is not None and user.is_authenticated
    values = (signed_in, _here(context))
    return cache.rendered("components/ways.html", ("signed_in", "current_page"), values)


@register.simple_tag(takes_context=True)
def current(context: Mapping[str, Any], name: str, app: str = "") -> SafeString:
    """Return `aria-current` for a link to the current page, or to its parent (`app`)."""
    here = _here(context)
    if here is None:
        return SafeString("")
    if here.view == name:
        return format_html('aria-current="{}"', "page")
    return format_html('aria-current="{}"', "true") if app and here.app == app else SafeString("")


def _here(context: Mapping[str, Any]) -> Here | None:
    """Return the current page; a cached template gets it as `current_page`, because it has no request."""
    if "current_page" in context:
        here: Here | None = context["current_page"]
        return here
    match = getattr(context.get("request"), "resolver_match", None)
    return None if match is None else Here(match.view_name, match.app_name)
