"""The settings of django-allauth, whose pages, forms and mails this app adapts.

`config/settings.py` imports all of them; it also reads those that a host may choose.
"""

from __future__ import annotations

# Signing in and up, passwords and addresses (allauth.account) --------------------------------

ACCOUNT_ADAPTER = "accounts.allauth.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# A guest is signed in, too, and may still sign up.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# A confirmed address belongs to one user; until then the pages do not reveal whose it is.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Our own rate limits (core/rate_limits.py) keep the typed input, and allow sign-in while Valkey is
# down.
ACCOUNT_RATE_LIMITS = False

# The second factor and passkeys (allauth.mfa) -------------------------------------------------------------

MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
# A passkey is a sign-in of its own: it replaces the password and the second factor.
MFA_PASSKEY_LOGIN_ENABLED = True
# Our own rate limits, as above.
MFA_RATE_LIMITS = False
# Only a confirmed address belongs to a user: an unconfirmed one blocks no sign-in.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# The clocks of phones differ: the code before and the code after are valid, too.
MFA_TOTP_TOLERANCE = 1
