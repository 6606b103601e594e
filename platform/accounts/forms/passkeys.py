"""What a browser answers when it is asked for a passkey, and what its owner calls it."""

from __future__ import annotations

from typing import Any

from allauth.mfa.webauthn.forms import AddWebAuthnForm, LoginWebAuthnForm
from django import forms
from django.core.exceptions import ValidationError
from django.db import Error as DatabaseError
from django.utils.translation import gettext_lazy as _

from core.line_fields import LineInput

LONGEST = 40
LONGEST_PROOF = 20_000
"""Characters; what devices send is below 3,000."""


class ProofField(forms.JSONField):
    """What a browser answers, in JSON that is as long as an answer can be."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > LONGEST_PROOF:
            raise ValidationError(
                _("This passkey could not be checked. Please try again."), code="invalid"
            )
        return super().to_python(value)


class Proof(forms.Form):
    """Something that a browser sends as proof, and that anybody can send otherwise."""

    def full_clean(self) -> None:
        """Find what is wrong with it, whatever it is: the libraries raise whatever comes of it."""
        try:
            super().full_clean()
        except DatabaseError:
            raise
        except Exception:
            self.add_error(
                "credential",
                ValidationError(
                    _("This passkey could not be checked. Please try again."), code="invalid"
                ),
            )


class ShowPasskeyForm(Proof, LoginWebAuthnForm):
    """A passkey that somebody signs in with, or shows instead of their password."""

    credential = ProofField()


class NameForm(forms.Form):
    """What a passkey is called."""

    name = LineInput(label=_("Name"), max_length=LONGEST)


class AddPasskeyForm(Proof, AddWebAuthnForm):
    """A new passkey, which its device has asked its owner for."""

    name = LineInput(
        label=_("Name"),
        max_length=LONGEST,
        required=False,
        help_text=_("A name you will recognise, such as “phone”."),
    )
    credential = ProofField()
    passwordless = None  # type: ignore[assignment]  # Django's way to leave a field out

    def clean(self) -> dict[str, Any]:
        """Take only one that its device guards, by a fingerprint, a face or a PIN: it signs in alone."""
        self.cleaned_data["passwordless"] = True
        cleaned: dict[str, Any] = super().clean()
        return cleaned
