"""Views of the preferences, signed in or not."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.forms.preferences import THEMES, LookForm, PersonForm, TableForm
from accounts.models import User
from accounts.services import blocks
from accounts.services.mutes import mute_user as mute_them
from accounts.services.mutes import muted_people
from accounts.services.mutes import unmute_user as unmute_them
from accounts.services.preferences import HOURS, set_preferences
from accounts.services.rename_user import rename_user
from accounts.zones import zone_named_by
from core.http import action, form_page, next_page, wants_part
from core.numbers import read_id
from core.refusals import refused
from core.rendering import cache

YEAR = 365 * 24 * 3600
PACE = "reading_pace"


@form_page
def preferences_page(request: HttpRequest) -> HttpResponse:
    """Show the page of preferences: the look of the site, and the user's name."""
    user = request.user if request.user.is_authenticated else None
    now: dict[str, object] = {
        "theme": theme_of(request),
        "hints": "off" if request.COOKIES.get("hints") == "off" else "on",
        "sounds": request.COOKIES.get("sounds", ""),
        "language": _chosen_language(request, user),
    }
    if user is not None:
        now |= {"name": user.name, "reading_pace": user.reading_pace} | {
            name: getattr(user, name) for name in HOURS
        }
    form = (
        LookForm(request.POST or None, initial=now)
        if user is None
        else PersonForm(request.POST or None, initial=now, zone=zone_named_by(request))
    )
    if user is not None and user.is_guest:
        form.fields["name"].help_text = ""  # a guest's old name is not reserved
    if request.method == "POST" and form.is_valid() and _save_look(form, user):
        _confirm(request, form.cleaned_data["language"] or _browser(request), user)
        response = HttpResponseRedirect(next_page(request, reverse("accounts:preferences")))
        _set_cookies(response, form.cleaned_data)
        return response
    code = 422 if form.is_bound else 200
    context: dict[str, Any] = {"form": form}
    if user is not None:
        blocked = blocks.blocked_people(user)
        muted = [one for one in muted_people(user) if one not in blocked]
        context |= {"muted": muted, "blocked": blocked}
    return render(request, "accounts/preferences.html", context, status=code)


def draw_table_settings(request: HttpRequest) -> SafeString:
    """Return the fields of a table's settings as HTML, with the present choices.

    All users with the same choices share one rendering.
    """
    now = _settings_now(request)
    drawn: SafeString = cache.render_once(
        _draw_fields, "matches/_setting_fields.html", tuple(now), tuple(now.values())
    )
    return drawn


def _draw_fields(
    template: str, names: tuple[str, ...], values: tuple[Any, ...], _more: object
) -> SafeString:
    now = dict(zip(names, values, strict=True))
    return cache.render(template, {"form": TableForm(initial=now, chooses_pace=PACE in now)})


def _settings_now(request: HttpRequest) -> dict[str, Any]:
    """Return the present settings of a table; only users have a speed."""
    now: dict[str, Any] = {"sounds": "yes" if request.COOKIES.get("sounds") == "yes" else ""}
    return now | {PACE: request.user.reading_pace} if request.user.is_authenticated else now


@action
def save_table_settings(request: HttpRequest) -> HttpResponse:
    """Save the settings of a table, then return to it.

    Raises:
        Refused: `malformed`.
    """
    now = _settings_now(request)
    form = TableForm(request.POST, initial=now, chooses_pace=PACE in now)
    if not form.is_valid():
        raise refused("malformed")
    pace = form.cleaned_data.get("reading_pace")
    if request.user.is_authenticated and pace is not None:
        set_preferences(request.user, reading_pace=pace)
    response = (
        HttpResponse(status=204)
        if wants_part(request)
        else HttpResponseRedirect(next_page(request, "/"))
    )
    _set_cookies(response, {"sounds": form.cleaned_data["sounds"]})
    return response


