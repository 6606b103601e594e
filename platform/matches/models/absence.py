"""Models of people who leave a running match."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from matches.models.seat import Seat


class Departure(models.Model):
    """An absence of a player from a running match, in which a bot took over the seat.

    No part of it is an event of the game: the log of moves does not contain who plays a seat.
    """

    class Why(models.TextChoices):
        AWAY = "away", _("was away")
        LEFT = "left", _("left")

    match = models.ForeignKey(
        "matches.Match",
        on_delete=models.CASCADE,
        related_name="departures",
        verbose_name=_("match"),
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="departures",
        verbose_name=_("who"),
    )
    why = models.CharField(_("why"), max_length=10, choices=Why)
    at = models.DateTimeField(_("when"))
    back_at = models.DateTimeField(_("back"), null=True)
    """Time at which the player took the seat back."""
    followed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("followed by"),
    )
    """The user who took the seat over; the absent player may take it back (`back_at`)."""
    agreed = models.JSONField(_("agreed"), default=list, db_default=[])
    """The ids of the users who agree to a substitute in the meantime."""
    asked_at = models.DateTimeField(_("substitute requested"), null=True)
    """Time of the first consent, from which the absent player may object."""
    objected = models.BooleanField(_("objected"), default=False, db_default=False)
    """True if the absent player objects to a substitute."""

    class Meta:
        verbose_name = _("departure")
        verbose_name_plural = _("departures")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("match", "seat"),
                condition=Q(back_at__isnull=True, followed_by__isnull=True),
                name="one_is_away_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} from seat {self.seat}"


def followed_seats(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return those of these seats that a substitute plays, or played to the end, for the original
    player.

    While the match runs, that player may take the seat back.
    """
    gone = Departure.objects.filter(
        match=OuterRef("match"),
        seat=OuterRef("number"),
        user=OuterRef("dealt_to"),
        back_at=None,
        followed_by__isnull=False,
    )
    return seats.filter(Exists(gone)).exclude(user=F("dealt_to"))


def played_by_others() -> Exists:
    """Return the condition on seats that a substitute ever played there; the result then counts for
    no user.
    """
    sat = Departure.objects.filter(match=OuterRef("match"), seat=OuterRef("number"))
    return Exists(sat.exclude(followed_by=None))


def at_tables_of(user_id: int, prefix: str = "") -> Q:
    """Return the condition that this user ever held a seat at a match, or lent a device to one.

    The queried model refers to the match by the field `prefix`match.
    """
    seats = Seat.objects.filter(Q(user=user_id) | Q(dealt_to=user_id) | Q(at_device_of=user_id))
    away = Departure.objects.filter(Q(user=user_id) | Q(followed_by=user_id))
    match = f"{prefix}match__in"
    return Q(**{match: seats.values("match")}) | Q(**{match: away.values("match")})
