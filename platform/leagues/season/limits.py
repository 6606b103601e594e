"""Rate limits of one user in leagues: invitations, proposals, sign-ups and messages."""

from __future__ import annotations

from core.rate_limits import Limit

INVITATIONS = Limit("invitations", most=10)
"""Invitations to leagues from one user to one other, who gets a notice of each."""

APPOINTMENTS = Limit("appointments", most=20)
"""Proposals of one user for the same match, whose players get a notice of each."""

ENTRIES = Limit("entries", most=10)
"""Sign-ups of one user for the same season, whose players get a notice of each late one."""

LETTERS = Limit("letters", most=30)
"""Messages of one user to their opponents in a league: enough for a conversation, but not a flood.
"""
