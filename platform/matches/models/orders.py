"""What the platform keeps of the word that people leave for their seats."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class StandingOrder(models.Model):
    """What a seat has left word to do in a round: an `Order` of its game. Its owner's alone.

    It counts as long as `user` holds the seat and the game offers it still; it leaves with the
    move after which that is not so.
    """

    round = models.ForeignKey("matches.Round", on_delete=models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)
    until = models.IntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("round", "seat"), name="one_order_a_seat"),)

    def __str__(self) -> str:
        return f"order of seat {self.seat}"
