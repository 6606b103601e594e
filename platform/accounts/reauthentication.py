"""The password, a code or a passkey once more, before what somebody at an open screen must not do.

A guest, who has none of them, is not asked. What was sent is kept meanwhile, and done afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

APP = "allauth.mfa"
"""Whose settings allauth reads; account and second factor are one to us."""


def recently_signed_in(view: View) -> View:
    """For a view: whoever comes after a while shows again who they are."""
    asking: View = reauthentication_required(view, app=APP)
    return asking


def recently_signed_in_to_act(view: View) -> View:
    """For a page whose form does something for good: looking at it is free."""
    asking: View = reauthentication_required(view, app=APP, enabled=_acts)
    return asking


def _acts(request: HttpRequest) -> bool:
    return request.method == "POST"
