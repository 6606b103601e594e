"""Forms of preferences and of vacations."""

from __future__ import annotations

from datetime import time
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import names, zones
from accounts.models.users import READING_PACES, WEEKDAYS, language_choices
from accounts.services.preferences import check_quiet
from core.line_fields import LineInput

THEMES = ("auto", "night", "morning")


FORM = "preferences"
"""The id of the form: its fields stand in several sections of the page."""
SECTIONS = {
    "you": ("name", "language"),
    "time": ("time_zone", "quiet_from", "quiet_until", "rest_day"),
    "safety": ("hides_presence",),
}
"""The fields of a section; all others belong to the table."""


class LookForm(forms.Form):
    """The look of the site in this browser, signed in or not."""

    theme = forms.ChoiceField(
        label=_("Appearance"),
        choices=[("auto", _("System")), ("night", _("Dark")), ("morning", _("Light"))],
        widget=forms.RadioSelect,
    )
    sounds = forms.ChoiceField(
        label=_("Sound and vibration at the table"),
        choices=[("yes", _("Yes")), ("", _("No"))],
        required=False,
        widget=forms.RadioSelect,
    )
    hints = forms.ChoiceField(
        label=_("Show hints while I play"),
        choices=[("on", _("Yes")), ("off", _("No"))],
        required=False,
        widget=forms.RadioSelect,
    )
    language = forms.ChoiceField(
        label=_("Language"), choices=language_choices, required=False, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["form"] = FORM

    def sections(self) -> dict[str, list[forms.BoundField]]:
        """Return the fields of each section of the page."""
        found: dict[str, list[forms.BoundField]] = {"table": [], **{name: [] for name in SECTIONS}}
        homes = {field: section for section, fields in SECTIONS.items() for field in fields}
        for field in self:
            found[homes.get(field.name, "table")].append(field)
        return found


class TableForm(forms.Form):
    """The settings that can be changed at a table; only users choose a speed."""

    reading_pace = forms.TypedChoiceField(
        label=_("Speed"),
        choices=READING_PACES,
        coerce=int,
        required=False,
        empty_value=None,
        help_text=_("Sentences stand longer or shorter, and bots wait for them."),
        widget=forms.RadioSelect,
    )
    sounds = forms.ChoiceField(
        label=_("Sound and vibration at the table"),
        choices=[("yes", _("Yes")), ("", _("No"))],
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, chooses_pace: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not chooses_pace:
            del self.fields["reading_pace"]


class DayInput(forms.DateInput):
    """An input that opens the browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class MinutesField(forms.TimeField):
    """A time of day, as minutes since midnight."""

    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})

    def to_python(self, value: Any) -> Any:
        """Convert a time to minutes; raise `ValidationError` if it is invalid."""
        read = super().to_python(value)
        return None if read is None else 60 * read.hour + read.minute

    def prepare_value(self, value: Any) -> Any:
        """Convert minutes to a time for the input; typed text stays as it is."""
        return time(*divmod(value, 60)) if isinstance(value, int) else value


class PersonForm(LookForm):
    """The preferences of a user: the look of the site, and their name, time zone and hours."""

    field_order = (
        "name",
        "language",
        "hides_presence",
        "theme",
        "hints",
        "time_zone",
        "quiet_from",
        "quiet_until",
        "rest_day",
    )

    name = LineInput(
        label=_("Your name at the table"),
        max_length=names.LONGEST,
        strip=True,
        required=True,
        help_text=_("Your old name leads to your profile for a year. Nobody else can take it."),
    )
    hides_presence = forms.TypedChoiceField(
        label=_("Friends can see when I am here"),
        choices=[("", _("Yes")), ("yes", _("No"))],
        coerce=bool,
        empty_value=False,  # type: ignore[arg-type]  # it may be any value
        required=False,
        widget=forms.RadioSelect,
    )
    reading_pace = forms.TypedChoiceField(
        label=_("Speed at the table"),
        choices=READING_PACES,
        coerce=int,
        required=False,
        empty_value=100,  # type: ignore[arg-type]  # it may be any value
        widget=forms.RadioSelect,
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("All times are shown in this time zone. Type the first letters of your city."),
    )
    quiet_from = MinutesField(label=_("Quiet hours from"), required=False)
    quiet_until = MinutesField(
        label=_("Quiet hours to"),
        required=False,
        help_text=_(
            "Every day, in your time zone. In slow matches (an hour or more per decision) "
            "your clock stops meanwhile."
        ),
    )
    rest_day = forms.TypedChoiceField(
        label=_("Rest day"),
        choices=[("", _("none")), *WEEKDAYS],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Your clocks stop for one day a week, from midnight to midnight."),
    )

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = zones.zone_choices(zone, self.initial.get("time_zone", ""))

    def clean(self) -> dict[str, Any]:
        """Check that quiet hours are a pair, and leave some hours of the day."""
        if "quiet_from" in self.cleaned_data and "quiet_until" in self.cleaned_data:
            check_quiet(self.cleaned_data["quiet_from"], self.cleaned_data["quiet_until"])
        return self.cleaned_data


class VacationForm(forms.Form):
    """The first and the last day of a vacation."""

    first = forms.DateField(label=_("First day off"), widget=DayInput())
    last = forms.DateField(label=_("Last day off"), widget=DayInput())
