"""`manage.py publish_words`: publish the rulings of the word court to new matches."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from court.services.publish_releases import publish_releases


class Command(BaseCommand):
    """Publish the rulings; a second run changes nothing."""

    help = "Publish the rulings of the word court as a new word list for new matches."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        made = {slug: None if row is None else row.hash for slug, row in publish_releases().items()}
        if options["json"]:
            self.stdout.write(json.dumps(made))
            return
        for slug, pinned in made.items():
            self.stdout.write(f"{slug}: {pinned or 'nothing new'}")
        if not made:
            self.stdout.write("There are no rulings yet.")
