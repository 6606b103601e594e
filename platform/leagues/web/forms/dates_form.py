"""The form of a season's dates."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from core import times
from leagues.models import Season
from leagues.web.forms.field_errors import add_errors

MINUTE = "%Y-%m-%dT%H:%M"
"""The format in which a browser sends a time."""


class MinuteField(forms.DateTimeField):
    """A time to the minute; an unchanged field keeps the exact stored time (`was`).

    A page shows neither seconds nor which of two equal hours it is when summer time ends.
    """

    widget = forms.DateTimeInput({"type": "datetime-local"}, format=MINUTE)
    was: datetime | None = None

    def to_python(self, value: Any) -> datetime | None:
        if self.was is not None and value == f"{timezone.localtime(self.was):{MINUTE}}":
            return self.was
        try:
            return super().to_python(value)
        except ValidationError as error:
            # Django lets a field replace the sentences of its validators only, not this one.
            code = str(error.code)
            raise ValidationError(self.error_messages[code], code=code) from error


class DatesForm(forms.Form):
    """The dates of a season: opening, beginning and end; past dates have no field."""

    opens_at = MinuteField(label=_("Sign-up opens"))
    begins_at = MinuteField(label=_("Sign-up closes, the season begins"))
    ends_at = MinuteField(label=_("The season ends"))

    def __init__(self, data: Any = None, *, season: Season | None = None) -> None:
        super().__init__(data)
        if season is not None:
            self.initial = {name: getattr(season, name) for name in self.fields}
            for name, field in self.fields.items():
                assert isinstance(field, MinuteField)
                field.was = self.initial[name]
            if season.state != Season.State.PLANNED:
                del self.fields["opens_at"]
            if season.state not in (Season.State.PLANNED, Season.State.SIGN_UP):
                del self.fields["begins_at"]

    def refuse(self, wrong: ValidationError) -> None:
        """Add the errors to their date fields."""
        add_errors(self, wrong)

    def tell_present(self, season: Season) -> None:
        """Add to each date field that another organiser has changed it, and the present value."""
        for name, wanted in list(self.cleaned_data.items()):
            if wanted != (is_now := getattr(season, name)):
                said = now("It is now %(moment)s.") % {"moment": times.appointed(is_now)}
                self.add_error(name, said)
