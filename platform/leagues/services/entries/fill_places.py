"""Fill vacant places with waiting players."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from core.refusals import refused
from leagues.models import Entry, News, Season, TableChange
from leagues.season import access, agreed_settings, table_places
from leagues.season.entry_names import known_name
from leagues.services import history, locks, notify
from leagues.services.fixtures.arrange_appointment import lock_fixtures_to_arrange
from leagues.services.report_staff_action import report_staff_action

State = Season.State
Kind = News.Kind


@transaction.atomic
def appoint_substitute(entry_id: int, by: User, substitute_id: int) -> None:
    """Give a vacant place to a certain waiting player.

    Raises:
        Refused: `not_found`, `not_yours`, `not_vacant`, `nobody_waits`, `season_not_running`.
    """
    entry, season = locks.lock_entry(entry_id)
    access.check_organises(by, season.league)
    if season.state not in (State.DRAWN, State.RUNNING):
        raise refused("season_not_running")
    substitute = season.entries.filter(pk=substitute_id).first()
    if substitute is None or not substitute.is_waiting:
        raise refused("nobody_waits")
    if entry.division is None or entry.pk not in {one.pk for one in _vacant_entries(season)}:
        raise refused("not_vacant")
    report_staff_action(by, "replace", entry, substitute=substitute.pk)
    _take_over(entry, substitute, by)


def _vacant_entries(season: Season) -> list[Entry]:
    """Return the entries that left a place that is still vacant, the first one first."""
    gone = season.entries.filter(dropped_at__isnull=False, division__isnull=False, replaced_by=None)
    return list(gone.select_related("division").order_by("dropped_at", "pk"))


def fill_places(season: Season, comes: Entry | None = None) -> None:
    """Fill vacant places with waiting players, in the order of sign-up.

    `comes`: the user who signs up now, and whose page shows the result.
    """
    if season.state not in (State.DRAWN, State.RUNNING):
        return
    if not agreed_settings.of_season(season).substitutes:
        return
    waiting = season.entries.filter(division=None, dropped_at=None).order_by("signed_up_at", "pk")
    for gone, substitute in zip(_vacant_entries(season), waiting, strict=False):
        _take_over(gone, substitute, is_told=substitute == comes)


def _take_over(
    gone: Entry, substitute: Entry, by: User | None = None, *, is_told: bool = False
) -> None:
    assert gone.division_id is not None
    division = locks.lock_division(gone.division_id)
    substitute.division, substitute.replaces = division, gone
    substitute.save(update_fields=["division", "replaces"])
    history.record_table_change(division, TableChange.Kind.REPLACED, entry=substitute, by=by)
    if not is_told:
        notify.notify_person(substitute, Kind.PLACE, str(substitute.pk))
    facts = {"name": known_name(substitute), "gone": known_name(gone)}
    for fixture in lock_fixtures_to_arrange(division, table_places.drawn_entry(substitute)):
        notify.notify_person(substitute, Kind.ARRANGE, fixture=fixture)
        notify.notify_players(
            fixture, Kind.REPLACED, str(substitute.pk), but=substitute.user, **facts
        )
