"""What the platform keeps of a match.

`Move` is the truth; `Round.state` is a cache written in the same transaction, which
`manage.py verify_matches` proves equal by replay. Only `matches.services` writes here.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from matches.models_absence import Departure
from matches.models_arbiter import Arbiter
from matches.models_corrections import Correction
from matches.models_orders import StandingOrder
from matches.models_owed import Deadline, Outbox
from matches.models_releases import Release
from matches.models_stops import Downtime, Heartbeat, Pause
from matches.models_talk import Message

__all__ = (
    "Arbiter",
    "Correction",
    "Deadline",
    "Departure",
    "Downtime",
    "Heartbeat",
    "Match",
    "Message",
    "Move",
    "Outbox",
    "Pause",
    "Release",
    "Round",
    "RulesVersion",
    "Seat",
    "StandingOrder",
    "new_token",
)


def new_token() -> str:
    """An invitation that cannot be guessed (128 bits and more)."""
    return get_random_string(24)


class RulesVersion(models.Model):
    """One edition of a game's rules: revision of the code, options, data. Never changed.

    The database itself refuses changes to a published row, but for `offered` (migrations 0002,
    0005). The row with the default options stands for its revision.
    """

    game = models.SlugField(_("game"), max_length=40)
    version = models.PositiveIntegerField(_("version"))
    revision = models.PositiveSmallIntegerField(_("revision"))
    options = models.JSONField(_("options"), default=dict)
    data = models.CharField(max_length=64, blank=True)
    published = models.DateTimeField(_("published"), null=True, blank=True)
    notes = models.TextField(_("what is new"), blank=True)
    offered = models.BooleanField(_("offered at new tables"), default=True)
    """Whether new tables may choose it; matches that play by it go on in any case."""

    class Meta:
        verbose_name = _("rules version")
        verbose_name_plural = _("rules versions")
        constraints = (
            models.UniqueConstraint(fields=("game", "version"), name="one_row_a_version"),
            models.UniqueConstraint(
                fields=("game", "revision", "options", "data"), name="one_version_a_combination"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.version}"


class Match(models.Model):
    """People and bots who sit down to play one game until it is decided."""

    class Talk(models.TextChoices):
        ON = "on"
        PRESETS = "presets"
        OFF = "off"

    class Rulings(models.TextChoices):
        NONE = "none"
        POINTS = "points"

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        ABORTED = "aborted"

    OVER = (Status.FINISHED, Status.ABORTED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.SlugField(_("game"), max_length=40)
    rules = models.ForeignKey(
        RulesVersion,
        on_delete=models.PROTECT,
        related_name="matches",
        verbose_name=_("rules version"),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("host"),
    )
    public = models.BooleanField(_("public"), default=False)
    talk = models.CharField(_("talk"), max_length=10, choices=Talk, default=Talk.ON)
    rated = models.BooleanField(_("rated"), default=False)
    """Whether its result counts for ratings."""
    rulings = models.CharField(
        _("what a ruling corrects"), max_length=10, choices=Rulings, default=Rulings.NONE
    )
    """What a ruling of the court on a dispute of this match moves: nothing, or points."""
    quick = models.BooleanField(_("quick match"), default=False)
    """Opened by a quick match: the next who asks for one is seated here."""
    invite = models.CharField(max_length=32, unique=True, default=new_token)
    tempo = models.SlugField(_("tempo"), max_length=20)
    pace = models.JSONField()
    """`tempos.pace_of` the tempo when the match opened: limits in milliseconds, and the bank."""
    target = models.JSONField(_("target"), default=dict)
    """`games.kernel.contract.Target`."""
    changes = models.PositiveIntegerField(default=1)
    """How often the table itself changed for everyone: somebody sat down, got ready, left."""
    dismissed = models.JSONField(default=list)
    """The ids of users whom the host has sent away; they may not sit down again."""
    rematch_of = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rematch",
        verbose_name=_("rematch of"),
    )
    occasion = models.JSONField(default=dict, blank=True, editable=False)
    """What it is played for (`matches.occasion`); empty where people laid the table."""
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    started_at = models.DateTimeField(_("first dealt"), null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)
    standing = models.JSONField(_("standing"), null=True, editable=False)
    """`games.kernel.contract.Standing` at the end, as it was played."""
    result = models.JSONField(_("result"), null=True, editable=False)
    """What counts, a `Standing`, too: after all corrections; null if the match does not count."""

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = (
            models.Index(fields=("status", "created_at"), name="matches_by_status"),
            models.Index(
                fields=("-finished_at",),
                condition=Q(finished_at__isnull=False),
                name="matches_by_end",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class Seat(models.Model):
    """A place at a match; its holder can change, the seat stays."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="seats", verbose_name=_("match")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        verbose_name=_("held by"),
    )
    bot = models.SlugField(_("bot"), max_length=20, blank=True)
    bot_name = models.CharField(max_length=20, blank=True, editable=False)
    """What the bot is called where it is known beyond this table; "": as the table calls it."""
    bot_version = models.PositiveSmallIntegerField(_("version of the bot"), default=0)
    """`Level.version` of the bot to which the first cards were dealt, 0 for a person."""
    stand_in = models.SlugField(_("stand-in"), max_length=20, blank=True)
    """The level of the bot that plays here while its holder is away."""
    missed = models.PositiveSmallIntegerField(default=0)
    """How many decisions in a row its holder let time run out for: the server's alone."""
    dealt_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="dealt_seats",
        verbose_name=_("held at first by"),
    )
    """Who held it when the first cards were dealt, and answers for the place that it gets."""
    kept_for = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="kept_seats",
        verbose_name=_("kept for"),
    )
    """A free seat that only this user may take."""
    # Null and not "": most seats have none, and the index keeps the others unique.
    invite = models.CharField(max_length=32, null=True, unique=True)  # noqa: DJ001 - see above
    """Only whoever follows this invitation may take the seat; it stays with who did."""
    offer = models.CharField(max_length=32, null=True, unique=True)  # noqa: DJ001 - likewise
    """Whoever follows this one takes the seat over from a holder who is away."""
    declared = models.JSONField(_("declared"), default=dict)
    """What its holder said before the first round, by `Declaration.name`."""
    ready = models.BooleanField(_("ready"), default=False)
    nonce = models.CharField(max_length=64, blank=True)
    bank_used_ms = models.BigIntegerField(_("spent of the bank"), default=0, editable=False)
    """In milliseconds, in this match; what is left of a pace's bank follows."""
    acknowledged = models.PositiveIntegerField(default=0)
    """Up to which change visible to this seat (`Round.visible`) its moments were shown."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("number",)
        indexes = (models.Index(fields=("user", "match"), name="seats_by_user"),)
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_seat_a_number"),
            models.UniqueConstraint(
                fields=("match", "user"), condition=Q(user__isnull=False), name="one_seat_a_user"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(bot=""), name="a_person_or_a_bot"
            ),
            models.CheckConstraint(
                condition=Q(kept_for__isnull=True)
                | Q(user__isnull=True, bot="", invite__isnull=True),
                name="only_a_free_seat_is_kept",
            ),
            models.CheckConstraint(
                condition=Q(invite__isnull=True) | Q(bot=""), name="no_bot_is_invited"
            ),
            models.CheckConstraint(
                condition=Q(stand_in="") | Q(user__isnull=False), name="a_stand_in_is_for_a_person"
            ),
            models.CheckConstraint(
                condition=Q(offer__isnull=True) | ~Q(stand_in=""),
                name="only_an_absent_seat_is_offered",
            ),
        )

    def __str__(self) -> str:
        return f"seat {self.number}"

    @property
    def is_empty(self) -> bool:
        return self.user_id is None and not self.bot

    @property
    def bot_now(self) -> str:
        """The level of the bot that plays here now, "" if a person does or nobody."""
        return self.bot or self.stand_in

    @property
    def is_kept(self) -> bool:
        return self.is_empty and (self.kept_for_id is not None or self.invite is not None)


class Round(models.Model):
    """One deal, from shuffle to scoring.

    `seed`, `state`, `undo` and `nonces` are the server's alone until the round is over. `visible` counts
    for the spectators and then for each seat how many changes they could see in this match: the
    number that a page shows, so that a move which only one seat sees changes nothing elsewhere.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="rounds", verbose_name=_("match")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    seed = models.BinaryField()
    commitment = models.CharField(_("commitment"), max_length=64)
    nonces = models.JSONField(_("nonces of the seats"), default=list)
    start = models.JSONField(null=True)
    """`games.kernel.contract.Start`; null until the cards are dealt."""
    opening = models.JSONField(default=list)
    """The events of the deal."""
    state = models.TextField(blank=True)
    undo = models.TextField(blank=True)
    """`games.kernel.session.Undo`: what the seat that moved last may take back."""
    version = models.PositiveIntegerField(default=0)
    """The number of the last move."""
    drawn = models.PositiveIntegerField(_("chance drawn"), default=0)
    """How many chance draws have been used."""
    visible = models.JSONField(default=list)
    glances = models.JSONField(default=list)
    """`matches.engine.Glance` for each seat, so that lists of matches need to decode no state."""
    at_ms = models.BigIntegerField(default=0)
    outcome = models.JSONField(null=True)
    announced_at = models.DateTimeField(_("announced"), auto_now_add=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_round_a_number"),
        )

    def __str__(self) -> str:
        return f"round {self.number} of {self.match_id}"


class Move(models.Model):
    """An action that was accepted. Append-only: the database refuses changes and gaps.

    `seat` is null for what the table did (a deadline). `key` and `body` make a repeated request
    find its move again.
    """

    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="moves", verbose_name=_("round")
    )
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(null=True)
    action = models.JSONField()
    events = models.JSONField()
    key = models.CharField(max_length=64, blank=True)
    body = models.CharField(max_length=64, blank=True)
    at_ms = models.BigIntegerField()

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("round", "number"), name="one_move_a_number"),
            models.UniqueConstraint(
                fields=("round", "seat", "key"), condition=~Q(key=""), name="one_move_a_key"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="moves_count_from_one"),
        )

    def __str__(self) -> str:
        return f"move {self.number}"
