"""`manage.py messages`: update, check or compile the catalogues."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from core import i18n


class Command(BaseCommand):
    help = "Collect the marked texts into the catalogs. Translations that exist stay."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--check",
            action="store_true",
            help="change nothing, and name each catalog that is out of date",
        )
        what.add_argument(
            "--compile", action="store_true", help="write the compiled files that Django reads"
        )

    def handle(self, *args: Any, check: bool, compile: bool, **options: Any) -> None:
        if compile:
            written = sum(i18n.compile_catalogs(Path(folder)) for folder in settings.LOCALE_PATHS)
            self.stdout.write(f"{written} catalogues compiled.")
            return
        collected = _by_folder(i18n.split_by_catalog(i18n.collect_messages(Path(settings.ROOT))))
        for language, _ in settings.LANGUAGES:
            if language != settings.LANGUAGE_CODE:
                catalogs = {
                    folder / language / "LC_MESSAGES" / "django.po": share
                    for folder, share in collected.items()
                }
                self._check(catalogs) if check else self._update(catalogs)

    def _check(self, catalogs: dict[Path, Catalog]) -> None:
        found = [
            f"{path}: {fault}"
            for path, share in catalogs.items()
            for fault in i18n.find_faults(path, share)
        ]
        found += i18n.find_contradictions(catalogs)
        for fault in found:
            self.stderr.write(fault)
        if found:
            raise CommandError(
                f"{len(found)} messages need work: run `manage.py messages` to collect them."
            )
        for path, share in catalogs.items():
            self.stdout.write(f"{path}: all {len(share)} messages are translated.")

    def _update(self, catalogs: dict[Path, Catalog]) -> None:
        i18n.update_catalogs(catalogs)
        for path, share in catalogs.items():
            left = len(i18n.find_faults(path, share))
            self.stdout.write(f"{path}: {len(share)} messages, {left} need work.")


def _by_folder(shares: dict[str | None, Catalog]) -> dict[Path, Catalog]:
    """Return the shares by their folder of locales, also folders without a message left."""
    games = Path(settings.ROOT, "games")
    kept = {folder.parent.name for folder in games.glob("*/locale")}
    slugs = sorted(kept.union(slug for slug in shares if slug is not None))
    found = {Path(settings.LOCALE_PATHS[0]): shares.get(None, Catalog())}
    return found | {games / slug / "locale": shares.get(slug, Catalog()) for slug in slugs}
