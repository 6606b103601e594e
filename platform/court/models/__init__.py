"""The word court: disputes, cases, rulings. Only `court.services` writes here."""

from __future__ import annotations

from court.models.cases import Appeal, Case, Opinion
from court.models.disputes import Dispute, Party
from court.models.rulings import Challenge, Citation, Ruling, Settlement

__all__ = (
    "Appeal",
    "Case",
    "Challenge",
    "Citation",
    "Dispute",
    "Opinion",
    "Party",
    "Ruling",
    "Settlement",
)
