"""Notices, channels and deliveries.

A `Notice` is a message, created once for each situation. A `Delivery` is that notice on one
channel, and also the line of the log. Only `notifications.services` writes here.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.line_fields import LineField
from matches.models import Match


class Kind(models.TextChoices):
    """The subject of a notice."""

    TURN = "turn", _("It is my turn")
    DEADLINE = "deadline", _("My time is running out")
    SEAT = "seat", _("A seat is reserved for me")
    BEGUN = "begun", _("A match begins")
    ENDED = "ended", _("A match is over")
    LEAGUE = "league", _("League updates")
    RULING = "ruling", _("The word court ruled on a word of mine")
    DECISION = "decision", _("A decision about me")
    FRIEND = "friend", _("Friend requests and answers")
    CLUB = "club", _("News of my clubs")


NEWS = (Kind.LEAGUE, Kind.RULING, Kind.DECISION, Kind.FRIEND, Kind.CLUB)
"""Kinds that belong to no match and carry their own sentence."""
UNASKED = (Kind.DEADLINE, Kind.SEAT, Kind.LEAGUE, Kind.RULING, Kind.DECISION)
"""Kinds that a mailbox gets before its user has chosen: rare or urgent ones."""


class Channel(models.Model):
    """A way to reach a user: one mailbox, one webhook, and one channel for each browser.

    With `about` it only reports on a subject shared by several people, such as a league. A user may
    have one webhook for each subject.
    """

    class Medium(models.TextChoices):
        MAIL = "mail", _("Email")
        PUSH = "push", _("Push")
        WEBHOOK = "webhook", _("Webhook")

    class Shape(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        RAW = "raw", _("JSON, signed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="channels",
        verbose_name=_("user"),
    )
    medium = models.CharField(_("medium"), max_length=10, choices=Medium)
    about = models.CharField(_("about"), max_length=60, blank=True, default="", db_default="")
    """"": the user's own matters; otherwise `app.model:id`."""
    target = models.CharField(max_length=1000, blank=True)
    """The address of a webhook or of a browser's push service; "": the user's confirmed mailbox."""
    label = LineField(_("browser"), max_length=60, blank=True)
    shape = models.CharField(_("shape"), max_length=10, choices=Shape, blank=True)
    secret = models.CharField(max_length=64, blank=True)
    """The key that signs a webhook's requests, or a browser's `auth`, in base64url."""
    key = models.CharField(max_length=100, blank=True)
    """A browser's public key (`p256dh`), in base64url."""
    session_key = models.CharField(
        max_length=40, blank=True, default="", db_default="", editable=False
    )
    """The session in which a browser subscribed; pushes end with it. "": unknown."""
    kinds = models.JSONField(_("covers"), default=list)
    """Values of `Kind`."""
    daily = models.BooleanField(_("once a day"), default=False)
    """All notices together in the morning; one about a close deadline does not wait."""
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    off_at = models.DateTimeField(_("switched off"), null=True, blank=True)
    off_why = models.SlugField(_("why"), max_length=20, blank=True)
    """A code of `notifications.reasons`; "" if the user switched it off."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("channel")
        verbose_name_plural = _("channels")
        ordering = ("id",)
        indexes = (
            models.Index(fields=("about",), condition=~Q(about=""), name="channels_about_others"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("user", "medium", "about"),
                condition=~Q(medium="push"),
                name="one_channel_a_medium",
            ),
            models.UniqueConstraint(
                fields=("target",), condition=Q(medium="push"), name="one_person_a_browser"
            ),
        )

    def __str__(self) -> str:
        return self.medium


class Notice(models.Model):
    """A message to one user about one match, or other news, once for each situation."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notices",
        verbose_name=_("user"),
    )
    match = models.ForeignKey(
        Match, null=True, on_delete=models.CASCADE, related_name="notices", verbose_name=_("match")
    )
    news = models.JSONField(null=True)
    """Of `NEWS`: `sentence`, `facts` and `path`, as in `core.signals.league_news`; and `event` for
    programs, if they get more.
    """
    about = models.CharField(_("about"), max_length=60, blank=True, default="", db_default="")
    """The same value as in the channels that deliver it."""
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    situation = models.CharField(max_length=40, blank=True)
    """The state of the match: round and number of the move, for the server only."""
    seat = models.PositiveSmallIntegerField(null=True, editable=False)
    """The seat to act, if it is not the user's own: one that is played on their device."""
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = (
            models.UniqueConstraint(
                fields=("user", "match", "kind", "situation"),
                nulls_distinct=False,
                name="told_once_a_situation",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=NEWS, match__isnull=True, news__isnull=False)
                | ~Q(kind__in=NEWS) & Q(match__isnull=False, news__isnull=True),
                name="of_a_match_or_news",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.match_id or self.situation}"


class Delivery(models.Model):
    """A notice on one channel, with its status; without a notice it is a trial."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("on its way")
        SENT = "sent", _("sent")
        SKIPPED = "skipped", _("not sent")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="deliveries",
        verbose_name=_("user"),
    )
    notice = models.ForeignKey(
        Notice, null=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    channel = models.ForeignKey(
        Channel, null=True, on_delete=models.SET_NULL, related_name="deliveries"
    )
    medium = models.CharField(_("medium"), max_length=10, choices=Channel.Medium)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    why = models.SlugField(_("why"), max_length=20, blank=True)
    """A code of `notifications.reasons`: why it was not sent, or not yet."""
    looked = models.BooleanField(default=False, db_default=False, editable=False)
    """The user looked at the match when it was due, even if it has waited for another reason since.
    """
    due_ms = models.BigIntegerField()
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    lost = models.BooleanField(default=False)
    """A worker stopped during the delivery: it is tried once more, and not again."""
    at = models.DateTimeField(_("at"))
    """The time when it got this status."""

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        indexes = (
            models.Index(
                fields=("due_ms",),
                condition=Q(status__in=("waiting", "sending")),
                name="deliveries_on_their_way",
            ),
            models.Index(fields=("user", "-id"), name="deliveries_of_a_user"),
        )
        constraints = (
            models.UniqueConstraint(fields=("notice", "channel"), name="one_delivery_a_channel"),
        )

    def __str__(self) -> str:
        return f"{self.medium}: {self.status}"
