"""Every email of the site, once, made by the server's code with a test's people and times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.sites.requests import RequestSite
from django.core import mail
from django.core.mail import EmailMessage
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation

from accounts.allauth.adapter import CHANGES
from accounts.models import User
from clubs.services import (
    announcements,
    found_club,
    hand_over,
    join_club,
    lead_members,
    staff_measures,
)
from court.services import notify_of_ruling as court
from friends.services import friendship
from games.kernel.contract import N_
from leagues.models import News
from leagues.services import news_text
from leagues.services.entries import invite_people
from matches.services.absence import tell_of_absence
from matches.services.seating import seats, tables
from matches.services.seating.share_device import share_device
from moderation.sanctions.services import notify as sanctions
from notifications.message_text import message_of, trial_message
from notifications.models import NEWS, Kind, Notice
from notifications.send_message import send_message
from notifications.services import channels
from tests.platform.matches.cast import GAME, person

ACCOUNT = settings.ROOT / "templates" / "account" / "email"
FACTS: dict[str, Any] = {
    "club": "Sunday club",
    "title": "Cards on Friday",
    "words": "At eight. Bring tea.",
    "reason": "It was advertising.",
    "league": "Winter league",
    "season": 2,
    "match": 7,
    "at": "2026-12-05T19:30:00+00:00",
    "was": "2026-12-04T19:30:00+00:00",
    "name": "Ben",
    "names": "Ben, Cleo",
    "gone": "Cleo",
    "follows": "Ulf",
    "word": "Schlafmond",
    "place": 3,
    "place_before": 1,
    "total": 12,
    "total_before": 14,
}
KNOWN: dict[News.Kind, dict[str, Any]] = {
    News.Kind.DATES: {
        "begins": "2026-12-01T08:00:00+00:00",
        "ends": "2026-12-31T08:00:00+00:00",
    },
    News.Kind.TAKEN_OUT: {"reason": "You asked us to.", "by": "Olga"},
    News.Kind.DECIDED: {
        "reason": N_("Players who did not answer a proposed time were absent."),
    },
    News.Kind.VOIDED: {"again": 1, "reason": "The wrong game.", "by": "Olga"},
    News.Kind.CORRECTED: {"before": "1. Anna, 2. Ben", "reason": "Miscounted.", "by": "Olga"},
    News.Kind.REOPENED: {"reason": "A mix-up.", "by": "Olga"},
}
"""League updates that say something more below the first line."""


class Writer:
    """Anna, who has a confirmed address, and a language for emails."""

    def __init__(self, language: str) -> None:
        self.user = person("Anna")
        self.user.language, self.user.time_zone = language, "Europe/Berlin"
        self.user.save()
        address = "anna@example.org"
        EmailAddress.objects.create(user=self.user, email=address, verified=True, primary=True)
        self.channel = channels.expect_mail(self.user)
        self.match = tables.open_match(self.user, GAME, seats=2)

    def every_mail(self) -> Iterator[tuple[str, EmailMessage]]:
        """Yield each email with its name."""
        with translation.override(self.user.language):
            yield from self._of_the_account()
            yield from self._of_matches()
            yield from self._of_news()

    def _of_the_account(self) -> Iterator[tuple[str, EmailMessage]]:
        request = RequestFactory().get("/")
        links = {
            "activate_url": "https://cards.example/address/confirm/abc/",
            "password_reset_url": "https://cards.example/password/new/7-abc/",
            "signup_url": "https://cards.example/sign-up/",
            "forgotten_url": "https://cards.example/password/forgotten/",
            "passkeys_url": "https://cards.example/passkeys/",
        }
        known = {
            "user": self.user,
            "username": self.user.name,
            "email": "anna@example.org",
            "current_site": RequestSite(request),
            **links,
        }
        for file in sorted(ACCOUNT.glob("*_message.txt")):
            name = file.name.removesuffix("_message.txt")
            for what, change in CHANGES.items() if name == "changed" else [("", "")]:
                facts = known | {"change": change}
                made = get_adapter().render_mail(f"account/email/{name}", "anna@example.org", facts)
                yield " ".join(["account", name, what]).strip(), made

    def _of_matches(self) -> Iterator[tuple[str, EmailMessage]]:
        for kind in Kind:
            if kind not in NEWS:
                notice = Notice(user=self.user, match=self.match, kind=kind)
                yield f"match {kind.value}", self._mail(message_of([notice], self.user))
        yield "trial", self._mail(trial_message(1))
        two = [
            Notice(user=self.user, match=self.match, kind=kind) for kind in (Kind.TURN, Kind.BEGUN)
        ]
        yield "summary", self._mail(message_of(two, self.user))
        guest = User.objects.create_guest("Berta", "en")
        seats.take_seat(self.match.pk, guest)
        share_device(self.match.pk, self.user.pk, [guest.pk])
        for kind in (Kind.TURN, Kind.DEADLINE):
            notice = Notice(user=self.user, match=self.match, kind=kind, seat=1)
            yield f"match of a guest: {kind.value}", self._mail(message_of([notice], self.user))

    def _of_news(self) -> Iterator[tuple[str, EmailMessage]]:
        for kind in News.Kind:
            known = KNOWN.get(kind, {})
            more = [
                *([news_text.WITH] if kind == News.Kind.ARRANGE else []),
                *news_text.MORE.get(kind, ()),
                *(said for fact, said in news_text.IF_KNOWN.items() if fact in known),
            ]
            yield (
                f"league {kind.value}",
                self._news(Kind.LEAGUE, news_text.SENTENCES[kind], *more, **known),
            )
        yield "league invited", self._news(Kind.LEAGUE, invite_people.INVITED)
        for decision, sentence in court.RULED.items():
            yield f"ruling {decision.value}", self._news(Kind.RULING, sentence)
        yield "ruling stands", self._news(Kind.RULING, court.STANDS)
        yield (
            "ruling changed",
            self._news(Kind.RULING, court.CHANGED, court.PLACE, court.TOTAL, court.RATINGS),
        )
        for what, sentence in sanctions.ABOUT.items():
            yield f"decision {what}", self._news(Kind.DECISION, sentence)
        for what, sentence in tell_of_absence.SENTENCES.items():
            yield f"decision substitute {what}", self._news(Kind.DECISION, sentence)
        yield "friend asks", self._news(Kind.FRIEND, friendship.ASKS)
        yield "friend agreed", self._news(Kind.FRIEND, friendship.AGREED)
        for what, sentence in (
            ("asks", join_club.ASKS),
            ("accepted", lead_members.ACCEPTED),
            ("officer", lead_members.APPOINTED),
            ("taken over", hand_over.TAKEN_OVER),
            ("declined", hand_over.DECLINED),
            ("succeeds", hand_over.SUCCEEDS),
            ("closed", found_club.CLOSED),
        ):
            yield f"club {what}", self._news(Kind.CLUB, sentence)
        yield "club offered", self._news(Kind.CLUB, hand_over.OFFERED, hand_over.ANSWER_THERE)
        yield "club announces", self._news(Kind.CLUB, announcements.TITLE, announcements.WORDS)
        for what, sentence in (
            ("description", staff_measures.CLEARED),
            ("closed", staff_measures.CLOSED),
        ):
            yield (
                f"decision club {what}",
                self._news(Kind.DECISION, sentence, staff_measures.REASON),
            )

    def _news(self, kind: Kind, sentence: str, *more: str, **known: Any) -> EmailMessage:
        path = reverse("leagues:leagues")
        news = {"sentence": sentence, "facts": FACTS | known, "more": [*more], "path": path}
        return self._mail(message_of([Notice(user=self.user, kind=kind, news=news)], self.user))

    def _mail(self, message: Any) -> EmailMessage:
        assert self.channel is not None
        send_message(self.channel, message)
        return mail.outbox[-1]
