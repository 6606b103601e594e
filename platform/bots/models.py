"""The model of precomputed answers."""

from __future__ import annotations

from django.db import models
from django.db.models import UniqueConstraint

from matches.models import Round


class Thought(models.Model):
    """A precomputed answer of a bot for its next turn; it never leaves the server.

    It only saves time, because the same situation gives the same answer again. `seen`: the version
    of the board; for another version the answer is void. `looks`: the number of times that
    the bot has examined this situation before without acting. `action`: None means that it does nothing this time
    either.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    seen = models.PositiveIntegerField()
    looks = models.PositiveSmallIntegerField(default=0)
    action = models.JSONField(null=True)

    class Meta:
        constraints = (UniqueConstraint(fields=("round", "seat"), name="one_thought_a_bot"),)

    def __str__(self) -> str:
        return f"a thought of seat {self.seat}"
