"""Views of passkeys: add, remove, and sign in with them; allauth's views with our templates."""

from __future__ import annotations

import json
from typing import Any

from allauth.account.internal.flows.reauthentication import resume_request
from allauth.account.models import Login
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth, flows
from allauth.mfa.webauthn.views import RemoveWebAuthnView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.generic.base import TemplateView, View
from django.views.generic.edit import FormView

from accounts import limits, second_factor
from accounts.forms.passkeys import LONGEST, AddPasskeyForm, NameForm, ShowPasskeyForm
from accounts.models import User
from accounts.reauthentication import recently_signed_in
from accounts.services.passkeys import add_passkey, passkeys_of, rename_passkey
from accounts.services.sign_ins import browser_of
from accounts.views.sign_in import Answered, ForAccounts
from core import rate_limits
from core.http import action, answer_refusal, next_page

NOT_HERE = gettext_lazy(
    "This passkey does not belong to any account here. Sign in with your password."
)

CHALLENGE_S = 10 * 60
"""Lifetime of a stranger's session that was begun only for a challenge, in seconds."""


@method_decorator((login_required, never_cache), name="dispatch")
class Passkeys(ForAccounts, TemplateView):
    """The user's passkeys, with the actions on them."""

    template_name = "accounts/passkeys.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        assert isinstance(self.request.user, User)
        return super().get_context_data(passkeys=passkeys_of(self.request.user), **kwargs)


@method_decorator((login_required, never_cache, recently_signed_in), name="dispatch")
class Add(ForAccounts, Answered, FormView[Form]):
    """Add a passkey: the page asks the browser, which asks its owner."""

    template_name = "accounts/passkey_add.html"
    form_class = AddPasskeyForm
    success_url = reverse_lazy("accounts:passkeys")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.request.user}

    def get_initial(self) -> dict[str, Any]:
        return {**super().get_initial(), "name": browser_of(self.request)[:LONGEST]}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        shown = super().get_context_data(**kwargs)
        assert isinstance(self.request.user, User)
        options = auth.begin_registration(self.request.user, True)
        return {**shown, "options": json.dumps(options)}

    def form_valid(self, form: Form) -> HttpResponse:
        user, given = self.request.user, form.cleaned_data
        assert isinstance(user, User)
        try:
            add_passkey(self.request, user, given["name"], given["credential"])
        except ValidationError as refused:
            form.add_error("name", refused)
            return self.form_invalid(form)
        messages.success(self.request, _("You can now sign in with this passkey."))
        return super().form_valid(form)


@method_decorator((login_required, never_cache), name="dispatch")
class Rename(ForAccounts, Answered, FormView[Form]):
    """Rename a passkey."""

    template_name = "accounts/passkey_name.html"
    form_class = NameForm
    success_url = reverse_lazy("accounts:passkeys")

    @cached_property
    def passkey(self) -> Authenticator:
        """The passkey that the address names, if it belongs to the user."""
        theirs = Authenticator.objects.filter(
            user=self.request.user, type=Authenticator.Type.WEBAUTHN
        )
        found: Authenticator = get_object_or_404(theirs, pk=self.kwargs["pk"])
        return found

    def get_initial(self) -> dict[str, Any]:
        return {"name": str(self.passkey)}

    def form_valid(self, form: Form) -> HttpResponse:
        rename_passkey(self.passkey, form.cleaned_data["name"])
        messages.success(self.request, _("Saved."))
        return super().form_valid(form)


@method_decorator((login_required, never_cache, recently_signed_in), name="dispatch")
class Remove(ForAccounts, RemoveWebAuthnView):
    """Remove a passkey."""

    template_name = "accounts/passkey_remove.html"
    success_url = reverse_lazy("accounts:passkeys")

    def form_valid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        messages.success(self.request, _("This passkey no longer works."))
        return response


@method_decorator(never_cache, name="dispatch")
class SignIn(View):
    """Sign in with a passkey: GET returns a challenge, POST takes the proof. A guest's seats move
    along.
    """

    http_method_names = ["get", "post"]  # noqa: RUF012 - Django's attribute

    def get(self, request: HttpRequest) -> HttpResponse:
        """Return a challenge for the browser."""
        counter = limits.CHALLENGES.counter(rate_limits.client_network(request))
        if not rate_limits.take_attempts(counter):
            return answer_refusal(request, rate_limits.too_often(counter).refusal)
        asked = auth.begin_authentication(user=None)
        if not request.user.is_authenticated:
            request.session.set_expiry(CHALLENGE_S)
        return JsonResponse(asked)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Sign the passkey's owner in, or refuse an unknown passkey."""
        try:
            passkey = _passkey_sent(request)
        except ValidationError as refused:
            return _refused(request, refused, "accounts:sign_in")
        request.session.set_expiry(None)
        login = Login(user=passkey.user, redirect_url=next_page(request, "/"))
        response: HttpResponse = flows.perform_passwordless_login(request, passkey, login)
        if request.user == passkey.user and not second_factor.is_shown(request):
            # A guest's session has ended with the guest, and with it this record.
            second_factor.mark_as_shown(request, passkey)
        return response


@action
@login_required
def confirm_by_passkey(request: HttpRequest) -> HttpResponse:
    """Confirm the user's identity by a passkey instead of the password."""
    try:
        passkey = _passkey_sent(request)
        if passkey.user_id != request.user.pk:
            raise ValidationError(NOT_HERE)
    except ValidationError as refused:
        return _refused(request, refused, "accounts:reauthenticate")
    flows.reauthenticate(request, passkey)
    after: HttpResponse | None = resume_request(request)
    return after or redirect("accounts:preferences")


def _passkey_sent(request: HttpRequest) -> Authenticator:
    """Return the passkey that was sent; after many wrong ones from one address it waits.

    Raises:
        ValidationError: the passkey is unknown, or there were too many.
    """
    form = ShowPasskeyForm(data=request.POST)
    with rate_limits.counted_attempt(
        limits.SIGN_INS_FROM.counter(rate_limits.client_network(request))
    ) as proof:
        proof.counts = not form.is_valid()
    if proof.counts:
        raise ValidationError(NOT_HERE)
    shown: Authenticator = form.cleaned_data["credential"]
    return shown


def _refused(request: HttpRequest, why: ValidationError, back: str) -> HttpResponse:
    messages.error(request, " ".join(why.messages))
    wanted = next_page(request, "")
    return redirect(reverse(back) + (f"?{urlencode({'next': wanted})}" if wanted else ""))
