"""The form of an organiser's action that cannot be undone."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

ACTIONS = {
    "call-off": (_("Cancel this season"), _("Yes, cancel this season.")),
    "end": (
        _("End this season now"),
        _("Yes, end it now. Open matches are decided as on the season’s last day."),  # noqa: RUF001 - as it is printed
    ),
    "close": (
        _("Close the league"),
        _("Yes, close it. The current season is played to its end, and no other follows."),
    ),
}
"""The button and the box of each of these actions."""


class SureForm(forms.Form):
    """A box to tick before the button of an action."""

    sure = forms.BooleanField()

    def __init__(self, verb: str, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{verb}-%s")
        self.verb = verb
        self.button, self.fields["sure"].label = ACTIONS[verb]
