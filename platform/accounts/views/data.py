"""Views of a user's own data: export and deletion."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.forms.second_factor import ConfirmForm
from accounts.models import User
from accounts.reauthentication import recently_signed_in, recently_signed_in_to_act
from accounts.services import export_data
from accounts.services.delete_account import delete_account
from core import rate_limits
from core.http import form_page, page
from core.refusals import Refused, sentence, status


@form_page
@login_required
@recently_signed_in_to_act
def personal_data(request: HttpRequest) -> HttpResponse:
    """Show the page of the user's own data: request an export, see its progress, and download it."""
    assert isinstance(request.user, User)
    if request.method == "POST":
        export_data.request_export(request.user)
        return redirect("accounts:personal_data")
    context = {
        "making": request.user.exports.filter(file=None).first(),
        "ready": export_data.valid_exports().filter(user=request.user).defer("file"),
        "days": export_data.KEPT.days,
    }
    return render(request, "accounts/data.html", context)


@page
@login_required
@recently_signed_in
def download_export(request: HttpRequest, token: str) -> HttpResponse:
    """Return the file with all of a user's data, for that user alone, while its link is valid.

    Raises:
        Http404: there is no such file, or it belongs to another user.
    """
    assert isinstance(request.user, User)
    found = export_data.valid_exports().filter(user=request.user, token=token).first()
    if found is None:
        raise Http404
    response = HttpResponse(
        export_data.read_export(found), content_type="application/json; charset=utf-8"
    )
    response["Content-Disposition"] = 'attachment; filename="nightcap.json"'
    return response


@form_page
@login_required
def delete_page(request: HttpRequest) -> HttpResponse:
    """Delete the account: explain what is deleted and what stays, then ask for the password."""
    assert isinstance(request.user, User)
    form = ConfirmForm(request.user, request.POST if request.method == "POST" else None)
    code = 422 if form.is_bound else 200
    if form.is_bound and not form.is_valid():
        kinds = {error.code for errors in form.errors.as_data().values() for error in errors}
        code = 429 if "rate_limited" in kinds else 422
    elif form.is_bound:
        try:
            delete_account(request.user)
        except Refused as refused:
            form.add_error(None, sentence(refused.refusal))
            code = status(refused.refusal)
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Good night."))
            return redirect("pages:landing")
    answer = render(request, "accounts/delete.html", {"form": form}, status=code)
    return rate_limits.form_refused_until(answer, form)
