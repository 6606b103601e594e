"""The same doors once more, under the names by which allauth looks for them."""

from __future__ import annotations

from django.urls import URLPattern

from accounts import urls

NAMES = {
    "sign_in": "account_login",
    "sign_up": "account_signup",
    "forgotten": "account_reset_password",
    "reset": "account_reset_password_from_key",
    "address": "account_email",
    "confirm": "account_confirm_email",
}

urlpatterns = [
    URLPattern(door.pattern, door.callback, name=NAMES[door.name])
    for door in urls.urlpatterns
    if door.name in NAMES
]
