"""The rate limit of questions to a bot."""

from __future__ import annotations

from core.rate_limits import Limit

ADVICE = Limit("advice", most=60)
"""Questions to a bot from one address: enough for a whole round, but not for round after round."""
