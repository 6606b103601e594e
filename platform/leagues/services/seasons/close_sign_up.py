"""Close sign-up: who plays in which division, and who meets whom there."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from hashlib import sha256

from django.db import transaction

from accounts.models import User
from core import clock
from core.refusals import refuse
from leagues.models import Division, Entry, Fixture, FixtureSeat, News, Season, TableChange
from leagues.scoring import draw_fixtures
from leagues.season import access, agreed_settings, division_results
from leagues.season.agreed_settings import Settings
from leagues.services import history, locks, notify, staff
from leagues.services.seasons import plan_season

State = Season.State


@transaction.atomic
def close_sign_up(season_id: int) -> None:
    """When the season is to begin: seat everybody in divisions; too few sign up for as long again.

    Doing it twice changes nothing more.
    """
    season = locks.lock_season(season_id)
    now = clock.now()
    if season.state != State.SIGN_UP or now < season.begins_at:
        return
    entries = _ladder(season)
    agreed = agreed_settings.of_league(season.league)
    if len(entries) < agreed.seats:
        later = max(timedelta(days=season.league.sign_up_days), now - season.begins_at)
        season.begins_at, season.ends_at = season.begins_at + later, season.ends_at + later
        season.save(update_fields=["begins_at", "ends_at"])
        plan_season.tell_dates(season)
        return
    season.state, season.settings = State.DRAWN, agreed_settings.to_json(agreed)
    season.save(update_fields=["state", "settings"])
    first = 0
    for tier, size in enumerate(division_sizes(len(entries), agreed), start=1):
        division = Division.objects.create(season=season, tier=tier, seed=_seed(season, tier))
        for entry in entries[first : first + size]:
            first += 1
            entry.division, entry.rank = division, first
    Entry.objects.bulk_update(entries, ["division", "rank"])


def _seed(season: Season, tier: int) -> int:
    """From what everybody knows, so that everybody can draw the same again."""
    text = f"{season.league.slug} {season.number} {tier}"
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")


def division_sizes(players: int, agreed: Settings) -> list[int]:
    """How many play in each division, from the top: all are full but the last.

    A last one that would have less than half its players is one with the division above it.
    """
    full, rest = divmod(players, agreed.division_size)
    found = [agreed.division_size] * full
    if not found or rest >= max(agreed.seats, (agreed.division_size + 1) // 2):
        return [*found, rest]
    found[-1] += rest
    return found


def _ladder(season: Season) -> list[Entry]:
    """The entries that take part, the strongest first; newcomers at the bottom, as they signed up.

    Where there is not room for all, those who signed up later wait.
    """
    coming = season.entries.filter(dropped_at=None).order_by("signed_up_at", "pk")
    entries = list(coming[: season.league.most])
    before = _before(season)

    def key(entry: Entry) -> tuple[int, int, int]:
        # Of those who meet in a division the ones from above come first.
        tier, moved, place = before.get((entry.user_id, entry.bot_number), (1 << 30, 0, 0))
        return tier, -moved, place

    return sorted(entries, key=key)


def _before(season: Season) -> dict[tuple[int | None, int], tuple[int, int, int]]:
    """Where the last season's places lead to: tier now, how they moved, the place they had."""
    last = season.league.seasons.filter(state=State.FINISHED).order_by("-number").first()
    found = {}
    for division in [] if last is None else last.divisions.all():
        entries = division.entries.in_bulk()
        for drawn_id, holder in division_results.place_holders(division).items():
            drawn = entries[drawn_id]
            if holder.dropped_at is None and drawn.final_place is not None:
                who = (holder.user_id, holder.bot_number)
                found[who] = (division.tier + drawn.moved, drawn.moved, drawn.final_place)
    return found


@transaction.atomic
def draw_division(division_id: int) -> None:
    """Draw a division's fixtures; doing it twice draws nothing more."""
    division = locks.lock_division(division_id)
    if division.matches_each or division.season.state != State.DRAWN:
        return
    agreed = agreed_settings.of_division(division)
    players = division_results.place_ids(division)
    games = list(division.season.league.games.filter(dropped=False))
    drawn = draw_fixtures.draw_fixtures(
        players, agreed.seats, agreed.matches_each, division.seed, len(games)
    )
    rows = [
        Fixture(division=division, number=number, game=games[game])
        for number, game in enumerate(drawn.games)
    ]
    made = Fixture.objects.bulk_create(rows)
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, seat=seat, entry_id=player)
        for fixture, table in zip(made, drawn.tables, strict=True)
        for seat, player in enumerate(table)
    )
    division.matches_each, division.imbalance = drawn.matches_each, asdict(drawn.imbalance)
    division.save(update_fields=["matches_each", "imbalance"])
    history.record_table_change(division, TableChange.Kind.DRAWN)


@transaction.atomic
def draw_anew(season_id: int, by: User) -> None:
    """Throw the draw of a season away that is not confirmed, for another one.

    Raises:
        Refused: `not_found`, `not_yours`, `season_not_drawn`.
    """
    season = _drawn(season_id, by)
    Fixture.objects.filter(division__season=season).delete()
    TableChange.objects.filter(division__season=season, kind=TableChange.Kind.DRAWN).delete()
    for division in season.divisions.all():
        division.seed, division.matches_each, division.imbalance = division.seed + 1, 0, None
        division.save(update_fields=["seed", "matches_each", "imbalance"])
    staff.report_staff_action(by, "draw_anew", season)


@transaction.atomic
def confirm_draw(season_id: int, by: User) -> None:
    """The draw stands, and the season begins.

    Raises:
        Refused: `not_found`, `not_yours`, `season_not_drawn`.
    """
    season = _drawn(season_id, by)
    if season.divisions.filter(matches_each=0).exists():
        raise refuse("season_not_drawn")
    _begin(season)
    staff.report_staff_action(by, "confirm", season)


@transaction.atomic
def begin_season(season_id: int) -> None:
    """Let a season begin that is drawn, unless an organiser is to confirm that; once."""
    season = locks.lock_season(season_id)
    undrawn = season.divisions.filter(matches_each=0).exists()
    if season.state == State.DRAWN and not undrawn and not season.league.confirm_draw:
        _begin(season)


def _begin(season: Season) -> None:
    """Begin the season; if that is later than planned, it ends later by as much."""
    now = clock.now()
    if now > season.begins_at:
        season.ends_at += now - season.begins_at
        season.begins_at = now
    season.state = State.RUNNING
    season.save(update_fields=["state", "begins_at", "ends_at"])
    notify.notify_everybody(season, News.Kind.BEGUN)


def _drawn(season_id: int, by: User) -> Season:
    season = locks.lock_season(season_id)
    access.check_organises(by, season.league)
    if season.state != State.DRAWN:
        raise refuse("season_not_drawn")
    return season
