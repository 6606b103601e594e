"""The pages of accounts once more, under the names by which allauth looks for them."""

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
    "again": "account_reauthenticate",
    "code": "mfa_authenticate",
    "code_again": "mfa_reauthenticate",
    "second_factor": "mfa_index",
    "factor_begin": "mfa_activate_totp",
    "factor_end": "mfa_deactivate_totp",
    "codes": "mfa_view_recovery_codes",
    "codes_new": "mfa_generate_recovery_codes",
}

urlpatterns = [
    URLPattern(door.pattern, door.callback, name=NAMES[door.name])
    for door in urls.urlpatterns
    if door.name in NAMES
]
