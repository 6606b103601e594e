"""Notify people of a league: stored in the transaction, sent after the commit.

The next sweep sends what was lost; a receiver that gets a message twice delivers it once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.urls import reverse

from accounts.models import User
from core import clock
from core.after_commit import after_commit
from core.signals import league_news, news_withdrawn
from leagues.models import Entry, Fixture, Member, News, Season
from leagues.season import table_places
from leagues.services import news_text
from matches.store import topics
from realtime import bus

BATCH = 500

Facts = Mapping[str, str | int]
APPOINTED = (News.Kind.PROPOSED, News.Kind.SOON)


def notify_players(
    fixture: Fixture,
    kind: News.Kind,
    situation: str = "",
    *,
    but: User | None = None,
    **facts: str | int,
) -> int:
    """Notify the players of a fixture; return their number. `facts`: the values of the sentence."""
    holders = table_places.place_holders(fixture.division)
    found = [holders[seat.entry_id] for seat in fixture.seats.all()]
    people = [one.user_id for one in found if one.dropped_at is None and one.user_id is not None]
    for user_id in people:
        after_commit(bus.publish, topics.of_player(user_id))
    told = [user_id for user_id in people if but is None or user_id != but.pk]
    _write(told, kind, fixture.division.season, situation, facts, fixture)
    return len(told)


def notify_everybody(
    season: Season,
    kind: News.Kind,
    situation: str = "",
    *,
    of: Season | None = None,
    **facts: str | int,
) -> None:
    """Notify all participants of a season, or those of another one (`of`) who are not in this one.

    Players on the waiting list are not told that a season begins.
    """
    entries = Entry.objects.filter(season=of or season, user__isnull=False, dropped_at=None)
    if of is not None:
        entries = entries.exclude(user__in=season.entries.filter(user__isnull=False).values("user"))
    if kind == News.Kind.BEGUN:
        entries = entries.exclude(division=None)
    if season.league.invite_only:
        inside = season.league.members.filter(state__in=Member.INSIDE)
        entries = entries.filter(user__in=inside.values("user"))
    people = [entry.user_id for entry in entries if entry.user_id is not None]
    _write(people, kind, season, situation, facts)


def notify_person(
    entry: Entry,
    kind: News.Kind,
    situation: str = "",
    fixture: Fixture | None = None,
    **facts: str | int,
) -> None:
    """Notify the user of an entry about its season, or about one of its fixtures."""
    if entry.user_id is not None:
        _write([entry.user_id], kind, entry.season, situation, facts, fixture)


def notify_organisers(
    season: Season, kind: News.Kind, situation: str, *, but: User | None, **facts: str | int
) -> None:
    """Notify the listed organisers of a league of something that may need their action."""
    organisers = season.league.organisers.filter(is_active=True)
    people = organisers.values_list("pk", flat=True)
    _write([pk for pk in people if but is None or pk != but.pk], kind, season, situation, facts)


def _write(
    user_ids: Iterable[int],
    kind: News.Kind,
    season: Season,
    situation: str,
    facts: Facts,
    fixture: Fixture | None = None,
) -> None:
    at = clock.now()
    News.objects.bulk_create(
        [
            News(
                user_id=user_id,
                kind=kind,
                season=season,
                fixture=fixture,
                situation=situation,
                facts=dict(facts) or None,
                at=at,
            )
            for user_id in user_ids
        ],
        ignore_conflicts=True,
    )


def send_news() -> int:
    """Send the news that are not sent yet; return their number."""
    with transaction.atomic():
        news = list(
            News.objects.filter(sent_at=None)
            .select_for_update(skip_locked=True, of=("self",))
            .select_related("season__league", "fixture")
            .order_by("pk")[:BATCH]
        )
        for one in news:
            _pass_on(one)
        sent_at = clock.now()
        News.objects.filter(pk__in=[one.pk for one in news]).update(
            sent_at=sent_at,
            facts=None,  # names of people are stored no longer than necessary
        )
    return len(news)


def _pass_on(news: News) -> None:
    season, fixture = news.season, news.fixture
    facts: dict[str, str | int] = {"league": season.league.name, "season": season.number}
    path, more = reverse("leagues:league", args=[season.league.slug]), []
    if fixture is not None:
        facts["match"] = fixture.ordinal
        if fixture.due_at is not None and news.kind in news_text.TIMES:
            facts["at"] = fixture.due_at.isoformat()
        if names := _others(fixture, news.user_id):
            facts["names"] = ", ".join(names)
            more.append(news_text.WITH)
        path = reverse("leagues:fixture", args=[season.league.slug, fixture.pk])
    if news.facts is not None:
        facts |= news.facts
    elif news.kind in APPOINTED:
        facts["at"] = news.situation  # the format of the previous release
    more += news_text.MORE.get(news.kind, ())
    more += [said for fact, said in news_text.IF_KNOWN.items() if fact in facts]
    league_news.send(
        sender=News,
        user_id=news.user_id,
        key=_key(news.pk),
        sentence=news_text.SENTENCES[news.kind],
        facts=facts,
        more=more,
        path=path,
    )


def _key(news_id: int) -> str:
    return f"leagues.news:{news_id}"


def withdraw(fixture: Fixture, kind: News.Kind) -> None:
    """Take the news of this kind about a fixture out of the notices: newer news repeat it."""
    of_kind = fixture.news.filter(kind=kind).values_list("pk", flat=True)
    news_withdrawn.send(sender=News, keys=[_key(pk) for pk in of_kind])


def _others(fixture: Fixture, user_id: int) -> list[str]:
    """Return the names of the other people at the fixture."""
    holders = table_places.place_holders(fixture.division)
    people = [holders[seat.entry_id].user for seat in fixture.seats.all()]
    return [one.name for one in people if one is not None and one.pk != user_id]
