"""When somebody's time does not count: quiet hours each day and one day of rest a week.

Pure. All of it is meant as the clock on that person's wall shows it. Where that clock is put
forward, a time which it skips is as much later (02:30 is 03:30 then, as in RFC 5545); where it is
put back, what begins in the doubled hour begins at its first and what ends there at its second.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

DAY = 24 * 60
"""Minutes."""
MOST_QUIET = 16 * 60
"""Minutes of a day that may be quiet, so that some are left to play in."""
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Hours:
    """Somebody's quiet hours (minutes since midnight, both or none) and day of rest (0 Monday)."""

    time_zone: str = ""
    quiet_begins: int | None = None
    quiet_ends: int | None = None
    rest_day: int | None = None

    @classmethod
    def from_dump(cls, raw: Mapping[str, Any]) -> Hours:
        """Take what `dump` made."""
        return cls(**raw)

    def dump(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return {
            "time_zone": self.time_zone,
            "quiet_begins": self.quiet_begins,
            "quiet_ends": self.quiet_ends,
            "rest_day": self.rest_day,
        }

    @property
    def is_empty(self) -> bool:
        """Whether all time counts."""
        return self._quiet_minutes == 0 and self.rest_day is None

    @property
    def _quiet_minutes(self) -> int:
        if self.quiet_begins is None or self.quiet_ends is None:
            return 0
        return (self.quiet_ends - self.quiet_begins) % DAY

    def spans(self, since_ms: int) -> Iterator[tuple[int, int]]:
        """From this moment on, without end: what does not count, from and until (ms), by beginning."""
        if self.is_empty:
            return
        zone = zone_of(self.time_zone)
        day = datetime.fromtimestamp(since_ms / 1000, tz=zone).date() - _ONE_DAY
        while day < date.max - _ONE_DAY:
            for begins, ends in self._of_day(day, zone):
                if ends > max(begins, since_ms):
                    yield begins, ends
            day += _ONE_DAY

    def quiet_until(self, at: datetime) -> datetime | None:
        """When the quiet time or the rest ends in which this moment lies; None if it lies in none."""
        at_ms = until_ms = round(at.timestamp() * 1000)
        for begins, ends in self.spans(at_ms):
            if begins > until_ms:
                break
            until_ms = max(until_ms, ends)
        return None if until_ms == at_ms else datetime.fromtimestamp(until_ms / 1000, tz=UTC)

    def _of_day(self, day: date, zone: zoneinfo.ZoneInfo) -> Iterator[tuple[int, int]]:
        if self.rest_day == day.weekday():
            yield _first_ms(day, 0, zone), _last_ms(day + _ONE_DAY, 0, zone)
        if self._quiet_minutes:
            assert self.quiet_begins is not None
            assert self.quiet_ends is not None
            ends_on = day if self.quiet_ends > self.quiet_begins else day + _ONE_DAY
            yield _first_ms(day, self.quiet_begins, zone), _last_ms(ends_on, self.quiet_ends, zone)


def zone_of(name: str) -> zoneinfo.ZoneInfo:
    """A person's time zone: world time where there is none, or none by this name any more."""
    try:
        return zoneinfo.ZoneInfo(name or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo("UTC")


def _first_ms(day: date, minutes: int, zone: zoneinfo.ZoneInfo, fold: int = 0) -> int:
    """When the clock shows this for the first time, in milliseconds."""
    shown = time(*divmod(minutes, 60), fold=fold)
    return round(datetime.combine(day, shown, tzinfo=zone).timestamp() * 1000)


def _last_ms(day: date, minutes: int, zone: zoneinfo.ZoneInfo) -> int:
    """When it shows this for the last time."""
    return max(_first_ms(day, minutes, zone), _first_ms(day, minutes, zone, fold=1))


def midnight_ms(day: date, zone: zoneinfo.ZoneInfo) -> int:
    """When this day begins, in milliseconds."""
    return _last_ms(day, 0, zone)
