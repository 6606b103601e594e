"""Tell people what their league wants of them: written down first, sent after the commit.

What is lost on the way is sent by the next sweep; whoever hears it twice tells it once.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.urls import reverse

from accounts.models import User
from core import clock
from core.commit import after_commit
from core.signals import league_news
from games.kernel.contract import N_
from leagues import tables
from leagues.models import Entry, Fixture, Member, News, Season
from matches.table import topics
from realtime import bus

BATCH = 500

WITH = N_("You play with %(names)s.")
MORE: dict[str, str] = {
    News.Kind.ARRANGE: N_("One of you proposes a time, and the others agree."),
    News.Kind.PROPOSED: N_("Agree to it, or propose another time."),
    News.Kind.WROTE: N_("Read and answer it on the page of the match."),
    News.Kind.SOON: N_("The table then opens by itself."),
    News.Kind.OVERDUE: N_("Without an appointment it is decided without being played."),
}
"""What is said below the sentence of the same kind."""

SENTENCES: dict[str, str] = {
    News.Kind.OPEN: N_("%(league)s: you can sign up for season %(season)s."),
    News.Kind.STAYS: N_(
        "%(league)s: you are signed up for season %(season)s, too. Withdraw if you do not want to play."
    ),
    News.Kind.BEGUN: N_("%(league)s: season %(season)s begins."),
    News.Kind.ARRANGE: N_("%(league)s: agree on a time for match %(match)s by %(at)s."),
    News.Kind.PROPOSED: N_("%(league)s: somebody proposes to play match %(match)s on %(at)s."),
    News.Kind.WROTE: N_("%(league)s: somebody wrote to you about match %(match)s."),
    News.Kind.SOON: N_("%(league)s: match %(match)s begins on %(at)s."),
    News.Kind.OVERDUE: N_(
        "%(league)s: match %(match)s has no appointment yet. It is due on %(at)s."
    ),
    News.Kind.ENDED: N_("%(league)s: season %(season)s is over."),
}


def notify_players(
    fixture: Fixture, kind: News.Kind, situation: str = "", *, but: User | None = None
) -> None:
    """Tell the players of a fixture something."""
    holders = tables.place_holders(fixture.division)
    found = [holders[seat.entry_id] for seat in fixture.seats.all()]
    people = [one.user_id for one in found if one.dropped_at is None and one.user_id is not None]
    for user_id in people:
        after_commit(bus.publish, topics.of_player(user_id))
    _write(
        [user_id for user_id in people if but is None or user_id != but.pk],
        kind,
        fixture.division.season,
        fixture,
        situation,
    )


def notify_everybody(season: Season, kind: News.Kind, *, of: Season | None = None) -> None:
    """Tell all who take part in a season, or who did in another one (`of`) and do not now."""
    entries = Entry.objects.filter(season=of or season, user__isnull=False, dropped_at=None)
    if of is not None:
        entries = entries.exclude(user__in=season.entries.filter(user__isnull=False).values("user"))
    if season.league.invite_only:
        inside = season.league.members.filter(state__in=Member.INSIDE)
        entries = entries.filter(user__in=inside.values("user"))
    _write([entry.user_id for entry in entries if entry.user_id is not None], kind, season)


def _write(
    user_ids: Iterable[int],
    kind: News.Kind,
    season: Season,
    fixture: Fixture | None = None,
    situation: str = "",
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
                at=at,
            )
            for user_id in user_ids
        ],
        ignore_conflicts=True,
    )


def send_news() -> int:
    """Pass on the news that are not sent yet; how many that were."""
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
        News.objects.filter(pk__in=[one.pk for one in news]).update(sent_at=sent_at)
    return len(news)


def _pass_on(news: News) -> None:
    season, fixture = news.season, news.fixture
    facts: dict[str, str | int] = {"league": season.league.name, "season": season.number}
    if fixture is not None and fixture.due_at is not None:
        is_about_time = news.kind == News.Kind.PROPOSED and news.situation
        facts["at"] = news.situation if is_about_time else fixture.due_at.isoformat()
    path, more = reverse("leagues:league", args=[season.league.slug]), []
    if fixture is not None:
        facts["match"] = fixture.number + 1
        if names := _others(fixture, news.user_id):
            facts["names"] = ", ".join(names)
            more.append(WITH)
        more.append(MORE[news.kind])
        path = reverse("leagues:fixture", args=[season.league.slug, fixture.pk])
    league_news.send(
        sender=News,
        user_id=news.user_id,
        key=f"leagues.news:{news.pk}",
        sentence=SENTENCES[news.kind],
        facts=facts,
        more=more,
        path=path,
    )


def _others(fixture: Fixture, user_id: int) -> list[str]:
    """The names of the people who sit there, too."""
    holders = tables.place_holders(fixture.division)
    people = [holders[seat.entry_id].user for seat in fixture.seats.all()]
    return [one.name for one in people if one is not None and one.pk != user_id]
