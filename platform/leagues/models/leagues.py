"""Leagues, their settings and their games."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.listed_names import Listed
from core.line_fields import LinesField
from core.number_fields import NumberField
from leagues.models.settings_validation import check_settings_together
from leagues.scoring.tie_breaks import default_order
from matches.models import RulesVersion

FEWEST_SEATS = 2
MOST_PLAYERS = 2**15 - 1
"""The largest number of its column."""


def _number(name: Any, least: int, most: int, default: int, help: Any = "") -> Any:
    """Return a column for a number within these limits."""
    return NumberField(
        name,
        default=default,
        help_text=help,
        validators=[MinValueValidator(least), MaxValueValidator(most)],
    )


class League(Listed):
    """A competition in seasons, of one game or several."""

    class Counts(models.TextChoices):
        PLACES = "places", _("the places of each match")
        ROUNDS = "rounds", _("the points scored in the rounds")

    class Corrections(models.TextChoices):
        POINTS = "points", _("change the standings")
        NONE = "none", _("are shown, but change nothing")

    class Void(models.TextChoices):
        REPLAY = "replay", _("is played again")
        DROP = "drop", _("does not count")

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    description = LinesField(_("about the league"), max_length=2000, blank=True)
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="organised", verbose_name=_("organisers")
    )
    invite_only = models.BooleanField(
        _("invite only"),
        default=False,
        db_default=False,
        help_text=_(
            "Only people you invite, by name or by link, can see the league and take part. "
            "You cannot change this later."
        ),
    )
    invite = models.CharField(  # noqa: DJ001, as many leagues have none
        max_length=32, unique=True, null=True, editable=False
    )
    """The secret of the invitation link; null: there is none."""
    live = models.BooleanField(
        _("live"),
        default=False,
        help_text=_("Live matches are played at an agreed time, the others by correspondence."),
    )
    seats = _number(_("seats at a table"), FEWEST_SEATS, 8, 3)
    division_size = _number(_("players in a division"), 2, 40, 12)
    matches_each = _number(
        _("matches per player in a season"),
        1,
        60,
        9,
        _(
            "If this number is not possible, we take the nearest one that gives full tables "
            "and the same number of matches for all. With several games it can be the second "
            "nearest, if that balances the games better and is at most a quarter away."
        ),
    )
    at_once = _number(_("matches a player has at the same time"), 1, 60, 3)
    points = models.JSONField(
        _("points for each place"),
        default=list,
        blank=True,
        help_text=_(
            "Start with the first place. Leave empty for one point per player finishing behind."
        ),
    )
    moving = _number(
        _("players who move up and down after a season"),
        0,
        20,
        2,
        _("The same number move up from a division as move down into it."),
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=default_order, blank=True)
    counts = models.CharField(
        _("what counts"), max_length=10, choices=Counts, default=Counts.PLACES
    )
    corrections = models.CharField(
        _("rulings on words"), max_length=10, choices=Corrections, default=Corrections.POINTS
    )
    void = models.CharField(_("a void match"), max_length=10, choices=Void, default=Void.REPLAY)
    sign_up_days = _number(_("days to sign up"), 1, 90, 14)
    season_days = _number(_("length of a season in days"), 1, 366, 90)
    break_days = _number(_("days between seasons"), 0, 180, 7)
    appointment_days = _number(
        _("days for a live match"),
        1,
        60,
        10,
        _("How long the players have to agree on a time and play."),
    )
    most = NumberField(
        _("maximum number of players"),
        null=True,
        blank=True,
        validators=[MinValueValidator(FEWEST_SEATS), MaxValueValidator(MOST_PLAYERS)],
        help_text=_("Players who sign up later go on the waiting list. Leave empty for no limit."),
    )
    substitutes = models.BooleanField(
        _("substitutes"),
        default=True,
        help_text=_("A player on the waiting list replaces a player who drops out."),
    )
    confirm_draw = models.BooleanField(
        _("an organiser confirms the pairings"),
        default=False,
        help_text=_("Until then you can make new pairings, and no match begins."),
    )
    continues = models.BooleanField(_("the next season opens automatically"), default=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("founded"), editable=False)
    changes = models.PositiveIntegerField(default=1, editable=False)
    """How often its settings were changed, to detect changes from an outdated page."""

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ("name",)
        permissions = (("organise", _("Can organise every league")),)
        constraints = (
            models.CheckConstraint(
                condition=Q(seats__gte=2, division_size__gte=F("seats")),
                name="a_division_fills_a_table",
            ),
            models.CheckConstraint(
                condition=Q(division_size__gte=2 * F("moving")),
                name="nobody_goes_up_and_down_at_once",
            ),
            models.CheckConstraint(
                condition=Q(most__isnull=True) | Q(most__gte=F("seats")),
                name="a_league_fills_a_table",
            ),
            models.CheckConstraint(
                condition=Q(season_days__gte=1, sign_up_days__gte=1, matches_each__gte=1),
                name="a_season_takes_time",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_listed(self) -> bool:
        return not self.invite_only

    def clean(self) -> None:
        """Refuse settings that contradict each other, by field."""
        super().clean()
        check_settings_together(
            points=self.points,
            tie_breaks=self.tie_breaks,
            seats=self.seats,
            division_size=self.division_size,
            moving=self.moving,
            most=self.most,
        )


class LeagueGame(models.Model):
    """One of a league's games, with its settings there."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="games")
    position = models.PositiveSmallIntegerField()
    rules = models.ForeignKey(
        RulesVersion, on_delete=models.PROTECT, related_name="+", verbose_name=_("rules version")
    )
    tempo = models.SlugField(_("tempo"), max_length=20)
    target = models.JSONField(_("target"), default=dict)
    """The kernel's `games.kernel.contract.Target`."""
    dropped = models.BooleanField(default=False)
    """Not played in future seasons; fixtures that refer to it remain."""

    class Meta:
        ordering = ("position", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("league", "rules", "tempo"),
                condition=Q(dropped=False),
                name="one_row_a_game_of_a_league",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rules} in {self.league_id}"
