"""What people type about themselves."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import limits, names
from accounts.limits import Limit
from accounts.models import User

BY_NAME_AND_ADDRESS = Limit("sign-in", most=8)
BY_ADDRESS = Limit("sign-in-address", most=60)
BY_NAME = Limit("sign-in-name", most=200)
"""Far higher than the others: nobody shall lock somebody else out by guessing on purpose."""

THEMES = ("auto", "night", "morning")


class SignInForm(AuthenticationForm):
    """Name or mail address, and password; after too many failures the answer is to wait."""

    error_messages = {  # noqa: RUF012 - Django's attribute
        "invalid_login": _("This name and this password do not belong together."),
        "inactive": _("This name and this password do not belong together."),
        "rate_limited": limits.TOO_OFTEN,
    }

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        field = self.fields["username"]
        assert isinstance(field, forms.CharField)
        field.label = _("Name or mail address")
        # Longer than a name, because a mail address will do.
        field.max_length = 254
        field.widget.attrs["maxlength"] = 254

    def clean(self) -> dict[str, Any]:
        """Judge the password unless there were too many wrong ones."""
        tries = self._tries()
        if any(limit.is_reached(*key) for limit, *key in tries):
            raise ValidationError(_(limits.TOO_OFTEN), code="rate_limited")
        try:
            return super().clean()
        except ValidationError:
            for limit, *key in tries:
                limit.count(*key)
            raise

    def _tries(self) -> list[tuple[Any, ...]]:
        place = limits.address(self.request) if self.request is not None else ""
        typed = str(self.cleaned_data.get("username") or "")
        name = typed.casefold() if "@" in typed else names.key_of(typed)
        return [(BY_NAME_AND_ADDRESS, name, place), (BY_ADDRESS, place), (BY_NAME, name)]


class StaffSignInForm(SignInForm, AdminAuthenticationForm):
    """The admin's own door, with the same patience."""


class LookForm(forms.Form):
    """What a browser shows: for everybody, signed in or not."""

    theme = forms.ChoiceField(
        label=_("Light"),
        choices=[("auto", _("as the device")), ("night", _("Night")), ("morning", _("Morning"))],
        widget=forms.RadioSelect,
    )
    language = forms.ChoiceField(
        label=_("Language"), choices=User.Language.choices, required=False, widget=forms.RadioSelect
    )


def _time_zones() -> list[tuple[str, Any]]:
    """The zones that are named after places; the others are old spellings."""
    regions = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    zones = sorted(z for z in zoneinfo.available_timezones() if z.split("/")[0] in regions)
    return [("", _("World time (UTC)")), *((zone, zone.replace("_", " ")) for zone in zones)]


class PersonForm(LookForm):
    """The same for somebody who is signed in, with what the tables know of them."""

    field_order = ("name", "language", "theme", "time_zone")

    name = forms.CharField(
        label=_("Your name at the tables"), max_length=names.LONGEST, strip=True, required=True
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=_time_zones, required=False)
