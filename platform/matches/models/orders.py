"""Models of the standing orders of seats."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class StandingOrder(models.Model):
    """A standing order of a seat in a round: an `Order` of its game. Only its owner may see it.

    It counts while `user` holds the seat and the game still offers it. The move that ends this
    deletes it.
    """

    round = models.ForeignKey(
        "matches.Round", on_delete=models.CASCADE, related_name="orders", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)
    until = models.IntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("round", "seat"), name="one_order_a_seat"),)

    def __str__(self) -> str:
        return f"order of seat {self.seat}"
