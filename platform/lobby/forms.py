"""How a table with friends is laid."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from games.kernel.contract import Meta


class TableForm(forms.Form):
    """Seats, bots among them, tempo, and who may look on; built from the game's own card."""

    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    bots = forms.TypedChoiceField(label=_("Bots among them"), coerce=int, widget=forms.RadioSelect)
    level = forms.ChoiceField(label=_("The bots play"), widget=forms.RadioSelect)
    tempo = forms.ChoiceField(label=_("Tempo"), widget=forms.RadioSelect)
    public = forms.BooleanField(label=_("Everybody may watch"), required=False)

    def __init__(self, meta: Meta, data: Any = None) -> None:
        least, most = meta.seats
        super().__init__(data, initial={"seats": least, "bots": 0})
        self._choose("seats", [(n, str(n)) for n in range(least, most + 1)])
        # One seat is the host's, one is for the friend: the rest may be bots.
        self._choose("bots", [(n, str(n)) for n in range(most - 1)])
        self._choose("level", [(level.slug, now(level.label)) for level in meta.levels])
        self._choose("tempo", [(tempo.slug, now(tempo.label)) for tempo in meta.tempos])
        self.initial["level"] = meta.levels[0].slug
        self.initial["tempo"] = meta.tempos[0].slug

    def _choose(self, name: str, choices: list[tuple[Any, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Leave a seat for a friend: without one there is nobody to invite."""
        cleaned = super().clean() or {}
        seats, bots = cleaned.get("seats"), cleaned.get("bots")
        if seats is not None and bots is not None and bots > seats - 2:
            raise ValidationError(
                _("With so many bots no seat is left for a friend. Take more seats or fewer bots."),
                code="no_seat_left",
            )
        return cleaned

    def bot_levels(self) -> list[str]:
        """One level for each bot."""
        return [self.cleaned_data["level"]] * self.cleaned_data["bots"]
