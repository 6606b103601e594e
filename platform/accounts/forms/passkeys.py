"""Forms of passkeys: the browser's answer, and the name that the owner gives."""

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
"""Longest answer of a browser, in characters; real devices send below 3,000."""


class ProofField(forms.JSONField):
    """A field for a browser's answer: JSON of limited length."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > LONGEST_PROOF:
            raise ValidationError(
                _("This passkey could not be checked. Please try again."), code="invalid"
            )
        return super().to_python(value)


class Proof(forms.Form):
    """The base of forms that take a browser's proof, which an attacker may forge."""

    def full_clean(self) -> None:
        """Validate the form, and turn any exception of the libraries into a form error."""
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
    """A passkey that signs a user in, or replaces their password in a confirmation."""

    credential = ProofField()


class NameForm(forms.Form):
    """The name of a passkey."""

    name = LineInput(label=_("Name"), max_length=LONGEST)


class AddPasskeyForm(Proof, AddWebAuthnForm):
    """A new passkey, which the device has confirmed with its owner."""

    name = LineInput(
        label=_("Name"),
        max_length=LONGEST,
        required=False,
        help_text=_("A name you will recognise, such as “phone”."),
    )
    credential = ProofField()
    passwordless = None  # type: ignore[assignment]  # Django's way to leave a field out

    def clean(self) -> dict[str, Any]:
        """Accept only a passkey that its device guards by a fingerprint, a face or a PIN, because
        it signs in alone.
        """
        self.cleaned_data["passwordless"] = True
        cleaned: dict[str, Any] = super().clean()
        return cleaned
