"""The forms of a fixture: its appointment, and an organiser's decisions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from core.line_fields import LineInput
from core.number_fields import NumberInput
from leagues.services.history import LONGEST_REASON
from leagues.web.forms.dates_form import MinuteField


class AppointmentForm(forms.Form):
    """The time of an appointment."""

    at = MinuteField(label=_("When"))


class DecisionForm(forms.Form):
    """The reason of a decision, and the state that the page showed."""

    reason = LineInput(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        error_messages={"required": _("Give a reason: everyone can read it.")},
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)


class ResultForm(DecisionForm):
    """A corrected result: the place and the total of each seat."""

    def __init__(self, data: Any, seats: Iterable[tuple[int, str]], **initial: Any) -> None:
        super().__init__(data, initial=initial)
        self.seats = list(seats)
        for seat, name in self.seats:
            self.fields[f"place-{seat}"] = NumberInput(
                label=now("Place of %(name)s") % {"name": name},
                min_value=1,
                max_value=len(self.seats),
            )
            self.fields[f"total-{seat}"] = NumberInput(
                label=now("Total of %(name)s") % {"name": name},
                min_value=-100_000,
                max_value=100_000,
            )

    def places(self) -> list[int]:
        """Return the places by seat."""
        return [self.cleaned_data[f"place-{seat}"] for seat, _name in self.seats]

    def totals(self) -> list[int]:
        """Return the totals by seat."""
        return [self.cleaned_data[f"total-{seat}"] for seat, _name in self.seats]
