"""A read-only admin of ratings: they follow from results, and `rebuild_ratings` verifies them."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from django.contrib import admin
from django.db.models import Model
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnly
from matches.admin.showing import link_to
from matches.admin.tables import SEARCH_HELP
from ratings.models import Feat, Rating, RatingChange, StaleSince
from ratings.rating_model import Strength

M = TypeVar("M", bound=Model)


@admin.register(Rating)
class RatingAdmin(ReadOnly[Rating]):
    """A read-only view; the leaderboards show the same."""

    list_display = ("who", "game", "shown", "margin", "matches", "played_at")
    list_filter = ("game", "bot")
    lookups = ("game", "bot", "user__id__exact")
    search_fields = ("user__name", "bot")
    search_help_text = _("A player's name, or a bot level.")
    list_select_related = ("user",)
    ordering = ("-id",)
    fields = (
        ("user", "bot", "version"),
        "game",
        ("shown", "margin"),
        ("mu", "sigma"),
        ("matches", "played_at"),
    )
    readonly_fields = ("shown", "margin")

    @admin.display(description=_("player"))
    def who(self, rating: Rating) -> str:
        return str(rating.user or f"{rating.bot} {rating.version}")

    @admin.display(description=_("rating"))
    def shown(self, rating: Rating) -> int:
        return Strength(rating.mu, rating.sigma).shown

    @admin.display(description=_("uncertainty"))
    def margin(self, rating: Rating) -> int:
        return Strength(rating.mu, rating.sigma).margin


class OfMatch(ReadOnly[M]):
    """A read-only list of the effects of a match: rating changes, or feats in its rounds."""

    list_filter: ClassVar[tuple[str, ...]] = ("match__game",)
    lookups: tuple[str, ...] = ("match__game", "match__id__exact")
    search_fields: ClassVar[tuple[str, ...]] = ("match__id",)
    search_help_text = SEARCH_HELP
    list_select_related: ClassVar[tuple[str, ...]] = ("match",)
    ordering = ("-id",)
    readonly_fields = ("of",)

    @admin.display(description=_("match"))
    def of(self, row: RatingChange | Feat) -> SafeString:
        return link_to(row.match, str(row.match))


@admin.register(RatingChange)
class RatingChangeAdmin(OfMatch[RatingChange]):
    list_display = ("rating", "of", "seat", "place", "before", "after", "at")
    lookups = (*OfMatch.lookups, "rating__id__exact")
    search_fields = (*OfMatch.search_fields, "rating__user__name")
    list_select_related = ("match", "rating")
    fields = (
        ("rating", "of"),
        ("seat", "place"),
        ("mu_before", "sigma_before"),
        ("mu", "sigma"),
        "at",
    )

    @admin.display(description=_("before"))
    def before(self, change: RatingChange) -> int:
        return Strength(change.mu_before, change.sigma_before).shown

    @admin.display(description=_("after"))
    def after(self, change: RatingChange) -> int:
        return Strength(change.mu, change.sigma).shown


@admin.register(Feat)
class FeatAdmin(OfMatch[Feat]):
    list_display = ("name", "of", "seat", "count")
    list_filter = ("match__game", "name")
    lookups = (*OfMatch.lookups, "name")
    fields = ("of", "seat", "name", "count")


@admin.register(StaleSince)
class StaleSinceAdmin(ReadOnly[StaleSince]):
    """A read-only list that is usually empty; an old row means that ratings are not recomputed."""

    list_display = ("game", "since")
    ordering = ("since",)
