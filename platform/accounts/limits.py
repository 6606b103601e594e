"""How often one person, or one place, may try to come in, or be written to."""

from __future__ import annotations

from core.rate_limits import MINUTE, Limit

GUESTS = Limit("guests", most=60)
"""New guests from one address: a school class may come, a flood may not."""

SIGN_UPS = Limit("sign-ups", most=60)
"""New accounts from one address, with the same class in mind."""

SIGN_INS_HERE = Limit("sign-in", most=8)
"""Failures for one name from one address."""
SIGN_INS_FROM = Limit("sign-in-address", most=60)
SIGN_INS_AS = Limit("sign-in-name", most=200)
"""Far higher than the others: nobody shall lock somebody else out by guessing on purpose."""
PASSWORDS = Limit("password", most=8)
"""Wrong passwords of somebody who is signed in."""

CODES = Limit("codes", most=8)
"""Wrong codes of a second factor, for one account."""

CHALLENGES = Limit("challenges", most=120)
"""Questions for a passkey from one address."""

SESSIONS = Limit("sessions", most=120)
"""Sessions that begin with nobody signed in, from one address: by a link to a replay, say, or an invitation."""

MAILS_TO = Limit("mails-to", most=5, seconds=60 * MINUTE)
"""Mails to one address, whoever asks for them: nobody's box is filled from here."""
MAILS_FROM = Limit("mails-from", most=20)
"""Mails that one address asks for."""
