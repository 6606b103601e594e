"""The limits of clubs: how large they are, and how often a user may write."""

from __future__ import annotations

from core.rate_limits import Limit

MOST_CLUBS = 5
"""Clubs that one user may have founded at the same time."""
MOST_MEMBERS = 1000
MOST_OFFICERS = 20

MESSAGES = Limit("club_messages", most=30)
"""Messages of one user to their clubs."""

REQUESTS = Limit("club_requests", most=10)
"""Requests of one user to join clubs, of which the officers get a notice."""

ROLES = Limit("club_roles", most=10)
"""New officers and founders of one club, who get a notice of it."""

ANNOUNCEMENTS = Limit("announcements", most=3, seconds=24 * 60 * 60)
"""Announcements of one club, whose members get a notice of each."""
