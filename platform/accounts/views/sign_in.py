"""Views of sign-in, sign-up and sign-out: allauth's views with our templates.

Wrong input is answered with 422, too many attempts with 429, an expired link with 410. The typed
text stays, except passwords.
"""

from __future__ import annotations

from typing import Any

from allauth.account import views as allauth
from allauth.account.utils import get_login_redirect_url
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.generic.base import View
from django.views.generic.edit import FormView

from accounts import limits
from accounts.allauth.adapter import Unsent
from accounts.forms import sign_in as forms
from accounts.hold_people import hold_people
from core import rate_limits

STATUS = {"rate_limited": 429, "unsent": 503}


class Answered(FormView[Form]):
    """A form view that answers wrong input with its own status code."""

    def form_invalid(self, form: Form) -> HttpResponse:
        codes = {error.code for errors in form.errors.as_data().values() for error in errors}
        response = super().form_invalid(form)
        response.status_code = max((STATUS.get(str(code), 422) for code in codes), default=422)
        return rate_limits.form_refused_until(response, form)


class ForAccounts(View):
    """A view that is not for guests: it sends them to the sign-up page."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("accounts:sign_up")
        return super().dispatch(request, *args, **kwargs)


class OneByOne(View):
    """A view that handles the requests of one user one after the other: the second request of a
    double click finds the result of the first.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST" or not request.user.is_authenticated:
            return super().dispatch(request, *args, **kwargs)
        with transaction.atomic():
            hold_people(request.user.pk)
            return super().dispatch(request, *args, **kwargs)


class ByMail(View):
    """A view that needs mail: without mail it answers with an explanation."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.CAN_MAIL:
            return render(request, "accounts/no_mail.html", status=503)
        return super().dispatch(request, *args, **kwargs)


class StaysSignedIn(View):
    """A view behind a link in a mail, which signs nobody out: a guest could never come back."""

    def logout(self) -> None:
        pass


class SignIn(Answered, allauth.LoginView):
    """Sign in by name or address, and password; a guest's seats move along."""

    template_name = "accounts/sign_in.html"
    form_class = forms.SignInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(get_login_redirect_url(request))
        return super().dispatch(request, *args, **kwargs)


class SignUp(Answered, allauth.SignupView):
    """Create an account, or turn a guest into one."""

    template_name = "accounts/sign_up.html"
    form_class = forms.SignUpForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect("accounts:preferences")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        user = self.request.user
        guest = user if user.is_authenticated else None
        return {**super().get_form_kwargs(), "guest": guest, "can_mail": settings.CAN_MAIL}

    def get_initial(self) -> dict[str, Any]:
        # A guest has a name already.
        user = self.request.user
        return super().get_initial() | ({"username": user.name} if user.is_authenticated else {})

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            with rate_limits.counted_attempt(
                limits.SIGN_UPS.counter(rate_limits.client_network(self.request))
            ) as account:
                response = super().form_valid(form)
                account.counts = True
        except ValidationError as refused:
            # If it was not the rate limit, another user took the same name first.
            form.add_error(None if refused.code == "rate_limited" else "username", refused)
            return self.form_invalid(form)
        if self.request.user.is_authenticated:
            welcome = _("Welcome, %(name)s. Your matches are kept from now on.")
            messages.success(self.request, welcome % {"name": self.request.user.name})
        return response


class SignOut(allauth.LogoutView):
    """Sign out of this browser; all open connections have to prove their sessions again."""

    http_method_names = ["post"]  # noqa: RUF012 - Django's attribute


class NewPassword(ForAccounts, Answered, allauth.PasswordChangeView):
    """Change the password, which signs out every other browser of this account."""

    template_name = "accounts/password.html"
    form_class = forms.NewPasswordForm


class Forgotten(ByMail, Answered, allauth.PasswordResetView):
    """Send a link to a new password; only the owner of the address learns whether it has an
    account.
    """

    template_name = "accounts/forgotten.html"
    form_class = forms.ForgottenForm
    success_url = reverse_lazy("accounts:sign_in")

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            response = super().form_valid(form)
        except Unsent as unsent:
            form.add_error(None, unsent)
            return self.form_invalid(form)
        messages.success(
            self.request,
            _("We have sent an email to %(address)s.") % {"address": form.cleaned_data["email"]},
        )
        return response


class Reset(StaysSignedIn, Answered, allauth.PasswordResetFromKeyView):
    """Set a new password by that link, which also signs the user in."""

    template_name = "accounts/reset.html"
    form_class = forms.ResetForm
    reset_url_key = "now"

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        if context.get("token_fail"):
            return _dead_link(self.request)
        return super().render_to_response(context, **options)


class Address(ByMail, ForAccounts, OneByOne, Answered, allauth.EmailView):
    """Change the email address, send the confirming link again, or remove the address."""

    template_name = "accounts/address.html"
    form_class = forms.AddressForm
    success_url = reverse_lazy("accounts:mail_address")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                return super().post(request, *args, **kwargs)
        except Unsent as unsent:
            if "action_add" in request.POST:
                form = self.get_form()  # type: ignore[no-untyped-call]  # allauth's
                form.add_error(None, unsent)
                return self.form_invalid(form)
            messages.error(request, " ".join(unsent.messages))
            return redirect(self.success_url)


class Confirm(StaysSignedIn, allauth.ConfirmEmailView):
    """Confirm an address by its link; opening the page changes nothing yet."""

    template_name = "accounts/confirm.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().get(request, *args, **kwargs)
        return response if self.object else _dead_link(request)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                return super().post(request, *args, **kwargs)
        except (Http404, IntegrityError):
            # The link was used, is too old, or another user confirmed this address at the same
            # moment.
            return _dead_link(request)


def _dead_link(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/dead_link.html", status=410)
