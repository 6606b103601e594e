"""Confirmation of the user's identity by password, code or passkey, before sensitive steps.

It protects an open, unattended screen. A guest has none of them, and needs no
confirmation. The request that was sent is stored meanwhile, and continued afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

APP = "allauth.mfa"
"""The app whose settings allauth reads; account and second factor use the same ones here."""


def recently_signed_in(view: View) -> View:
    """Decorate a view: a user whose sign-in is some time ago confirms their identity first."""
    asking: View = reauthentication_required(view, app=APP)
    return asking


def recently_signed_in_to_act(view: View) -> View:
    """Decorate a page whose form does something permanent: only sending it needs the confirmation."""
    asking: View = reauthentication_required(view, app=APP, enabled=_acts)
    return asking


def _acts(request: HttpRequest) -> bool:
    return request.method == "POST"
