"""What a browser answers when it is asked for a passkey, and what its owner calls it."""

from __future__ import annotations

import struct
from typing import Any, Final

from allauth.mfa.webauthn.forms import AddWebAuthnForm, LoginWebAuthnForm
from cryptography.exceptions import InvalidSignature
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST = 40
NO_PROOF: Final = (
    AttributeError,
    IndexError,
    InvalidSignature,
    KeyError,
    TypeError,
    ValueError,
    struct.error,
)
"""What the libraries raise, beside what they say, where what was sent proves nothing."""


class Proof(forms.Form):
    """Something that a browser sends as proof, and that anybody can send otherwise."""

    def full_clean(self) -> None:
        """Find what is wrong with it, whatever it is."""
        try:
            super().full_clean()
        except NO_PROOF:
            self.add_error("credential", ValidationError(_("That proves nothing."), code="invalid"))


class ShowPasskeyForm(Proof, LoginWebAuthnForm):
    """A passkey that somebody signs in with."""


class AddPasskeyForm(Proof, AddWebAuthnForm):
    """A new passkey, which its device has asked its owner for."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST,
        required=False,
        help_text=_("So that you know it again: “phone”, for example."),
    )
    passwordless = None  # type: ignore[assignment]  # Django's way to leave a field out

    def clean(self) -> dict[str, Any]:
        """Take only one that its device guards, by a fingerprint, a face or a PIN: it signs in alone."""
        self.cleaned_data["passwordless"] = True
        cleaned: dict[str, Any] = super().clean()
        return cleaned
