"""Members and invited people of an invite-only league."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Member(models.Model):
    """A user and an invite-only league. The row is never deleted, so that no user is invited twice."""

    class State(models.TextChoices):
        INVITED = "invited", _("invited")
        JOINED = "joined", _("member")
        DECLINED = "declined", _("has declined")
        REMOVED = "removed", _("removed")

    INSIDE = (State.INVITED, State.JOINED)
    """The states in which a user sees the league."""

    league = models.ForeignKey("leagues.League", on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="league_memberships"
    )
    state = models.CharField(_("state"), max_length=10, choices=State)
    at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("member of a league")
        verbose_name_plural = _("members of leagues")
        ordering = ("at", "id")
        constraints = (
            models.UniqueConstraint(fields=("league", "user"), name="one_membership_each"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} in {self.league_id}"
