"""Ratings by person and game, and how they came about; all of it follows from stored results.

`manage.py rebuild_ratings` writes the same rows anew. Only `ratings.services` writes here.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models import Match


class Rating(models.Model):
    """How good somebody is at a game, as far as their rated matches tell (`ratings.rating_model`).

    A person, or a bot by level and version: the bots are the same for everybody, and so tie
    together the ratings of people who never meet.
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
    """What a match did to a rating: one for each seat of which somebody is rated.

    A bot that has several seats is one: the same before and after stand at each of them.
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
    """When the match was over."""

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        indexes = (models.Index(fields=("rating", "-at", "-match"), name="changes_of_a_rating"),)
        constraints = (models.UniqueConstraint(fields=("match", "seat"), name="one_change_a_seat"),)

    def __str__(self) -> str:
        return f"{self.rating_id} in {self.match_id}"


class StaleSince(models.Model):
    """From this moment on a game's ratings have to be worked out anew (`services.recompute_ratings`)."""

    game = models.SlugField(primary_key=True, max_length=40)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game} since {self.since}"


class Feat(models.Model):
    """How often a seat did in a match what people like to see, by the game's own names.

    Like its place, it counts for whom the cards were dealt to.
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
