"""Ratings by person and game, and their history; all of it follows from stored results.

`manage.py rebuild_ratings` recomputes the same rows. Only `ratings.services` writes here.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models import Match


class Rating(models.Model):
    """The estimated strength of a player at a game, from their rated matches
    (`ratings.rating_model`).

    A player is a person, or a bot by level and version. Bots are the same for all, so they
    connect the ratings of people who never meet.
    """

    game = models.SlugField(_("game"), max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="ratings",
        verbose_name=_("person"),
    )
    bot = models.SlugField(_("bot"), max_length=20, blank=True)
    version = models.PositiveSmallIntegerField(_("version of the bot"), default=0)
    mu = models.FloatField(_("mean"))
    sigma = models.FloatField(_("deviation"))
    matches = models.PositiveIntegerField(_("rated matches"), default=0)
    played_at = models.DateTimeField(_("last rated"), null=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        indexes = (
            models.Index("game", (F("mu") - 2 * F("sigma")).desc(), name="ratings_by_floor"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("game", "user"), condition=Q(user__isnull=False), name="one_rating_a_person"
            ),
            models.UniqueConstraint(
                fields=("game", "bot", "version"),
                condition=Q(user__isnull=True),
                name="one_rating_a_bot",
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False, bot="") | Q(user__isnull=True) & ~Q(bot=""),
                name="a_rating_is_a_persons_or_a_bots",
            ),
        )

    def __str__(self) -> str:
        return f"{self.bot or self.user_id} at {self.game}"


class RatingChange(models.Model):
    """The change of a rating by a match: one for each seat whose player is rated.

    A bot in several seats has one rating, so each of its seats stores the same values before and
    after.
    """

    rating = models.ForeignKey(
        Rating, on_delete=models.CASCADE, related_name="changes", verbose_name=_("rating")
    )
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="rating_changes", verbose_name=_("match")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    place = models.PositiveSmallIntegerField(_("place"))
    mu_before = models.FloatField(_("mean before"))
    sigma_before = models.FloatField(_("deviation before"))
    mu = models.FloatField(_("mean"))
    sigma = models.FloatField(_("deviation"))
    at = models.DateTimeField(_("at"))
    """The time when the match ended."""

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        indexes = (models.Index(fields=("rating", "-at", "-match"), name="changes_of_a_rating"),)
        constraints = (models.UniqueConstraint(fields=("match", "seat"), name="one_change_a_seat"),)

    def __str__(self) -> str:
        return f"{self.rating_id} in {self.match_id}"


class StaleSince(models.Model):
    """A game's ratings must be recomputed from this moment on (`services.recompute_ratings`)."""

    game = models.SlugField(primary_key=True, max_length=40)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game} since {self.since}"


class Feat(models.Model):
    """How often a seat achieved a feat in a match, by the game's own names.

    Like the place, it counts for the user to whom the cards were dealt.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="feats")
    seat = models.PositiveSmallIntegerField(_("seat"))
    name = models.SlugField(_("name"), max_length=40)
    count = models.PositiveIntegerField(_("count"))

    class Meta:
        verbose_name = _("feat")
        verbose_name_plural = _("feats")
        constraints = (
            models.UniqueConstraint(fields=("match", "seat", "name"), name="one_count_a_feat"),
        )

    def __str__(self) -> str:
        return f"{self.count} {self.name}"
