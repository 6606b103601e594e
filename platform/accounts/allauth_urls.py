"""The pages of accounts again, under the URL names that allauth uses."""

from __future__ import annotations

from django.urls import URLPattern

from accounts import urls

NAMES = {
    "sign_in": "account_login",
    "sign_up": "account_signup",
    "forgotten_password": "account_reset_password",
    "reset_password": "account_reset_password_from_key",
    "mail_address": "account_email",
    "confirm_address": "account_confirm_email",
    "reauthenticate": "account_reauthenticate",
    "sign_in_code": "mfa_authenticate",
    "reauthenticate_by_code": "mfa_reauthenticate",
    "second_factor": "mfa_index",
    "set_up_second_factor": "mfa_activate_totp",
    "remove_second_factor": "mfa_deactivate_totp",
    "recovery_codes": "mfa_view_recovery_codes",
    "new_recovery_codes": "mfa_generate_recovery_codes",
}

urlpatterns = [
    URLPattern(page.pattern, page.callback, name=NAMES[page.name])
    for page in urls.urlpatterns
    if page.name in NAMES
]
