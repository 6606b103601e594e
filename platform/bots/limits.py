"""How many questions to a bot one address may ask."""

from __future__ import annotations

from core.rate_limits import Limit

ADVICE = Limit("advice", most=60)
"""Questions to a bot from one address: a whole round can be asked about, but not round upon round."""
