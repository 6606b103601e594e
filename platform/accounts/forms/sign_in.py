"""What people type to come in, and about password and address."""

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
"""Sentences that people read and that stand in no source of ours: here for the catalog."""


class OwnWords:
    """Labels and help of ours on allauth's fields, and no placeholders beside them."""

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
        """The password in this field, if it is the user's; after a few wrong ones they wait.

        Raises:
            ValidationError: it is not, or too many were tried.
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
    """Name or mail address, and password."""

    labels = {"login": _("Name or email address"), "password": _("Password")}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(OwnWords, allauth.SignupForm):
    """A name, a password, and an address to get another password by."""

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
            # Nobody is asked for what this server has no use for.
            del self.fields["email"]

    def clean_username(self) -> str:
        """A name that is good and looks like nobody else's."""
        name: str = self.cleaned_data["username"]
        check_name(name, but=self.guest)
        return name


class NewPasswordForm(OwnWords, allauth.ChangePasswordForm):
    """The present password, and another one."""

    labels = {  # noqa: RUF012
        "oldpassword": _("Your current password"),
        "password1": _("New password"),
        "password2": _("New password again"),
    }
    help_texts = {"password1": GOOD_PASSWORD}  # noqa: RUF012

    def clean_oldpassword(self) -> str:
        """The present password, if it is right."""
        return self.check_password_of(self.user, "oldpassword")


class ForgottenForm(OwnWords, allauth.ResetPasswordForm):
    """Where the link to a new password shall go."""

    labels = {"email": _("Your email address")}  # noqa: RUF012


class ResetForm(OwnWords, allauth.ResetPasswordKeyForm):
    """The new password of somebody who followed that link."""

    labels = {  # noqa: RUF012
        "password1": _("New password"),
        "password2": _("New password again"),
    }
    help_texts = {"password1": GOOD_PASSWORD}  # noqa: RUF012


class AddressForm(OwnWords, allauth.AddEmailForm):
    """Another mail address; as a new password goes there, it takes the present one."""

    labels = {"email": _("New address"), "password": _("Your password")}  # noqa: RUF012
    password = forms.CharField(
        strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def clean_password(self) -> str:
        """The present password, if it is right."""
        return self.check_password_of(self.user, "password")
