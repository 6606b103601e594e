"""Seasons, their divisions, and who takes part."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Season(models.Model):
    """One running of a league.

    It is planned; sign-up opens at `opens_at` and closes at `begins_at`, when the fixtures are
    drawn; it ends at `ends_at`, or as soon as all is played.
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
    """The league's settings as they were when the fixtures were drawn (`leagues.season.agreed_settings.AgreedSettings`)."""

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
        """When it opens, begins and ends, for a form that asks whether somebody else has moved it."""
        return " ".join(at.isoformat() for at in (self.opens_at, self.begins_at, self.ends_at))

    @property
    def is_over(self) -> bool:
        return self.state in self.OVER


class Division(models.Model):
    """A group of similar strength in a season; tier 1 is the strongest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    tier = models.PositiveSmallIntegerField(_("tier"))
    seed = models.BigIntegerField(editable=False)
    """All of the draw's luck follows from it, and from the players."""
    matches_each = models.PositiveSmallIntegerField(_("matches each"), default=0)
    """As drawn; 0 before."""
    imbalance = models.JSONField(_("imbalance"), null=True, editable=False)
    """`leagues.scoring.draw_fixtures.Imbalance` of the draw; null before."""

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
    """Somebody who takes part in a season, or waits to.

    Who takes the place of somebody else (`replaces`) goes on with that place's matches and points:
    in the table a place is the entry that was drawn, under the name of who holds it now.
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
    """Tells the bots of a season apart; 0 for people."""
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.CASCADE, related_name="entries"
    )
    """Null for who waits."""
    rank = models.PositiveIntegerField(default=0, editable=False)
    """The order in which places were given when the season began, from 1; 0 before."""
    signed_up_at = models.DateTimeField(_("signed up"))
    late = models.BooleanField(_("joined late"), default=False)
    """Signed up when the season had begun."""
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
    """In the division, when the season has ended."""
    moved = models.SmallIntegerField(default=0, editable=False)
    """After the season: -1 goes up a division, 1 comes down one, 0 stays."""

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
