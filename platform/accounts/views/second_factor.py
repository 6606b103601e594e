"""Views of the second factor: set up, shown at a sign-in, removed; allauth's views with our
templates.
"""

from __future__ import annotations

from typing import Any

from allauth.account.stages import LoginStageController
from allauth.account.views import ReauthenticateView
from allauth.mfa.base.views import ReauthenticateView as ReauthenticateByCode
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic.base import TemplateView
from django.views.generic.edit import FormView

from accounts import second_factor
from accounts.forms import second_factor as forms
from accounts.models import User
from accounts.services.passkeys import passkeys_of
from accounts.staff import is_staff
from accounts.views.sign_in import Answered, ForAccounts, OneByOne


@method_decorator(never_cache, name="dispatch")
class Code(Answered, FormView[Form]):
    """The second page of a sign-in. A guest may sign in here, too, and keeps their seats."""

    template_name = "accounts/code.html"
    form_class = forms.CodeForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.stage = LoginStageController.enter(request, AuthenticateStage.key)
        if self.stage is None:
            return redirect("accounts:sign_in")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.stage.login.user}

    def form_valid(self, form: Form) -> HttpResponse:
        before = self.request.user
        if isinstance(before, User) and before.is_guest:
            self.request.allauth.guest = before  # type: ignore[attr-defined]
        response: HttpResponse = self.stage.exit()
        # Only now: a guest's session ends with the guest.
        form.save()  # type: ignore[attr-defined]
        return response


class PasswordAgain(ForAccounts, Answered, ReauthenticateView):
    """The password again, before a step that a stranger at this screen must not do."""

    template_name = "accounts/again.html"
    form_class = forms.PasswordAgainForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = self.request.user
        assert isinstance(user, User)
        return super().get_context_data(passkeys=passkeys_of(user), **kwargs)


class CodeAgain(ForAccounts, Answered, ReauthenticateByCode):
    """A code before such a step, or for the first time in a session that began without one."""

    template_name = "accounts/code.html"
    form_class = forms.CodeAgainForm


@method_decorator((login_required, never_cache), name="dispatch")
class SecondFactor(ForAccounts, TemplateView):
    """The state of the second factor, with the actions on it."""

    template_name = "accounts/factor.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = self.request.user
        assert isinstance(user, User)
        return super().get_context_data(
            has_one=second_factor.has_one(user), needs_one=is_staff(user), **kwargs
        )


@method_decorator((login_required, never_cache), name="dispatch")
class Begin(ForAccounts, OneByOne, Answered, ActivateTOTPView):
    """A secret for the authenticator app, as a picture and as text, and the first code."""

    template_name = "accounts/factor_begin.html"
    form_class = forms.BeginForm
    success_url = reverse_lazy("accounts:recovery_codes")

    def form_valid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        second_factor.mark_as_shown(
            self.request,
            Authenticator.objects.get(user=self.request.user, type=Authenticator.Type.TOTP),
        )
        return response


@method_decorator((login_required, never_cache), name="dispatch")
class End(ForAccounts, OneByOne, Answered, DeactivateTOTPView):
    """Remove the second factor."""

    template_name = "accounts/factor_end.html"
    success_url = reverse_lazy("accounts:second_factor")

    def form_valid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        # allauth keeps them for a user with a passkey, who needs none.
        Authenticator.objects.filter(
            user=self.request.user, type=Authenticator.Type.RECOVERY_CODES
        ).delete()
        return response


@method_decorator((login_required, never_cache), name="dispatch")
class Codes(ForAccounts, ViewRecoveryCodesView):
    """The recovery codes, for a lost phone."""

    template_name = "accounts/codes.html"


@method_decorator((login_required, never_cache), name="dispatch")
class NewCodes(ForAccounts, Answered, GenerateRecoveryCodesView):
    """New recovery codes; the old ones become invalid."""

    template_name = "accounts/codes_new.html"
    success_url = reverse_lazy("accounts:recovery_codes")
