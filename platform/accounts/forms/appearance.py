"""The forms of a user's appearance: country, challenges, and the picture."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.countries import country_choices
from accounts.services.appearance import UNREADABLE

LONGEST_UPLOAD = 56_000
"""The most characters of a picture in base64: the server accepts no form above 64 KiB."""


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
    """A picture of the user's own, which the page has made small (`js/picture.js`)."""

    image = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_UPLOAD)

    def clean_image(self) -> bytes:
        """Return the bytes of the picture."""
        try:
            return b64decode(self.cleaned_data["image"], altchars=b"-_", validate=True)
        except ValueError as error:
            raise ValidationError(UNREADABLE, code="unreadable") from error
