"""In and out: allauth's views in our dress.

Wrong input is answered with 422, too much of it with 429, a dead link with 410; what was typed
stays, but for passwords.
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
    """Wrong input has a status of its own."""

    def form_invalid(self, form: Form) -> HttpResponse:
        codes = {error.code for errors in form.errors.as_data().values() for error in errors}
        response = super().form_invalid(form)
        response.status_code = max((STATUS.get(str(code), 422) for code in codes), default=422)
        return rate_limits.form_refused_until(response, form)


class ForAccounts(View):
    """What guests do not have: they are asked whether they want an account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("accounts:sign_up")
        return super().dispatch(request, *args, **kwargs)


class OneByOne(View):
    """What somebody sends for their account is done one request after the other: of a double click the
    second finds what the first has done."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST" or not request.user.is_authenticated:
            return super().dispatch(request, *args, **kwargs)
        with transaction.atomic():
            hold_people(request.user.pk)
            return super().dispatch(request, *args, **kwargs)


class ByMail(View):
    """What needs mail: a server that has none says so."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.CAN_MAIL:
            return render(request, "accounts/no_mail.html", status=503)
        return super().dispatch(request, *args, **kwargs)


class StaysSignedIn(View):
    """A link from a mail signs nobody out: a guest would never come back."""

    def logout(self) -> None:
        pass


class SignIn(Answered, allauth.LoginView):
    """Name or address, and password; a guest's seats come along."""

    template_name = "accounts/sign_in.html"
    form_class = forms.SignInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(get_login_redirect_url(request))
        return super().dispatch(request, *args, **kwargs)


class SignUp(Answered, allauth.SignupView):
    """A new account, or a guest who wants to stay."""

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
        # A guest goes by some name already.
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
            # If it was not too often, two wanted the same name, and somebody else was quicker.
            form.add_error(None if refused.code == "rate_limited" else "username", refused)
            return self.form_invalid(form)
        return response


class SignOut(allauth.LogoutView):
    """Out of this browser; what is open anywhere has to prove itself anew."""

    http_method_names = ["post"]  # noqa: RUF012 - Django's attribute


class NewPassword(ForAccounts, Answered, allauth.PasswordChangeView):
    """Another password; every other browser of this account is signed out by it."""

    template_name = "accounts/password.html"
    form_class = forms.NewPasswordForm


class Forgotten(ByMail, Answered, allauth.PasswordResetView):
    """A link to a new password; whether an address has an account, only its owner learns."""

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
    """The page of that link: a new password, and one is signed in with it."""

    template_name = "accounts/reset.html"
    form_class = forms.ResetForm
    reset_url_key = "now"

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        if context.get("token_fail"):
            return _dead_link(self.request)
        return super().render_to_response(context, **options)


class Address(ByMail, ForAccounts, OneByOne, Answered, allauth.EmailView):
    """One's mail address: another one, the confirming link once more, or none at all."""

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
    """The page of the link that confirms an address; opening it changes nothing yet."""

    template_name = "accounts/confirm.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().get(request, *args, **kwargs)
        return response if self.object else _dead_link(request)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                return super().post(request, *args, **kwargs)
        except (Http404, IntegrityError):
            # Used, too old, or somebody else confirmed this address at the same moment.
            return _dead_link(request)


def _dead_link(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/dead_link.html", status=410)
