"""Forms for sign-in, sign-up, password and mail address."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import limits, names
from accounts.models import User
from accounts.services.rename_user import check_name
from core import rate_limits
from games.kernel.contract import N_

SAID_BY_ALLAUTH = (N_("You must type the same password each time."),)
"""Texts of allauth that users read and that our sources do not contain; listed here for the
catalogues.
"""


class OwnWords:
    """A mixin that puts our labels and help texts on allauth's fields, and removes placeholders."""

    fields: dict[str, forms.Field]
    cleaned_data: dict[str, Any]
    labels: dict[str, Any] = {}  # noqa: RUF012 - each form has its own
    help_texts: dict[str, Any] = {}  # noqa: RUF012 - the same

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels[name]
            field.help_text = self.help_texts.get(name, "")
            field.widget.attrs.pop("placeholder", None)

    def check_password_of(self, user: AbstractBaseUser | None, name: str) -> str:
        """Return the password in this field if it is the user's; after a few wrong ones they wait.

        Raises:
            ValidationError: it is wrong, or there were too many attempts.
        """
        assert user is not None
        typed: str = self.cleaned_data[name]
        with rate_limits.counted_attempt(limits.PASSWORDS.counter(str(user.pk))) as guess:
            guess.counts = not user.check_password(typed)
        if guess.counts:
            raise ValidationError(_("That is not your password."), code="wrong_password")
        return typed


GOOD_PASSWORD = _("At least 10 characters. A few words that nobody else would combine are best.")


class SignInForm(OwnWords, allauth.LoginForm):
    """The name or mail address, and the password."""

    labels = {"login": _("Name or email address"), "password": _("Password")}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(OwnWords, allauth.SignupForm):
    """The name, the password, and an address to reset the password by."""

    labels = {  # noqa: RUF012
        "username": _("Your name at the table"),
        "email": _("Email address"),
        "password1": _("Password"),
        "password2": _("Password again"),
    }
    help_texts = {  # noqa: RUF012
        "email": _("Optional. But without it you cannot reset a forgotten password."),
        "password1": GOOD_PASSWORD,
    }

    def __init__(self, *args: Any, guest: User | None, can_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest
        self.fields["username"].widget.attrs["maxlength"] = names.LONGEST
        if not can_mail:
            # A server without mail has no use for an address.
            del self.fields["email"]

    def clean_username(self) -> str:
        """Return the name if it is valid and resembles no other user's."""
        name: str = self.cleaned_data["username"]
        check_name(name, but=self.guest)
        return name


class NewPasswordForm(OwnWords, allauth.ChangePasswordForm):
    """The current password, and the new one."""

    labels = {  # noqa: RUF012
        "oldpassword": _("Your current password"),
        "password1": _("New password"),
        "password2": _("New password again"),
    }
    help_texts = {"password1": GOOD_PASSWORD}  # noqa: RUF012

    def clean_oldpassword(self) -> str:
        """Return the current password if it is right."""
        return self.check_password_of(self.user, "oldpassword")


class ForgottenForm(OwnWords, allauth.ResetPasswordForm):
    """The mail address to which the link to a new password is sent."""

    labels = {"email": _("Your email address")}  # noqa: RUF012


class ResetForm(OwnWords, allauth.ResetPasswordKeyForm):
    """The new password of a user who followed that link."""

    labels = {  # noqa: RUF012
        "password1": _("New password"),
        "password2": _("New password again"),
    }
    help_texts = {"password1": GOOD_PASSWORD}  # noqa: RUF012


class AddressForm(OwnWords, allauth.AddEmailForm):
    """A new mail address. It requires the password, because a new password can be sent there."""

    labels = {"email": _("New address"), "password": _("Your password")}  # noqa: RUF012
    password = forms.CharField(
        strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def clean_password(self) -> str:
        """Return the password if it is right."""
        return self.check_password_of(self.user, "password")
