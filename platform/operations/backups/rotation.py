"""The retention of backups."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from operations.backups.archive import HALF, LIKE, Archive, archives


@dataclass(frozen=True, slots=True)
class Kept:
    """The number of backups to keep: the newest of each of this many days, weeks and months that have
    one.
    """

    days: int
    weeks: int
    months: int

    def times_kept(self, made: Iterable[datetime]) -> set[datetime]:
        """Return those of these times that are kept; the newest always is."""
        newest_first = sorted(made, reverse=True)
        found = set(newest_first[:1])
        for most, period in (
            (self.days, datetime.date),
            (self.weeks, lambda at: at.isocalendar()[:2]),
            (self.months, lambda at: (at.year, at.month)),
        ):
            last: dict[object, datetime] = {}
            for at in newest_first:
                last.setdefault(period(at), at)
            found |= set([*last.values()][:most])
        return found


def tidy(folder: Path, kept: Kept, is_old: Callable[[Path], bool]) -> list[Path]:
    """Delete expired backups and old partial ones; return the deleted ones."""
    there = archives(folder)
    keep = kept.times_kept(archive.made_at for archive in there)
    gone = [archive.folder for archive in there if archive.made_at not in keep]
    halves = [
        path for path in folder.glob(f"*{HALF}") if LIKE.fullmatch(path.name.removesuffix(HALF))
    ]
    gone += [path for path in halves if is_old(path)]
    for path in gone:
        shutil.rmtree(path)
    return gone


def newest(folder: Path) -> Archive | None:
    """Return the newest backup in a folder, or None."""
    return next(iter(archives(folder)), None) if folder.is_dir() else None
