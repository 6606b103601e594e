"""Rate limits of sign-ins, sign-ups and mails, by user and by network address."""

from __future__ import annotations

from core.rate_limits import MINUTE, Limit

GUESTS = Limit("guests", most=60)
"""New guests from one address: enough for a school class, too few for a flood."""

SIGN_UPS = Limit("sign-ups", most=60)
"""New accounts from one address: enough for the same class."""

SIGN_INS_HERE = Limit("sign-in", most=8)
"""Failures for one name from one address."""
SIGN_INS_FROM = Limit("sign-in-address", most=60)
SIGN_INS_AS = Limit("sign-in-name", most=200)
"""Failures for one name from all addresses. It is far higher than the others, so that an attacker
cannot lock a user out by guessing.
"""
PASSWORDS = Limit("password", most=8)
"""Wrong passwords of a user who is signed in."""

CODES = Limit("codes", most=8)
"""Wrong codes of a second factor, for one account."""

CHALLENGES = Limit("challenges", most=120)
"""Passkey challenges for one address."""

SESSIONS = Limit("sessions", most=120)
"""Sessions that begin without a signed-in user, from one address: by a link to a replay, for
example, or an invitation.
"""

UPLOADS = Limit("uploads", most=10, seconds=60 * MINUTE)
"""Pictures that one user uploads."""

MAILS_TO = Limit("mails-to", most=5, seconds=60 * MINUTE)
"""Mails to one address, whatever network requests them, so that a mailbox cannot be flooded."""
MAILS_FROM = Limit("mails-from", most=20)
"""Mails that one address requests."""
