"""`manage.py publish_rules`: publish the newest revision of every game for new tables.

Running matches keep their version. Versions that are already published stay as they are.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.refusals import Refused, sentence
from matches.engine import catalogue
from matches.models import RulesVersion
from matches.services.rules_versions import publish_version


class Command(BaseCommand):
    """Publish rules versions; a second run changes nothing."""

    help = "Publish the newest rules of every game, or one revision of one game, for new matches."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="the slug of a game (default: every game)")
        parser.add_argument(
            "--revision", type=int, help="a revision of the rules (default: the newest)"
        )
        parser.add_argument("--options", default="{}", help="options as a JSON object")
        parser.add_argument(
            "--notes",
            default="",
            help="what is new (default: the sentence in the game's `Meta.news`)",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        slugs = [options["game"]] if options["game"] else [meta.slug for meta in catalogue.metas()]
        known = set(RulesVersion.objects.values_list("pk", flat=True))
        published = []
        for slug in slugs:
            try:
                row = publish_version(
                    slug,
                    revision=options["revision"],
                    options=json.loads(options["options"]),
                    notes=options["notes"],
                )
            except Refused as refused:
                raise CommandError(sentence(refused.refusal)) from None
            except ValueError as error:
                raise CommandError(f"--options: {error}") from None
            new = row.pk not in known
            published.append(
                {"game": slug, "version": row.version, "revision": row.revision, "new": new}
            )
            if not options["json"]:
                done = "is now published" if new else "was already published"
                self.stdout.write(
                    f"{slug}: revision {row.revision} {done}, as version {row.version}"
                )
        if options["json"]:
            self.stdout.write(json.dumps(published))
