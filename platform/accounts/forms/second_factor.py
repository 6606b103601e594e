"""Forms by which users prove their identity or confirm a step: codes, passwords, a checkbox."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ReauthenticateForm
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as CodeAgain
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from accounts import limits
from accounts.forms.sign_in import OwnWords
from accounts.models import User
from core import rate_limits


class LimitedCodeForm(OwnWords):
    """A code with a rate limit: after a few wrong codes the user has to wait."""

    user: AbstractBaseUser
    labels = {"code": gettext_lazy("Code")}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "maxlength": 20}

    def clean_code(self) -> str:
        """Return the code if it is right."""
        with rate_limits.counted_attempt(limits.CODES.counter(str(self.user.pk))) as guess:
            try:
                return str(super().clean_code())  # type: ignore[misc]  # the form's beside us
            except ValidationError:
                guess.counts = True
                raise


class CodeForm(LimitedCodeForm, AuthenticateForm):
    """The code for a sign-in: the current one of the app, or a recovery code."""

    help_texts = {  # noqa: RUF012
        "code": gettext_lazy(
            "From the app on your phone. No phone? Use one of your recovery codes."
        ),
    }


class CodeAgainForm(LimitedCodeForm, CodeAgain):
    """The code of the second factor, from a user who is signed in."""

    help_texts = CodeForm.help_texts


class BeginForm(LimitedCodeForm, ActivateTOTPForm):
    """The first code of the app, which proves that it stores the secret."""

    help_texts = {"code": gettext_lazy("The six digits that the app is showing now.")}  # noqa: RUF012


class PasswordAgainForm(OwnWords, ReauthenticateForm):
    """A form that asks for the password again."""

    labels = {"password": gettext_lazy("Your password")}  # noqa: RUF012

    def clean_password(self) -> str:
        """Return the password if it is right."""
        return self.check_password_of(self.user, "password")


class ConfirmForm(OwnWords, forms.Form):
    """The confirmation to delete an account, with the password; a guest has none."""

    labels = {  # noqa: RUF012
        "password": gettext_lazy("Your password"),
        "sure": gettext_lazy("Yes, delete my account permanently"),
    }
    password = forms.CharField(
        strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    sure = forms.BooleanField()

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.is_guest:
            del self.fields["password"]

    def clean_password(self) -> str:
        """Return the password if it is right."""
        return self.check_password_of(self.user, "password")
