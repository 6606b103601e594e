"""The forms of a user's appearance: country, challenges, and the picture."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.countries import country_choices

LARGEST_UPLOAD = 2_000_000
"""The most bytes of a file that a user uploads."""


def _countries() -> list[tuple[str, Any]]:
    return [("", _("I show none")), *country_choices()]


class AppearanceForm(forms.Form):
    """The country that a user shows, and the people who may challenge them."""

    country = forms.ChoiceField(label=_("Country"), choices=_countries, required=False)
    friends_challenge_only = forms.TypedChoiceField(
        label=_("Who can challenge me"),
        choices=[("", _("Everyone")), ("yes", _("My friends"))],
        coerce=bool,
        empty_value=False,  # type: ignore[arg-type]  # it may be any value
        required=False,
        widget=forms.RadioSelect,
    )


class UploadForm(forms.Form):
    """A picture of the user's own."""

    file = forms.FileField(
        label=_("A picture of your own"),
        help_text=_(
            "A JPEG, PNG or WebP of up to 2 MB. We keep its middle, small, and nothing else."
        ),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )

    def clean_file(self) -> Any:
        """Check the size of the file."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_UPLOAD:
            raise ValidationError(_("This file is larger than 2 MB."), code="large")
        return file
