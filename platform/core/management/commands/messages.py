"""`manage.py messages`: update the catalogs, or check or compile them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from core import i18n


class Command(BaseCommand):
    help = "Collects what is marked for translation into the catalogs, which keep what they have."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--check", action="store_true", help="change nothing; name what is not translated"
        )
        what.add_argument(
            "--compile", action="store_true", help="write the files that Django reads"
        )

    def handle(self, *args: Any, check: bool, compile: bool, **options: Any) -> None:
        locales = Path(settings.LOCALE_PATHS[0])
        if compile:
            self.stdout.write(f"{i18n.compile_catalogs(locales)} catalogs compiled.")
            return
        collected = i18n.collect(Path(settings.ROOT))
        for language, _ in settings.LANGUAGES:
            if language != settings.LANGUAGE_CODE:
                path = locales / language / "LC_MESSAGES" / "django.po"
                self._check(path, collected) if check else self._update(path, collected)

    def _check(self, path: Path, collected: Catalog) -> None:
        found = i18n.faults(path, collected)
        for fault in found:
            self.stderr.write(f"{path}: {fault}")
        if found:
            raise CommandError(f"{len(found)} messages need work: `manage.py messages` collects.")
        self.stdout.write(f"{path}: all {len(collected)} messages are translated.")

    def _update(self, path: Path, collected: Catalog) -> None:
        i18n.update(path, collected)
        left = len(i18n.faults(path, collected))
        self.stdout.write(f"{path}: {len(collected)} messages, {left} need work.")
