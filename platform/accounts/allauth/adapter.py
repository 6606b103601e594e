"""The adapter for allauth: sign-in, messages, mails and their rate limits."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import limits, names, sessions
from accounts.models import User
from accounts.services import guests
from accounts.services.sign_up import sign_up
from core import rate_limits
from core.http import is_address
from core.rate_limits import Counter

log = logging.getLogger(__name__)

MISMATCH = gettext_lazy("Wrong name or password.")
"""The message for a failed sign-in, also for a banned user: a stranger must not learn whether an
account exists.
"""


CHANGES = {
    "account/email/password_changed": gettext_lazy("Your password was changed."),
    "account/email/password_reset": gettext_lazy(
        "Your password was reset with a link from an email."
    ),
    "account/email/password_set": gettext_lazy("Your account now has a password."),
    "account/email/email_changed": gettext_lazy("Your account now has a different email address."),
    "account/email/email_deleted": gettext_lazy("Your account no longer has an email address."),
    "mfa/email/totp_activated": gettext_lazy("Your second factor was switched on."),
    "mfa/email/totp_deactivated": gettext_lazy("Your second factor was switched off."),
    "mfa/email/webauthn_added": gettext_lazy("A passkey was added to your account."),
    "mfa/email/webauthn_removed": gettext_lazy("A passkey was removed from your account."),
    "mfa/email/recovery_codes_generated": gettext_lazy("You have new recovery codes."),
}
"""The changes that an account's owner is told by mail, by allauth's template name."""


class Unsent(ValidationError):
    """The error for a mail that was not sent, with the reason."""


class AccountAdapter(DefaultAccountAdapter):
    """The hooks that allauth calls."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "duplicate_email": gettext_lazy("This is already your address."),
    }

    def is_ajax(self, request: HttpRequest) -> bool:
        """Return False: every request gets the same pages."""
        return False

    # Signing in -------------------------------------------------------------------------------

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user who signs in. After too many failures even the right password has to
        wait.
        """
        with rate_limits.counted_attempt(*_counters_of(request, credentials)) as guess:
            user: AbstractBaseUser | None = super().authenticate(request, **credentials)
            guess.counts = user is None
        return user

    def pre_login(
        self, request: HttpRequest, user: AbstractBaseUser, **hints: Any
    ) -> HttpResponse | None:
        """Remember the guest who is about to sign in to an account."""
        before = request.user
        if before.is_authenticated and before.pk == user.pk:
            # A guest who just became an account: the same user continues in the same session.
            assert isinstance(user, User)
            update_session_auth_hash(request, user)
        elif before.is_authenticated and before.is_guest:
            request.allauth.guest = User.objects.get(pk=before.pk)  # type: ignore[attr-defined]
        response: HttpResponse | None = super().pre_login(request, user, **hints)
        return response

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Start the session of the account, and copy to it what the browser remembers for a guest."""
        with sessions.guest_comes_along(request):
            super().login(request, user)

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **hints: Any
    ) -> HttpResponse:
        """Move the guest's seats to the account."""
        assert isinstance(user, User)
        response: HttpResponse = super().post_login(request, user, **hints)
        guest = getattr(request.allauth, "guest", None)  # type: ignore[attr-defined]
        here = request.session.session_key or ""
        if guest is not None and (left := guests.move_guest_to_account(guest, user, here)):
            messages.warning(
                request,
                ngettext(
                    "You sat at one table twice, as %(guest)s and as %(name)s. You keep only "
                    "the seat of %(name)s.",
                    "You sat at %(count)d tables twice, as %(guest)s and as %(name)s. You "
                    "keep only the seats of %(name)s.",
                    left,
                )
                % {"count": left, "guest": guest.name, "name": user.name},
            )
        return response

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Send a banned user to the page that tells the reason and how to appeal."""
        sessions.shut_out(request, user)
        return redirect(settings.SHUT_OUT_URL)

    # Signing up -------------------------------------------------------------------------------

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> User:
        """Turn the guest into an account; any other visitor gets a new user."""
        typed = form.cleaned_data
        guest = request.user if request.user.is_authenticated else None
        return sign_up(guest, typed["username"], typed["password1"], typed.get("email", ""))

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Return the address of the home page, whether or not a user is signed in."""
        return resolve_url(settings.LOGIN_REDIRECT_URL)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the address of the preferences, where the link was."""
        return reverse("accounts:preferences")

    # Mails ------------------------------------------------------------------------------------

    def should_send_confirmation_mail(
        self, request: HttpRequest, email_address: Any, signup: bool
    ) -> bool:
        """Return whether this server can send mail; without mail it accepts addresses unconfirmed."""
        return bool(settings.CAN_MAIL)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Send the confirming mail. A failed mail does not undo a sign-up: the user can request
        another one.
        """
        try:
            super().send_confirmation_mail(request, emailconfirmation, signup)
        except Unsent as unsent:
            if not signup:
                raise
            messages.warning(request, " ".join(unsent.messages))

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell the user by mail that their account was changed. The change stays if the mail fails."""
        # A user who removed their address is told at the removed one.
        gone = (context or {}).get("deleted_email")
        to = email or EmailAddress.objects.get_primary_email(user) or gone
        if not settings.CAN_MAIL or not to or template_prefix not in CHANGES:
            return
        forgotten = self.request.build_absolute_uri(reverse("accounts:forgotten_password"))
        told = {
            "user": user,
            "change": CHANGES[template_prefix],
            "forgotten_url": forgotten,
            "passkeys_url": self.request.build_absolute_uri(reverse("accounts:passkeys")),
        }
        with suppress(Unsent):
            self.send_mail("account/email/changed", to, told)

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether the next page is an address of this server."""
        return url is not None and is_address(url) and bool(super().is_safe_url(url))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the reader's language.

        Raises:
            Unsent: too many mails went to this address or came from this network, or the mail
                server does not accept it.
        """
        place = rate_limits.client_network(self.request)
        mails = limits.MAILS_TO.counter(email), limits.MAILS_FROM.counter(place)
        if not rate_limits.take_attempts(*mails):
            raise Unsent(rate_limits.form_refused(rate_limits.TOO_MANY_MAILS, *mails))
        reader = context.get("user")
        language = reader.language if reader is not None else ""
        try:
            with translation.override(language or translation.get_language()):
                super().send_mail(template_prefix, email, context)
        except DatabaseError:
            raise
        except Exception as error:
            log.error("a mail could not be sent: %s", type(error).__name__)
            raise Unsent(
                _("The email could not be sent. Please try again later."), code="unsent"
            ) from error


def _counters_of(request: HttpRequest, credentials: dict[str, Any]) -> list[Counter]:
    """Return the counters to which a failed sign-in is added."""
    place = rate_limits.client_network(request)
    typed = str(credentials.get("username") or "")
    name = typed.casefold() if "@" in typed else names.key_of(typed)
    return [
        limits.SIGN_INS_HERE.counter(name, place),
        limits.SIGN_INS_FROM.counter(place),
        limits.SIGN_INS_AS.counter(name),
    ]
