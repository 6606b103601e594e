"""The form of an organiser who removes a player from a season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from core.line_fields import LineInput
from leagues.models import Entry
from leagues.season.entry_names import entry_name
from leagues.services.history import LONGEST_REASON


class DropForm(forms.Form):
    """The optional reason for the removal, and a tick once the season has given a place."""

    reason = LineInput(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    sure = forms.BooleanField()

    def __init__(self, entry: Entry, data: Any = None) -> None:
        super().__init__(data, auto_id=f"drop-{entry.pk}-%s")
        self.entry = entry
        self.fields["sure"].required = entry.division_id is not None
        self.fields["sure"].label = now("Yes, remove %(name)s") % {"name": entry_name(entry)}

    def words(self) -> list[str]:
        """Return the reason if one was typed, as a list of texts."""
        return [self.data["reason"]] if self.data.get("reason") else []
