"""The time that does not count for a user: quiet hours each day and one day of rest a week.

Pure. All times are the local time of that user. Where the clock is put forward, a skipped time is
moved by the same amount (02:30 becomes 03:30, as in RFC 5545). Where it is put back, a span that
begins in the doubled hour begins at its first pass, and a span that ends there ends at its second.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

DAY = 24 * 60
"""A day, in minutes."""
MOST_QUIET = 16 * 60
"""The most quiet minutes in a day, so that some time is left to play."""
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Hours:
    """A user's quiet hours (minutes since midnight, both or none) and day of rest (0 is Monday)."""

    time_zone: str = ""
    quiet_begins: int | None = None
    quiet_ends: int | None = None
    rest_day: int | None = None

    @classmethod
    def from_dump(cls, raw: Mapping[str, Any]) -> Hours:
        """Create hours from the result of `dump`."""
        return cls(**raw)

    def dump(self) -> dict[str, Any]:
        """Return the hours as JSON values."""
        return {
            "time_zone": self.time_zone,
            "quiet_begins": self.quiet_begins,
            "quiet_ends": self.quiet_ends,
            "rest_day": self.rest_day,
        }

    @property
    def is_empty(self) -> bool:
        """True if all time counts."""
        return self._quiet_minutes == 0 and self.rest_day is None

    @property
    def _quiet_minutes(self) -> int:
        if self.quiet_begins is None or self.quiet_ends is None:
            return 0
        return (self.quiet_ends - self.quiet_begins) % DAY

    def spans(self, since_ms: int) -> Iterator[tuple[int, int]]:
        """Yield the spans that do not count as (from, until) in milliseconds, by beginning, without
        end, from this moment on.
        """
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
        """Return the end of the quiet time or rest that includes this moment; None if none does."""
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
    """Return the time zone of this name: UTC if the name is empty or unknown."""
    try:
        return zoneinfo.ZoneInfo(name or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo("UTC")


def _first_ms(day: date, minutes: int, zone: zoneinfo.ZoneInfo, fold: int = 0) -> int:
    """Return the first time at which the local clock shows this, in milliseconds."""
    shown = time(*divmod(minutes, 60), fold=fold)
    return round(datetime.combine(day, shown, tzinfo=zone).timestamp() * 1000)


def _last_ms(day: date, minutes: int, zone: zoneinfo.ZoneInfo) -> int:
    """Return the last time at which the local clock shows this, in milliseconds."""
    return max(_first_ms(day, minutes, zone), _first_ms(day, minutes, zone, fold=1))


def midnight_ms(day: date, zone: zoneinfo.ZoneInfo) -> int:
    """Return the beginning of this day, in milliseconds."""
    return _last_ms(day, 0, zone)
