"""The admin of users: the fields that are safe to read and to change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts import second_factor
from accounts.models import User
from accounts.services import revoke_access
from accounts.services.addresses import set_address
from accounts.services.preferences import HOURS, set_preferences
from accounts.services.rename_user import keep_former_name
from accounts.staff import ask_for_second_factor
from core.admin import Guarded
from core.signals import staff_acted


def _may_open(request: HttpRequest) -> bool:
    """True if the user is an active member of staff and has shown a second factor in this session."""
    user = request.user
    return user.is_active and user.is_staff and second_factor.is_shown(request)


def _login(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Sign in to the admin by the site's own sign-in page and rate limits, then ask for a second
    factor.
    """
    answer = ask_for_second_factor(request)
    return redirect(get_next_redirect_url(request) or "admin:index") if answer is None else answer


admin.site.has_permission = _may_open  # type: ignore[method-assign]
admin.site.login = secure_admin_login(_login)  # type: ignore[method-assign, no-untyped-call]
# The mail address is edited with its user, below. Only its owner edits a second factor.
admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)
admin.site.site_header = "Nightcap"
admin.site.site_title = "Nightcap"


@admin.register(User)
class UserAdmin(Guarded[User]):
    """The admin of users. It changes no password and adds or deletes nobody: people sign up
    themselves, and their matches stay.
    """

    list_display = ("name", "email", "is_guest", "is_active", "is_staff", "created_at")
    list_filter = ("is_guest", "is_active", "is_staff")
    lookups = ("is_guest__exact", "is_active__exact", "is_staff__exact")
    search_fields = ("name", "email")
    ordering = ("-created_at",)
    actions = ("ban", "unban")
    fields = (
        ("name", "email"),
        ("language", "time_zone"),
        ("quiet_from", "quiet_until", "rest_day"),
        ("is_active", "is_staff", "is_guest"),
        "groups",
        ("created_at", "last_login", "epoch"),
    )
    # `services.preferences` writes the quiet hours, because it stores from when they count.
    readonly_fields = (
        "quiet_from",
        "quiet_until",
        "rest_day",
        "is_guest",
        "created_at",
        "last_login",
        "epoch",
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Make the staff flag and the groups read-only for everyone but a superuser."""
        fixed = tuple(str(name) for name in self.readonly_fields)
        return fixed if request.user.is_superuser else (*fixed, "is_staff", "groups")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False for a superuser's row unless the request is a superuser's."""
        if obj is not None and obj.is_superuser and not request.user.is_superuser:
            return False
        return bool(super().has_change_permission(request, obj))

    def save_model(
        self, request: HttpRequest, obj: User, form: ModelForm[User], change: Any
    ) -> None:
        """Save the user, and apply the effects of what was changed.

        Without the right to sign in, the user's open connections close, too. Another time zone
        counts from now on, as if the user had chosen it.
        """
        chosen = {name: getattr(obj, name) for name in HOURS if name in form.changed_data}
        for name in chosen:
            setattr(obj, name, form.initial[name])
        if "name" in form.changed_data:
            keep_former_name(obj)
        super().save_model(request, obj, form, change)
        if chosen:
            set_preferences(obj, **chosen)
        if "email" in form.changed_data:
            set_address(obj, obj.email)
        if "is_active" in form.changed_data and not obj.is_active:
            revoke_access.ban_user(obj)

    @admin.action(
        description=_("Ban: sign out at once and block signing in"), permissions=["change"]
    )
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        self._do(request, queryset, "ban", revoke_access.ban_user)

    @admin.action(description=_("Lift the ban"), permissions=["change"])
    def unban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        self._do(request, queryset, "unban", revoke_access.unban_user)

    def _do(
        self,
        request: HttpRequest,
        queryset: QuerySet[User],
        verb: str,
        deed: Callable[[User], None],
    ) -> None:
        with transaction.atomic():
            for user in self._below(request, queryset):
                deed(user)
                staff_acted.send(
                    User, by_id=request.user.pk, verb=verb, app="accounts", target=user, facts={}
                )

    def _below(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """Return the users whom this member of staff may ban: never themselves, and superusers only
        if they are a superuser.
        """
        if request.user.pk is not None:
            queryset = queryset.exclude(pk=request.user.pk)
        return queryset if request.user.is_superuser else queryset.filter(is_superuser=False)
