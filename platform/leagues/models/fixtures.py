"""The fixtures of a division, and the changes of its table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.line_fields import LineField
from leagues.models.seasons import Division, Entry
from matches.models import Match
from matches.models.letters import Letter


class Fixture(models.Model):
    """One match of a division: its seats, its time and its result.

    It waits until its players have fewer open matches. A live one is then arranged until all
    players have agreed on an appointment. Its result is that of its match, or a decision of the
    league.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("upcoming")
        ARRANGING = "arranging", _("no time yet")
        RUNNING = "running", _("running")
        SETTLED = "settled", _("over")

    class How(models.TextChoices):
        PLAYED = "played", _("played")
        CORRECTED = "corrected", _("corrected")
        ADJUDICATED = "adjudicated", _("counted as it was")
        WALKOVER = "walkover", _("walkover")
        VOID = "void", _("void")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    number = models.PositiveSmallIntegerField(_("number"))
    game = models.ForeignKey("leagues.LeagueGame", on_delete=models.PROTECT, related_name="+")
    match = models.OneToOneField(
        Match,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="fixture",
        verbose_name=_("match"),
    )
    replay_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="replay"
    )
    """The void fixture that this one replays."""
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    """The time when the league's rules decide it if it was not played."""
    appointment = models.DateTimeField(_("agreed time"), null=True, blank=True)
    """The proposed appointment; it is agreed once each of its people has agreed."""
    appointment_changes = models.PositiveIntegerField(default=0, db_default=0)
    """How often the appointment changed or was cancelled; each change is one notice."""
    cancelled_appointment = models.DateTimeField(null=True, blank=True)
    """The last agreed appointment that was cancelled; it may still be in calendars."""
    how = models.CharField(_("how it ended"), max_length=12, choices=How, blank=True)
    by_hand = models.BooleanField(default=False)
    """An organiser decided it, so the result of its match changes nothing."""
    reason = LineField(_("reason"), max_length=300, blank=True)
    changes = models.PositiveIntegerField(default=0)
    """How often it was decided, to detect decisions from an outdated page."""
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        ordering = ("division_id", "number")
        indexes = (models.Index(fields=("state", "due_at"), name="fixtures_by_state"),)
        constraints = (
            models.UniqueConstraint(fields=("division", "number"), name="one_fixture_a_number"),
            models.CheckConstraint(
                condition=Q(state="settled", settled_at__isnull=False) & ~Q(how="")
                | ~Q(state="settled") & Q(settled_at__isnull=True, how=""),
                name="a_settled_fixture_says_how",
            ),
            models.CheckConstraint(
                condition=~Q(state="running") | Q(match__isnull=False),
                name="a_running_fixture_has_its_match",
            ),
        )

    def __str__(self) -> str:
        return f"fixture {self.number} of {self.division_id}"

    @property
    def ordinal(self) -> int:
        """The number that pages and exports show, from 1."""
        return self.number + 1


class FixtureSeat(models.Model):
    """A player's seat in a fixture, and the resulting place; `entry` is the one that was drawn."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(_("seat"))
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    agreed = models.BooleanField(default=False)
    """Whether the player has agreed to the proposed appointment."""
    answered = models.BooleanField(default=False)
    """Whether the player ever proposed or accepted an appointment for this fixture."""
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    """The place in the result, 1 is best; null: not settled, or void."""
    total = models.IntegerField(_("total"), null=True, blank=True)
    """The total on the game's score pad; null if nothing was played."""
    vacant = models.BooleanField(default=False)
    """The entry's place had no holder when the match began, so a bot plays out of competition."""
    absent = models.BooleanField(_("absent"), default=False)
    """The player gets no points for the place."""

    class Meta:
        ordering = ("fixture_id", "seat")
        constraints = (
            models.UniqueConstraint(fields=("fixture", "seat"), name="one_row_a_seat_of_a_fixture"),
            models.UniqueConstraint(fields=("fixture", "entry"), name="one_seat_an_entry"),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.fixture_id}"


class FixtureMessage(Letter):
    """A message of a player or an organiser to the others of a fixture."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="fixture_messages"
    )


class TableChange(models.Model):
    """A change of a division's table: the reason, and the table after it. Append-only."""

    class Kind(models.TextChoices):
        DRAWN = "drawn", _("the pairings were made")
        RESULT = "result", _("a match is over")
        CORRECTION = "correction", _("a result was corrected")
        DECISION = "decision", _("a match was decided without being played to the end")
        VOID = "void", _("a match is void")
        DROPPED = "dropped", _("a player dropped out")
        REPLACED = "replaced", _("a player took over a place")
        FINAL = "final", _("the season is over")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    """The number in the division, from 1 without gaps."""
    at = models.DateTimeField(_("at"))
    kind = models.CharField(_("what"), max_length=12, choices=Kind)
    fixture = models.ForeignKey(
        Fixture, null=True, on_delete=models.CASCADE, related_name="history"
    )
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="history")
    reason = LineField(_("reason"), max_length=300, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    """The user who decided it; null for the league's rules or the word court."""
    table = models.JSONField()
    """The table after the change, the first place first: entry, place, points."""
    before = models.JSONField(null=True)
    """The result that counted before, the first place first: entry, place (null: absent), total;
    null if there was none, or it was void.
    """

    class Meta:
        verbose_name = _("change in the standings")
        verbose_name_plural = _("changes in the standings")
        ordering = ("division_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("division", "number"), name="one_change_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.kind} in {self.division_id}"


class News(models.Model):
    """A message to one user about one situation; written with the event, and sent after it."""

    class Kind(models.TextChoices):
        OPEN = "open", _("sign-up is open")
        STAYS = "stays", _("signed up again")
        DATES = "dates", _("the dates of the season changed")
        CALLED_OFF = "called_off", _("the season was cancelled")
        BEGUN = "begun", _("the season begins")
        ARRANGE = "arrange", _("a match needs a time")
        PROPOSED = "proposed", _("a time was proposed")
        MOVED = "moved", _("another time was proposed after all had agreed")
        AGREED = "agreed", _("all players agreed on a time")
        WITHDRAWN = "withdrawn", _("a time was withdrawn")
        WIPED = "wiped", _("a time was dropped because a player left")
        WROTE = "wrote", _("a player wrote about a match")
        SOON = "soon", _("a match begins soon")
        OVERDUE = "overdue", _("there is no time yet")
        DECIDED = "decided", _("a match was decided without being played to the end")
        VOIDED = "voided", _("a match is void")
        CORRECTED = "corrected", _("a result was corrected")
        REOPENED = "reopened", _("a match will be played after all")
        PLACE = "place", _("a place is free")
        REPLACED = "replaced", _("a player took over a place")
        TAKEN_OUT = "taken_out", _("an organiser removed a player")
        VACATED = "vacated", _("a player dropped out")
        FOLLOWED = "followed", _("a player dropped out and was replaced")
        ENDED = "ended", _("the season is over")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="league_news"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    season = models.ForeignKey("leagues.Season", on_delete=models.CASCADE, related_name="news")
    fixture = models.ForeignKey(Fixture, null=True, on_delete=models.CASCADE, related_name="news")
    situation = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(null=True)
    """The facts of its sentence besides the names of league and match, as in
    `core.signals.league_news`; null if there are none, or after it was sent.
    """
    at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("league update")
        verbose_name_plural = _("league updates")
        indexes = (
            models.Index(fields=("id",), condition=Q(sent_at=None), name="league_news_to_send"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("user", "kind", "season", "fixture", "situation"),
                nulls_distinct=False,
                name="league_news_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"
