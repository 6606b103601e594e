"""The form of an organiser who takes somebody out of a season."""

from __future__ import annotations

from django import forms

from core.line_fields import LineInput
from leagues.services.history import LONGEST_REASON


class DropForm(forms.Form):
    """Why somebody is taken out of a season, if the organiser says so."""

    reason = LineInput(max_length=LONGEST_REASON, required=False)
