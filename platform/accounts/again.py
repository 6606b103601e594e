"""The password, a code or a passkey once more, before what somebody at an open screen must not do.

A guest, who has none of them, is not asked. What was sent is kept meanwhile, and done afterwards.
"""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest

APP = "allauth.mfa"
"""Whose settings allauth reads; account and second factor are one to us."""

recently_signed_in = reauthentication_required(app=APP)
"""For a view: whoever comes after a while shows again who they are."""


def _acts(request: HttpRequest) -> bool:
    return request.method == "POST"


recently_signed_in_to_act = reauthentication_required(app=APP, enabled=_acts)
"""For a page whose form does something for good: looking at it is free."""
