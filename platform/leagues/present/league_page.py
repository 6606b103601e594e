"""The list of leagues, and the page of a league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q

from accounts.models import User
from accounts.names import by_name
from games.kernel.contract import Meta
from leagues.models import Division, Entry, League, LeagueGame, Member, Season
from leagues.present.division_page import season_in_short
from leagues.present.rule_sentences import rule_sentences
from leagues.season import access, agreed_settings
from leagues.season.entry_names import entry_name
from matches.engine import catalogue

State = Season.State


@dataclass(frozen=True, slots=True)
class LeagueCard:
    """A league in the list: its games, its relevant season, and its numbers of players.

    `yours`: the viewer's entry in that season. `invites_you`: the viewer has an open invitation.
    """

    league: League
    games: tuple[Meta, ...]
    season: Season | None
    players: int
    yours: Entry | None
    invites_you: bool

    @property
    def is_open(self) -> bool:
        return self.season is not None and self.season.state == State.SIGN_UP

    @property
    def is_running(self) -> bool:
        return self.season is not None and self.season.state in (State.DRAWN, State.RUNNING)


def league_cards(user: User | None) -> dict[str, list[LeagueCard]]:
    """Return all leagues with five queries: the viewer's own, open for sign-up, running, and the
    others.
    """
    leagues = access.visible_to(user).prefetch_related(
        Prefetch("games", LeagueGame.objects.filter(dropped=False).select_related("rules")),
        Prefetch(
            "seasons",
            Season.objects.annotate(
                players=Count("entries", filter=Q(entries__dropped_at=None))
            ).order_by("-number"),
        ),
    )
    entries = Entry.objects.filter(user=user, dropped_at=None) if user else Entry.objects.none()
    own = {entry.season_id: entry for entry in entries.select_related("division")}
    invited = Member.objects.filter(user=user, state=Member.State.INVITED)
    inviting = set(invited.values_list("league_id", flat=True)) if user else set()
    found = [_card(league, own, inviting) for league in by_name(leagues)]
    yours = [card for card in found if card.yours is not None]
    others = [card for card in found if card not in yours]
    return {
        "yours": yours,
        "open": [card for card in others if card.is_open],
        "running": [card for card in others if card.is_running],
        "resting": [card for card in others if not card.is_open and not card.is_running],
    }


def _card(league: League, own: dict[int, Entry], inviting: set[int]) -> LeagueCard:
    season = present_season(list(league.seasons.all()))
    return LeagueCard(
        league=league,
        games=games_of(league),
        season=season,
        players=getattr(season, "players", 0),
        yours=own.get(season.pk) if season is not None else None,
        invites_you=league.pk in inviting,
    )


def present_season(seasons: Sequence[Season]) -> Season | None:
    """Return the season that a league's page shows; `seasons`: the league's, the latest first."""
    going_on = [one for one in seasons if one.state in (State.SIGN_UP, State.DRAWN, State.RUNNING)]
    planned = [one for one in seasons if one.state == State.PLANNED]
    over = [one for one in seasons if one.state == State.FINISHED]
    return next(iter([*going_on, *planned, *over]), None)


def games_of(league: League) -> tuple[Meta, ...]:
    """Return the games that a league plays now."""
    found = {game.rules.game: None for game in league.games.all() if not game.dropped}
    return tuple(catalogue.game_of(slug).meta for slug in found)


def league_context(league: League, user: User | None) -> dict[str, Any]:
    """Return the context of a league's page."""
    seasons = list(
        league.seasons.exclude(state=State.CANCELLED)
        .prefetch_related("divisions")
        .order_by("-number")
    )
    season = present_season(seasons)
    agreed = agreed_settings.of_season(season) if season else agreed_settings.of_league(league)
    played = games_of(league)
    yours = own_entry(season, user)
    divisions = divisions_of(season) if season else []
    division = yours.division if yours is not None else next(iter(divisions), None)
    return {
        "league": league,
        "games": played,
        "season": season,
        "seasons": [one for one in seasons if one != season and one.state == State.FINISHED],
        "divisions": divisions,
        "takes_substitutes": agreed.substitutes,
        "rules": rule_sentences(league, agreed, is_disputed=any(meta.contests for meta in played)),
        "entries": players_signed_up(season),
        "yours": yours,
        "own": season_in_short(division, user.pk if user else None) if division else None,
        "waiting_place": waiting_place(season, user),
        "organisers": by_name(league.organisers.all()),
        "membership": membership_of(league, user),
    }


def players_signed_up(season: Season | None) -> list[tuple[Entry, str]]:
    """Return the players in the order of sign-up, while the season has not begun."""
    if season is None or season.state not in (State.PLANNED, State.SIGN_UP):
        return []
    found = season.entries.filter(dropped_at=None).select_related("user")
    return [(entry, entry_name(entry)) for entry in found.order_by("signed_up_at", "pk")]


def membership_of(league: League, user: User | None) -> Member | None:
    """Return this user's membership or invitation of an invite-only league, or None."""
    if user is None or not league.invite_only:
        return None
    return league.members.filter(user=user, state__in=Member.INSIDE).first()


def own_entry(season: Season | None, user: User | None) -> Entry | None:
    """Return this user's entry in a season, or None."""
    if season is None or user is None:
        return None
    own = season.entries.filter(user=user, dropped_at=None)
    return own.select_related("division").first()


def waiting_place(season: Season | None, user: User | None) -> int:
    """Return the user's place on the waiting list, from 1; 0 if the user is not on it."""
    if season is None or user is None:
        return 0
    signed_up = season.entries.filter(dropped_at=None).order_by("signed_up_at", "pk")
    if season.state == State.SIGN_UP:
        most = season.league.most
        line = list(signed_up.values_list("user_id", flat=True))[most:] if most else []
    else:
        line = list(signed_up.filter(division=None).values_list("user_id", flat=True))
    return line.index(user.pk) + 1 if user.pk in line else 0


def divisions_of(season: Season) -> list[Division]:
    """Return a season's divisions, the strongest first."""
    return list(season.divisions.order_by("tier"))
