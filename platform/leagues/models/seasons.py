"""Seasons, their divisions and their entries."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Season(models.Model):
    """One season of a league.

    First it is planned. Sign-up opens at `opens_at` and closes at `begins_at`, when the fixtures
    are drawn. The season ends at `ends_at`, or earlier when all matches are played.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        SIGN_UP = "sign_up", _("open for sign-up")
        DRAWN = "drawn", _("pairings being made")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    OVER = (State.FINISHED, State.CANCELLED)

    league = models.ForeignKey(
        "leagues.League", on_delete=models.CASCADE, related_name="seasons", verbose_name=_("league")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    opens_at = models.DateTimeField(_("sign-up opens"))
    begins_at = models.DateTimeField(_("sign-up closes, the season begins"))
    ends_at = models.DateTimeField(_("the season ends"))
    finished_at = models.DateTimeField(_("ended"), null=True, blank=True, editable=False)
    settings = models.JSONField(default=dict, editable=False)
    """The league's settings at the time of the draw
    (`leagues.season.agreed_settings.AgreedSettings`).
    """

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ("league_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("league", "number"), name="one_season_a_number"),
            models.UniqueConstraint(
                fields=("league",),
                condition=~Q(state__in=("finished", "cancelled", "planned")),
                name="one_season_at_a_time",
            ),
            models.UniqueConstraint(
                fields=("league",), condition=Q(state="planned"), name="one_season_is_planned"
            ),
            models.CheckConstraint(
                condition=Q(opens_at__lt=F("begins_at"), begins_at__lte=F("ends_at")),
                name="a_season_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(state="finished", finished_at__isnull=False)
                | ~Q(state="finished") & Q(finished_at__isnull=True),
                name="a_finished_season_has_its_end",
            ),
        )

    def __str__(self) -> str:
        return f"season {self.number} of {self.league_id}"

    @property
    def dates(self) -> str:
        """Return its dates as text, so that a form can detect changes by another organiser."""
        return " ".join(at.isoformat() for at in (self.opens_at, self.begins_at, self.ends_at))

    @property
    def is_over(self) -> bool:
        return self.state in self.OVER


class Division(models.Model):
    """A group of similar strength in a season; tier 1 is the strongest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    tier = models.PositiveSmallIntegerField(_("tier"))
    seed = models.BigIntegerField(editable=False)
    """The seed of the draw; with the players it determines all of its chance."""
    matches_each = models.PositiveSmallIntegerField(_("matches each"), default=0)
    """Matches of each player, as drawn; 0 before."""
    imbalance = models.JSONField(_("imbalance"), null=True, editable=False)
    """The `leagues.scoring.draw_fixtures.Imbalance` of the draw; null before."""

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ("season_id", "tier")
        constraints = (
            models.UniqueConstraint(fields=("season", "tier"), name="one_division_a_tier"),
            models.CheckConstraint(condition=Q(tier__gte=1), name="tiers_count_from_one"),
        )

    def __str__(self) -> str:
        return f"division {self.tier} of {self.season}"


class Entry(models.Model):
    """A participant of a season, or of its waiting list.

    A substitute (`replaces`) continues with the matches and points of the place. In the table, a
    place is the entry that was drawn, under the name of its present holder.
    """

    class Why(models.TextChoices):
        SELF = "self", _("dropped out")
        ORGANISER = "organiser", _("was removed by an organiser")
        ACCOUNT = "account", _("deleted account")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="entries",
        verbose_name=_("user"),
    )
    bot = models.SlugField(_("bot"), max_length=20, blank=True)
    """The level of a bot."""
    bot_number = models.PositiveSmallIntegerField(default=0)
    """The number that distinguishes the bots of a season; 0 for people."""
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.CASCADE, related_name="entries"
    )
    """Null on the waiting list."""
    rank = models.PositiveIntegerField(default=0, editable=False)
    """The order of the places when the season began, from 1; 0 before."""
    signed_up_at = models.DateTimeField(_("signed up"))
    late = models.BooleanField(_("joined late"), default=False)
    """Whether the sign-up came after the season began."""
    replaces = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="replaced_by",
        verbose_name=_("replaces"),
    )
    dropped_at = models.DateTimeField(_("dropped out"), null=True, blank=True)
    dropped_why = models.CharField(max_length=10, choices=Why, blank=True)
    final_place = models.PositiveSmallIntegerField(_("final place"), null=True, editable=False)
    """The place in the division at the end of the season."""
    moved = models.SmallIntegerField(default=0, editable=False)
    """The movement after the season: -1 goes up a division, 1 goes down, 0 stays."""

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("season_id", "rank", "signed_up_at", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("season", "user"),
                condition=Q(user__isnull=False, dropped_at__isnull=True),
                name="one_entry_a_person",
            ),
            models.UniqueConstraint(
                fields=("season", "bot_number"),
                condition=~Q(bot=""),
                name="one_entry_a_bot",
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(bot=""), name="an_entry_is_a_person_or_a_bot"
            ),
            models.CheckConstraint(
                condition=Q(bot="", bot_number=0) | ~Q(bot="") & Q(bot_number__gte=1),
                name="bots_are_numbered",
            ),
            models.CheckConstraint(
                condition=Q(dropped_at__isnull=True, dropped_why="")
                | Q(dropped_at__isnull=False) & ~Q(dropped_why=""),
                name="who_drops_out_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(replaces__isnull=True) | Q(division__isnull=False),
                name="a_substitute_has_a_division",
            ),
        )

    def __str__(self) -> str:
        return self.bot or f"entry {self.pk}"

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for a place in a season that has begun."""
        return self.division_id is None and self.dropped_at is None
