"""How often one person may invite, propose, sign up and write in leagues."""

from __future__ import annotations

from core.rate_limits import Limit

INVITATIONS = Limit("invitations", most=10)
"""Invitations to leagues that somebody sends to one and the same person, who is told of each."""

APPOINTMENTS = Limit("appointments", most=20)
"""Appointments that somebody proposes for one and the same match, of each of which its players are told."""

ENTRIES = Limit("entries", most=10)
"""How often somebody signs up for one and the same season: whoever plays there is told of each who comes late."""

LETTERS = Limit("letters", most=30)
"""What somebody writes to those whom they play in a league: many sentences, and no flood."""
