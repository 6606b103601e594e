"""The form of an organiser who removes a player from a season."""

from __future__ import annotations

from django import forms

from core.line_fields import LineInput
from leagues.services.history import LONGEST_REASON


class DropForm(forms.Form):
    """The optional reason for the removal."""

    reason = LineInput(max_length=LONGEST_REASON, required=False)
