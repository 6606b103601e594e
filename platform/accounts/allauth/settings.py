"""The settings of django-allauth, whose pages, forms and mails this app adapts.

`config/settings.py` takes all of them in; what a host may choose is read there.
"""

from __future__ import annotations

# Signing in and up, passwords and addresses (allauth.account) --------------------------------

ACCOUNT_ADAPTER = "accounts.allauth.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# A guest is signed in, too, and may go on to an account.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# An address is one person's once it is confirmed; until then nobody learns whose it is.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Ours (core/rate_limits.py) keep what was typed, and let people in while Valkey is away.
ACCOUNT_RATE_LIMITS = False

# The second factor and passkeys (allauth.mfa) -------------------------------------------------------------

MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
# Passkeys sign in by themselves: nothing is asked beside them, and they are asked for beside nothing.
MFA_PASSKEY_LOGIN_ENABLED = True
# Ours, again.
MFA_RATE_LIMITS = False
# Addresses are a person's once they are confirmed: one that is not keeps nobody out of an account.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Phones do not agree about the second: the code before and the one after are good, too.
MFA_TOTP_TOLERANCE = 1
