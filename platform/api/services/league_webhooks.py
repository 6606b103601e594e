"""Webhooks of leagues: they send changes of a table to organisers' programs or channels.

Format, retries, signature and the end of delivery are the same as for users' own notices.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.urls import reverse

from accounts.models import User
from api.read.leagues import change_answer
from games.kernel.contract import N_
from leagues.models import Fixture, League, TableChange
from leagues.season import access, table_places
from leagues.season.entry_names import entry_name
from notifications import selectors
from notifications.models import Channel
from notifications.services import channels
from notifications.services.notify import notify_listener

Kind = TableChange.Kind

SENTENCES: dict[str, str] = {
    Kind.DRAWN: N_("%(league)s, division %(division)s: the pairings of season %(season)s are out."),
    Kind.RESULT: N_("%(league)s, division %(division)s: match %(match)s is over."),
    Kind.CORRECTION: N_(
        "%(league)s, division %(division)s: the result of match %(match)s was corrected."
    ),
    Kind.DECISION: N_(
        "%(league)s, division %(division)s: match %(match)s was decided without being played "
        "to the end."
    ),
    Kind.VOID: N_("%(league)s, division %(division)s: match %(match)s is void."),
    Kind.DROPPED: N_("%(league)s, division %(division)s: %(name)s dropped out."),
    Kind.REPLACED: N_("%(league)s, division %(division)s: %(name)s took over a place."),
    Kind.FINAL: N_("%(league)s, division %(division)s: season %(season)s is over."),
}
PLACES = "%(places)s"
"""The same in every language."""
REASON = N_("Reason: %(reason)s")


def topic_of(league_id: int) -> str:
    """Return the topic of channels of this league."""
    return f"leagues.league:{league_id}"


def webhook_of(user: User, league: League) -> Channel | None:
    """Return the webhook that an organiser has set for a league."""
    return selectors.webhook_of(user, topic_of(league.pk))


def set_webhook(user: User, league: League, url: str, shape: str) -> Channel:
    """Set an address that receives the changes of the league's tables, with a new secret.

    Raises:
        Refused: `not_yours`.
    """
    access.check_organises(user, league)
    return channels.set_webhook(user, url, shape, topic_of(league.pk))


def tell_listeners(*, league_id: int, change_id: int, **_: object) -> None:
    """Send a change of a table to the league's webhooks; remove those of former organisers."""
    about = topic_of(league_id)
    listening = list(Channel.objects.filter(about=about).select_related("user"))
    if not listening:
        return
    change = TableChange.objects.select_related(
        "division__season__league", "fixture", "entry__user"
    ).get(pk=change_id)
    league = change.division.season.league
    for channel in listening:
        if not access.may_organise(channel.user, league):
            channels.remove_channel(channel)
        elif channel.off_at is None:
            notify_listener(channel, key=f"leagues.change:{change.pk}", **_news(change))


def _news(change: TableChange) -> dict[str, Any]:
    division = change.division
    season, league = division.season, division.season.league
    facts: dict[str, str | int] = {
        "league": league.name,
        "season": season.number,
        "division": division.tier,
        "reason": change.reason,
    }
    more = [REASON] if change.reason else []
    if change.fixture is not None:
        facts["match"] = change.fixture.ordinal
        if places := _places(change.fixture):
            facts["places"] = places
            more.insert(0, PLACES)
    if change.entry is not None:
        facts["name"] = entry_name(change.entry)
    where = {"league": league.slug, "season": season.number, "division": division.tier}
    return {
        "sentence": SENTENCES[change.kind],
        "facts": facts,
        "more": more,
        "path": reverse("leagues:division", args=[league.slug, season.number, division.tier]),
        "event": where | msgspec.to_builtins(change_answer(change)),
    }


def _places(fixture: Fixture) -> str:
    """Return the places as text: 1. Anna, 2. Ben."""
    holders = table_places.place_holders(fixture.division)
    placed = [seat for seat in fixture.seats.all() if seat.place is not None]
    in_order = sorted(placed, key=lambda seat: (seat.place or 0, seat.seat))
    return ", ".join(f"{seat.place}. {entry_name(holders[seat.entry_id])}" for seat in in_order)
