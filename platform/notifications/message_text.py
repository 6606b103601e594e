"""The text of a notice in the user's language, with nothing that the user's own page does not show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.html import strip_tags
from django.utils.translation import gettext, ngettext

from accounts.models import User
from accounts.zones import zone_of
from core import clock, times
from core.numbers import signed
from matches.present import listings
from matches.present.seat_names import Others
from matches.present.seat_status import seat_status
from notifications import selectors
from notifications.models import Kind, Notice

TIMES = {"at", "was", "begins", "ends"}
"""Facts of league news that are points in time (`core.signals.league_news`)."""


@dataclass(frozen=True, slots=True)
class Message:
    """A notice as text. `key`: equal for equal content. `tag`: one for each match."""

    kind: str
    key: str
    title: str
    lines: list[str]
    path: str
    tag: str = ""
    match: str = ""
    due_ms: int | None = None
    event: Mapping[str, Any] | None = None
    """The same for programs, if they get more."""

    @property
    def url(self) -> str:
        """The absolute address that it links to."""
        return settings.ORIGIN + self.path

    @property
    def text(self) -> str:
        """The text below the title."""
        return "\n".join(self.lines)


def message_of(notices: Sequence[Notice], user: User) -> Message:
    """Return these notices as a message in the active language: one notice, or a summary of
    several.
    """
    if len(notices) == 1:
        return _one(notices[0], user)
    said = [_one(notice, user) for notice in notices]
    title = ngettext("%(count)d new notice", "%(count)d new notices", len(said))
    return Message(
        kind="summary",
        key=_key(*(one.key for one in said)),
        title=title % {"count": len(said)},
        lines=["\n".join([one.title, *one.lines, one.url, ""]) for one in said],
        path=reverse("pages:matches"),
        tag="summary",
    )


def trial_message(key: int) -> Message:
    """Return the message that tests a channel."""
    return Message(
        kind="trial",
        key=_key("trial", key),
        title=gettext("Nightcap can reach you here"),
        lines=[gettext("You asked for this test message. Real notices look just like it.")],
        path=reverse("notifications:notices"),
        tag="trial",
    )


def local_time(moment: datetime, user: User) -> str:
    """Return a point in time in the time zone of this user."""
    with timezone.override(zone_of(user)):
        return times.appointed(moment)


def _one(notice: Notice, user: User) -> Message:
    match = notice.match
    if match is None:
        return _news(notice, user)
    ended = listings.ended_for(match, user)
    told = listings.public_line(user, match.pk)
    holder = selectors.holder_of(notice) or user
    status = seat_status(match.pk, holder.pk)
    due_ms = None if status is None or not status.is_awaited else status.due_ms
    lines = [_company(ended.others)]
    if ended.followed_by:
        lines.append(gettext("%(name)s took over your seat.") % {"name": ended.followed_by})
    if notice.kind == Kind.ENDED and ended.place is not None:
        lines.append(_place(ended))
    elif told is not None and told.last:
        lines.append(unescape(strip_tags(told.last[-1])).strip())
    if due_ms is not None:
        until = local_time(clock.as_datetime(due_ms), user)
        until_when = (
            gettext("You have until %(time)s.")
            if holder == user
            else gettext("The time limit is %(time)s.")
        )
        lines.append(until_when % {"time": until})
    return Message(
        kind=notice.kind,
        key=_key(notice.pk),
        title=_title(notice.kind, gettext(ended.meta.title), "" if holder == user else holder.name),
        lines=[line for line in lines if line],
        path=reverse("matches:table", args=[match.pk]),
        tag=match.pk.hex,
        match=str(match.pk),
        due_ms=due_ms,
    )


def _news(notice: Notice, user: User) -> Message:
    """Return the sentence of a league or the staff, with its times in the user's time zone."""
    news: dict[str, Any] = notice.news or {}
    facts = dict(news["facts"])
    for name in TIMES & facts.keys():
        facts[name] = local_time(datetime.fromisoformat(facts[name]), user)
    if facts.get("reason"):
        # Our own facts are translated for the reader; an organiser's text stays unchanged.
        facts["reason"] = gettext(facts["reason"])
    return Message(
        kind=notice.kind,
        key=_key(notice.pk),
        title=gettext(news["sentence"]) % facts,
        lines=[gettext(sentence) % facts for sentence in news.get("more", ())],
        path=news["path"],
        tag=f"news-{notice.pk}",
        event=news.get("event"),
    )


def _title(kind: str, game: str, guest: str) -> str:
    """Return the title. `guest`: the player on the reader's device whose turn it is, if any."""
    if guest:
        sentence = {
            Kind.TURN: gettext("%(game)s: it is the turn of %(name)s, who plays on your device"),
            Kind.DEADLINE: gettext(
                "%(game)s: time is running out for %(name)s, who plays on your device"
            ),
        }[Kind(kind)]
        return sentence % {"game": game, "name": guest}
    sentence = {
        Kind.TURN: gettext("%(game)s: it is your turn"),
        Kind.DEADLINE: gettext("%(game)s: your time is running out"),
        Kind.SEAT: gettext("%(game)s: a seat is reserved for you"),
        Kind.BEGUN: gettext("%(game)s begins"),
        Kind.ENDED: gettext("%(game)s is over"),
    }[Kind(kind)]
    return sentence % {"game": game}


def _company(others: Others) -> str:
    names = list(others.people)
    if others.bots:
        bots = ngettext("%(count)d bot", "%(count)d bots", others.bots)
        names.append(bots % {"count": others.bots})
    return gettext("With %(names)s.") % {"names": ", ".join(names)} if names else ""


def _place(ended: listings.Ended) -> str:
    points = "" if ended.points is None else signed(ended.points)
    facts = {"place": ended.place, "points": points, "called": gettext(ended.meta.pad.total)}
    return gettext("Your place: %(place)s. %(called)s: %(points)s.") % facts


def _key(*parts: object) -> str:
    # A hash, because the id of a row would reveal their number.
    return salted_hmac("notifications.key", repr(parts)).hexdigest()
