"""The seats of a match and their holders."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Prefetch, Q
from django.utils.translation import gettext_lazy as _

from matches.models.match import Match
from matches.models.occupancy import Occupant


class Seat(Occupant, models.Model):
    """A seat at a match. Its holder can change, but the seat stays."""

    match = models.ForeignKey(
        Match,
        on_delete=models.CASCADE,
        related_name="seats",
        verbose_name=_("match"),
        db_index=False,
    )
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        verbose_name=_("held by"),
        db_index=False,
    )
    bot = models.SlugField(_("bot"), max_length=20, blank=True, db_index=False)
    bot_name = models.CharField(max_length=20, blank=True, editable=False)
    """The name of a bot that is known beyond this table; "" if it has only the table's name for it.
    """
    bot_version = models.PositiveSmallIntegerField(_("version of the bot"), default=0)
    """`Level.version` of the bot to which the first cards were dealt, 0 for a person."""
    stand_in = models.SlugField(_("stand-in"), max_length=20, blank=True, db_index=False)
    """The level of the bot that plays here while the holder is away."""
    missed = models.PositiveSmallIntegerField(default=0)
    """Number of consecutive decisions that the holder let time out; only the server may see it."""
    dealt_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="dealt_seats",
        verbose_name=_("first held by"),
    )
    """The user who held it when the first cards were dealt, and who answers for its place."""
    at_device_of = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,  # indexed below, with a condition
        editable=False,
    )
    """The user whose device the holder plays on, if several people share it."""
    kept_for = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="kept_seats",
        verbose_name=_("reserved for"),
    )
    """The user for whom this free seat is kept."""
    # Null instead of "": most seats have no link, and the index keeps the others unique.
    invite = models.CharField(max_length=32, null=True, unique=True)  # noqa: DJ001 - see above
    """Invitation to this seat. Only a user who follows it may take the seat, and it stays with that
    user.
    """
    offer = models.CharField(max_length=32, null=True, unique=True)  # noqa: DJ001 - likewise
    """Link for taking the seat over from an absent holder."""
    replay = models.CharField(max_length=32, null=True, unique=True)  # noqa: DJ001 - likewise
    """Link of the holder's with which others may read the match once it is over."""
    declared = models.JSONField(_("declared"), default=dict)
    """The holder's answers before the first round, by `Declaration.name`."""
    ready = models.BooleanField(_("ready"), default=False)
    nonce = models.CharField(max_length=64, blank=True)
    bank_used_ms = models.BigIntegerField(_("time bank used"), default=0, editable=False)
    """Used part of the bank in this match, in milliseconds; the rest follows from the pace."""
    acknowledged = models.PositiveIntegerField(default=0)
    """The last change visible to this seat (`Round.visible`) whose moments were shown."""
    final = models.PositiveIntegerField(null=True, editable=False)
    """Its last visible change, once the match is over. Only the database writes it, with the match.
    """
    finished_at = models.DateTimeField(null=True, editable=False)
    """`Match.finished_at`. Only the database writes it, with the match."""
    ended_at = models.DateTimeField(null=True, editable=False)
    """Time at which its match was finished or aborted; lists search by it. Only the database writes it,
    with the match.
    """

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("number",)
        indexes = (
            models.Index(fields=("user", "match"), name="seats_by_user"),
            # The index makes a user's lists as fast with thousands of finished matches as with
            # none.
            models.Index(fields=("user",), condition=Q(final=None), name="seats_in_play"),
            models.Index(
                fields=("user", "-ended_at", "-id"),
                condition=Q(ended_at__isnull=False),
                name="seats_by_time_of_end",
            ),
            models.Index(
                fields=("at_device_of",),
                condition=Q(at_device_of__isnull=False),
                name="seats_at_a_shared_device",
            ),
        )
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
    def is_program(self) -> bool:
        """Return whether a program plays here for its own account."""
        return self.user is not None and self.user.is_bot

    @property
    def is_kept(self) -> bool:
        """Return whether the seat is free for one user only."""
        return self.is_empty and (self.kept_for_id is not None or self.invite is not None)


def seats_with_users(of: str = "") -> Prefetch[str]:
    """Return a prefetch of the seats of matches, in order and with their users.

    `of`: the lookup from the fetched model to the match, `"match__"`, or "" for the match itself.
    """
    return Prefetch(
        f"{of}seats", Seat.objects.select_related("user", "kept_for").order_by("number")
    )
