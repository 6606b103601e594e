"""What the bots keep of their own."""

from __future__ import annotations

from django.db import models
from django.db.models import UniqueConstraint

from matches.models import Round


class Thought(models.Model):
    """What a bot will do when its turn is due, thought out before: the server's alone.

    Only a shortcut: the same situation gives the same thought again. `seen`: the version of the
    board that was thought about; another one makes it worthless. `looks`: how often the bot has
    looked at it before and found nothing to do. `action`: None is nothing, this time too.
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
