"""The template tags of the page's header: the links to the main pages, and the mark of the current
page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.pictures import portrait
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
    values = (_user(context) is not None, _here(context))
    return cache.rendered("components/ways.html", ("signed_in", "current_page"), values)


@register.simple_tag(takes_context=True)
def account_menu(context: Mapping[str, Any]) -> SafeString:
    """Return the account menu, rendered once for all users with the same links on this page; what
    is of one user is a blank.
    """
    request, user, here = context.get("request"), _user(context), _here(context)
    values: dict[str, Any] = {
        "has_request": request is not None,
        "signed_in": user is not None,
        "current_page": here,
        "has_settings": bool(context.get("table_settings")),
    }
    blanks: dict[str, Any] = {"ways": main_ways(context)}
    if user is not None:
        values |= {
            "is_guest": user.is_guest,
            "is_staff": user.is_staff,
            "moderates": user.is_staff and user.has_module_perms("moderation"),
            "decision_unread": user.decision_unread,
            "friends": context["waiting"].asked.friends,
            "signs_out": bool(context.get("csrf_token")),
        }
        blanks |= {
            "portrait": portrait(user.portrait),
            "name": user.name,
            "profile": reverse("pages:person", args=[user.name]),
            "path": quote(context["request"].path),
            "csrf_token": context.get("csrf_token", ""),
        }
    return cache.rendered_with_blanks("components/account.html", values, blanks)


def _user(context: Mapping[str, Any]) -> Any:
    """Return the signed-in user of the request, if there is one; a middleware may refuse a request
    before that is known.
    """
    user = getattr(context.get("request"), "user", None)
    return user if user is not None and user.is_authenticated else None


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
