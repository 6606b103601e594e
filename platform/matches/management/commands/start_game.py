"""`manage.py start_game`: create the three folders of a new game, with a game that runs."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from core import scaffold
from core.refusals import Refused, sentence
from core.scaffold import Names
from matches.engine import catalogue

NEXT = """It is {like} under another name, and runs: now make it yours, as docs/adding-a-game.md says.
    {python} -m pytest tests/games/contract tests/games/{slug} -k {slug}
    {python} manage.py simulate --game {slug}"""


class Command(BaseCommand):
    help = "Write the folders of a new game as a copy of a running one, for you to change."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the game's name in paths, such as mau_mau")
        parser.add_argument(
            "--like", required=True, metavar="SLUG", help="the slug of the most similar game"
        )
        parser.add_argument(
            "--title", help="the game's name on pages (default: made from the slug)"
        )

    def handle(self, *args: Any, slug: str, like: str, title: str | None, **options: Any) -> None:
        root = Path(settings.ROOT)
        try:
            old = Names(like, catalogue.game_of(like).meta.title)
            scaffold.check_slug(root, slug)
        except Refused as refused:
            raise CommandError(sentence(refused.refusal)) from None
        except ValueError as wrong:
            raise CommandError(str(wrong)) from None
        new = Names(slug, title or slug.replace("_", " ").title())
        made = scaffold.copy_game(root, old, new)
        if find_spec("ruff"):  # as with `make setup-dev`: sort the imports by the new name
            _ruff("check", "--quiet", "--fix", *made)
            _ruff("format", "--quiet", *made)
        for folder in made:
            self.stdout.write(f"{folder.relative_to(root)}/")
        self.stdout.write(NEXT.format(like=old.title, slug=slug, python=sys.executable))


def _ruff(*args: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "ruff", *map(str, args)], check=True)
