"""`manage.py publish_rules`: a rules version with default options for the newest revisions."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.refusals import Refused, sentence
from matches import engine
from matches.services.versions import publish


class Command(BaseCommand):
    """Publish rules versions; what is published already stays as it is."""

    help = "Publish the newest revision of every game, or of one, as a rules version."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="only this game (its slug)")
        parser.add_argument("--revision", type=int, help="another revision than the newest")
        parser.add_argument("--options", default="{}", help="options as a JSON object")
        parser.add_argument("--notes", default="", help="what is new, for people")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        slugs = [options["game"]] if options["game"] else [meta.slug for meta in engine.metas()]
        published = []
        for slug in slugs:
            try:
                row = publish(
                    slug,
                    revision=options["revision"],
                    options=json.loads(options["options"]),
                    notes=options["notes"],
                )
            except Refused as refused:
                raise CommandError(sentence(refused.refusal)) from None
            except ValueError as error:
                raise CommandError(f"--options: {error}") from None
            published.append({"game": slug, "version": row.version, "revision": row.revision})
            if not options["json"]:
                self.stdout.write(f"{slug}: version {row.version} (revision {row.revision})")
        if options["json"]:
            self.stdout.write(json.dumps(published))
