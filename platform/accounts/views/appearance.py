"""Views of a user's appearance: the picture, the country, and who may challenge them."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import portraits
from accounts.forms.appearance import AppearanceForm, UploadForm
from accounts.models import UploadedPicture, User
from accounts.services import appearance
from accounts.signed_in import signed_in_page
from accounts.uploads import may_upload
from core.http import action, form_page
from core.refusals import refused

YEAR_S = 365 * 24 * 3600


@form_page
@signed_in_page
def appearance_page(request: HttpRequest) -> HttpResponse:
    """Show how the user appears to others, and store the country and who may challenge them."""
    user = _signed_in(request)
    now = {
        "country": user.country,
        "friends_challenge_only": "yes" if user.friends_challenge_only else "",
    }
    form = AppearanceForm(request.POST or None, initial=now)
    if form.is_valid():
        appearance.set_appearance(user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("accounts:appearance")
    return _page(request, form, UploadForm())


@action
def choose_picture(request: HttpRequest) -> HttpResponse:
    """Show one of our pictures.

    Raises:
        Refused: `sign_in_first`, `malformed`.
    """
    try:
        appearance.choose_picture(_signed_in(request), request.POST.get("picture", ""))
    except ValidationError:
        raise refused("malformed") from None
    messages.success(request, _("Saved."))
    return redirect("accounts:appearance")


@action
def upload_picture(request: HttpRequest) -> HttpResponse:
    """Show a picture that the user uploads; a refused file is explained beside the field.

    Raises:
        Refused: `sign_in_first`, and those of `appearance.upload_picture`.
    """
    user = _signed_in(request)
    form = UploadForm(request.POST)
    if form.is_valid():
        try:
            appearance.upload_picture(user, form.cleaned_data["image"])
        except ValidationError as error:
            form.add_error("image", error)
        else:
            messages.success(request, _("Saved."))
            return redirect("accounts:appearance")
    now = {"country": user.country, "friends_challenge_only": user.friends_challenge_only}
    return _page(request, AppearanceForm(initial=now), form)


@require_safe
def uploaded_picture(request: HttpRequest, token: str) -> HttpResponse:
    """Return an uploaded picture. Its name changes with it, so browsers may keep it.

    Raises:
        Http404: there is none of this name.
    """
    found = UploadedPicture.objects.filter(token=token).first()
    if found is None:
        raise Http404
    answer = HttpResponse(bytes(found.image), content_type="image/webp")
    answer.headers["Cache-Control"] = f"public, max-age={YEAR_S}, immutable"
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


def _page(request: HttpRequest, form: AppearanceForm, upload: UploadForm) -> HttpResponse:
    user = _signed_in(request)
    context = {
        "form": form,
        "upload": upload,
        "may_upload": may_upload(user),
        "unreadable": appearance.UNREADABLE,
        "drawn": portraits.drawn_for(user.pk),
        "ours": portraits.OURS,
    }
    code = 422 if form.is_bound or upload.is_bound else 200
    return render(request, "accounts/appearance.html", context, status=code)


def _signed_in(request: HttpRequest) -> User:
    if not request.user.is_authenticated:
        raise refused("sign_in_first")
    return request.user