@action
def mute_person(request: HttpRequest) -> HttpResponse:
    """Mute a user: hide their messages from the user, at every table.

    Raises:
        Refused: `sign_in_first`, `malformed`, and those of `mutes.mute_user`.
    """
    who = read_id(request.POST.get("who"))
    if not request.user.is_authenticated:
        raise refused("sign_in_first")
    if not who:
        raise refused("malformed")
    mute_them(request.user, who)
    return HttpResponseRedirect(next_page(request, reverse("accounts:preferences")))


@action
def unmute_person(request: HttpRequest) -> HttpResponse:
    """Unmute a user, even one who has not written anything."""
    who = read_id(request.POST.get("who"))
    if request.user.is_authenticated:
        unmute_them(request.user, who)
    return HttpResponseRedirect(next_page(request, reverse("accounts:preferences")))


@action
def block_person(request: HttpRequest) -> HttpResponse:
    """Block a user: keep them away from the user's private tables, and mute them.

    Raises:
        Refused: `sign_in_first`, `malformed`, and those of `blocks.block_user`.
    """
    who = read_id(request.POST.get("who"))
    if not request.user.is_authenticated:
        raise refused("sign_in_first")
    if not who:
        raise refused("malformed")
    blocks.block_user(request.user, who)
    messages.success(request, _("Blocked. They are not told."))
    return HttpResponseRedirect(next_page(request, reverse("accounts:preferences")))


@action
def unblock_person(request: HttpRequest) -> HttpResponse:
    """Unblock a user: let them join the user's private tables again."""
    who = read_id(request.POST.get("who"))
    if request.user.is_authenticated:
        blocks.unblock_user(request.user, who)
    return HttpResponseRedirect(next_page(request, reverse("accounts:preferences")))


@action
def choose_language(request: HttpRequest) -> HttpResponse:
    """Choose a language by the switch in the footer, then return to the page."""
    wanted = request.POST.get("language", "")
    response = HttpResponseRedirect(next_page(request, "/"))
    if wanted in dict(settings.LANGUAGES):
        if request.user.is_authenticated:
            set_preferences(request.user, language=wanted)
        _set_cookies(response, {"language": wanted})
    else:
        messages.error(request, _("This language is not available yet."))
    return response


def theme_of(request: HttpRequest) -> str:
    """Return the theme that this browser has chosen, or `auto`."""
    chosen = request.COOKIES.get("theme", "")
    return chosen if chosen in THEMES else "auto"


def _chosen_language(request: HttpRequest, user: User | None) -> str:
    if user is not None:
        return user.language
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if chosen in dict(settings.LANGUAGES) else ""


def _save_look(form: LookForm, user: User | None) -> bool:
    """Save the values that belong to the user; return False if the name is not available."""
    if user is None:
        return True
    try:
        rename_user(user, form.cleaned_data["name"])
    except ValidationError as error:
        form.add_error("name", error)
        return False
    set_preferences(
        user,
        **{
            name: form.cleaned_data[name]
            for name in ("language", "reading_pace", *HOURS)
            if name in form.cleaned_data
        },
    )
    return True


def _browser(request: HttpRequest) -> str:
    """Return the language that the browser requests, regardless of a cookie."""
    header = request.headers.get("Accept-Language", "")
    for part in header.split(","):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in dict(settings.LANGUAGES):
            return code
    return settings.LANGUAGE_CODE


def _confirm(request: HttpRequest, code: str, user: User | None) -> None:
    """Confirm what was saved, already in the language that was just chosen.

    A page from before the user signed out also sends what only an account has.
    """
    with translation.override(code):
        if user is None and "name" in request.POST:
            said = _("You are signed out, so only the look of this browser is saved.")
            messages.warning(request, said)
        else:
            messages.success(request, _("Saved."))


def _set_cookies(response: HttpResponse, chosen: dict[str, Any]) -> None:
    cookies = {
        "theme": chosen.get("theme"),
        "hints": chosen.get("hints"),
        "sounds": chosen.get("sounds"),
        settings.LANGUAGE_COOKIE_NAME: chosen.get("language"),
    }
    for name, value in cookies.items():
        if value in ("", "auto", "on"):
            response.delete_cookie(name, samesite="Lax")
        elif value is not None:
            response.set_cookie(
                name, value, max_age=YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
            )
