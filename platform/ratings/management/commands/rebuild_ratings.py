"""`manage.py rebuild_ratings`: recompute all ratings from the stored results, or verify them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.engine import catalogue
from ratings.services import recompute_ratings


class Command(BaseCommand):
    """With `--check`, write nothing and exit non-zero if a number differs."""

    help = "Recompute all ratings from the stored results, or compare both."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="the slug of a game (default: all games)")
        parser.add_argument("--check", action="store_true", help="only compare, and write nothing")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        games = [meta.slug for meta in catalogue.metas()]
        if options["game"] is not None:
            if options["game"] not in games:
                raise CommandError(f"There is no game called {options['game']}.")
            games = [options["game"]]
        if options["check"]:
            self._check(games, as_json=options["json"])
            return
        matches = {game: recompute_ratings.rebuild_ratings(game) for game in games}
        if options["json"]:
            self.stdout.write(json.dumps({"matches": matches}))
        else:
            for game, count in matches.items():
                self.stdout.write(f"{game}: {count} rated matches")

    def _check(self, games: list[str], *, as_json: bool) -> None:
        found = {game: list(recompute_ratings.find_differences(game)) for game in games}
        differing = {game: lines for game, lines in found.items() if lines}
        if as_json:
            self.stdout.write(json.dumps({"games": games, "differing": differing}))
        elif not differing:
            self.stdout.write(f"{len(games)} games: the ratings are what the results make of them.")
        if differing:
            told = "; ".join(
                f"{game}: {line}" for game, lines in differing.items() for line in lines
            )
            raise CommandError(f"{len(differing)} of {len(games)} games differ. {told}")
