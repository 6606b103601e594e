"""Clubs, their members, and what is on their pages. Only `clubs.services` writes here."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.listed_names import Listed
from core import clock
from core.line_fields import LineField, LinesField
from matches.models.letters import Letter

OFFER_LASTS = timedelta(days=14)
"""The time to answer the offer of a club."""


class Club(Listed):
    """People who play together. A closed club is deleted."""

    class Entrance(models.TextChoices):
        OPEN = "open", _("Anyone can join")
        ASK = "ask", _("An officer answers each request")
        LINK = "link", _("Private: only people with the link see the club and join")

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    about = LinesField(_("about the club"), max_length=2000, blank=True)
    language = models.CharField(_("language"), max_length=2, blank=True)
    entrance = models.CharField(
        _("how people join"), max_length=4, choices=Entrance, default=Entrance.ASK
    )
    invite = models.CharField(max_length=32, unique=True, null=True, blank=True, editable=False)
    """The secret of the invitation link; null: there is none."""
    created_at = models.DateTimeField(_("founded"), editable=False)
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
    )
    """The user who last changed the name or the text about the club, and answers for them."""
    succeeded_at = models.DateTimeField(null=True, editable=False)
    """When the founder was replaced because they could no longer lead the club; null: never."""

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name

    @property
    def is_private(self) -> bool:
        return self.entrance == self.Entrance.LINK

    @property
    def is_listed(self) -> bool:
        return not self.is_private


class ClubMember(models.Model):
    """A user and a club: a member, a request that no officer has answered yet, or a ban."""

    class Role(models.TextChoices):
        FOUNDER = "founder", _("founder")
        OFFICER = "officer", _("officer")
        MEMBER = "member", _("member")
        ASKED = "asked", _("has asked to join")
        BANNED = "banned", _("banned")

    LEADS = (Role.FOUNDER, Role.OFFICER)
    INSIDE = (*LEADS, Role.MEMBER)
    """The roles of members; the other roles see the club as any visitor."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_memberships"
    )
    role = models.CharField(_("role"), max_length=8, choices=Role)
    at = models.DateTimeField(_("since"))
    gets_news = models.BooleanField(_("gets announcements"), default=True)
    offered_at = models.DateTimeField(null=True, editable=False)
    """When the founder offered the club to this member; null: there is no offer."""

    class Meta:
        verbose_name = _("member of a club")
        verbose_name_plural = _("members of clubs")
        ordering = ("at", "id")
        constraints = (
            models.UniqueConstraint(fields=("club", "user"), name="one_row_a_member"),
            models.UniqueConstraint(
                fields=("club",), condition=Q(role="founder"), name="one_founder_a_club"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} in {self.club_id}"

    @property
    def is_inside(self) -> bool:
        return self.role in self.INSIDE

    @property
    def is_offered(self) -> bool:
        """Return whether this member can take the club over now."""
        return self.offered_at is not None and clock.now() < self.offered_at + OFFER_LASTS

    @property
    def leads(self) -> bool:
        return self.role in self.LEADS


class ClubMessage(Letter):
    """A message of a member to the other members."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_messages"
    )


class Announcement(models.Model):
    """An announcement of an officer: on the club's page, and as a notice to its members."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="announcements")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_announcements"
    )
    title = LineField(_("title"), max_length=80)
    text = LinesField(_("text"), max_length=2000)
    at = models.DateTimeField(_("sent"))
    told_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When its notices were sent; null until then."""

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("id",), condition=Q(told_at=None), name="announcements_to_tell"),
        )

    def __str__(self) -> str:
        return self.title


class ClubTable(models.Model):
    """A table that a member opened for the club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tables")
    match = models.OneToOneField(
        "matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.match_id} of {self.club_id}"


class ClubLeague(models.Model):
    """A league that is listed on the page of a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    league = models.ForeignKey("leagues.League", on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("club", "league"), name="one_row_a_league_of_a_club"),
        )

    def __str__(self) -> str:
        return f"{self.league_id} of {self.club_id}"
