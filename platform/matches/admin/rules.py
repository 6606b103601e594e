"""Rules versions in the admin: an administrator can publish and withdraw them, not change them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from core.admin import Guarded
from core.refusals import Refused, sentence
from matches.admin.forms import PublishForm
from matches.engine import catalogue
from matches.models import RulesVersion
from matches.services import rules_versions


@admin.register(RulesVersion)
class RulesVersionAdmin(Guarded[RulesVersion]):
    """Rules versions, which can be published and withdrawn from new tables here, but never changed."""

    list_display = ("__str__", "revision", "otherwise", "offered", "published")
    list_filter = ("game", "revision", "offered")
    lookups = ("game", "revision", "offered__exact")
    search_fields = ("game", "notes")
    ordering = ("game", "-version")
    actions = ("withdraw", "offer")
    fields = ("game", "version", "revision", "options", "notes", "offered", "published")

    def has_change_permission(self, request: HttpRequest, obj: RulesVersion | None = None) -> bool:
        return False

    @admin.display(description=_("options that differ"))
    def otherwise(self, row: RulesVersion) -> str:
        try:
            chosen = rules_versions.chosen_options(row)
        except Refused as refused:  # the game is no longer installed
            return sentence(refused.refusal)
        return ", ".join(f"{name}={value}" for name, value in chosen.items())

    @admin.action(description=_("Withdraw from new tables"), permissions=["add"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[RulesVersion]) -> None:
        self._offer(request, queryset, offered=False)

    @admin.action(description=_("Offer to new tables again"), permissions=["add"])
    def offer(self, request: HttpRequest, queryset: QuerySet[RulesVersion]) -> None:
        self._offer(request, queryset, offered=True)

    def _offer(
        self, request: HttpRequest, queryset: QuerySet[RulesVersion], *, offered: bool
    ) -> None:
        rows = list(queryset.exclude(offered=offered))
        rules_versions.offer_versions([row.pk for row in rows], offered=offered)
        for row in rows:
            self.log_change(request, row, [{"changed": {"fields": ["offered"]}}])
        self.message_user(
            request, now("New tables can only use the other versions. Running matches go on.")
        )

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Publish a revision of one game, with its options.

        Raises:
            PermissionDenied: the user may not publish.
            Http404: the game does not exist.
        """
        if not self.has_add_permission(request):
            raise PermissionDenied
        metas = catalogue.metas()
        slug = request.GET.get("game", metas[0].slug)
        meta = next((meta for meta in metas if meta.slug == slug), None)
        if meta is None:
            raise Http404
        form = PublishForm(meta, request.POST or None)
        if form.is_valid():
            try:
                row = rules_versions.publish_version(
                    meta.slug,
                    revision=form.cleaned_data["revision"],
                    options=form.options(),
                    notes=form.cleaned_data["notes"],
                    anew=True,
                )
            except Refused as refused:
                form.add_error(None, sentence(refused.refusal))
            else:
                self.log_addition(request, row, [{"added": {}}])
                self.message_user(request, now("Published."), messages.SUCCESS)
                return HttpResponseRedirect(reverse("admin:matches_rulesversion_changelist"))
        context = {
            **self.admin_site.each_context(request),
            "title": now("Publish a rules version"),
            "opts": self.opts,
            "metas": metas,
            "meta": meta,
            "form": form,
        }
        template = "admin/matches/rulesversion/publish.html"
        return TemplateResponse(request, template, context, status=422 if form.errors else 200)
