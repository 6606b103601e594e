"""`manage.py check_templates`: every template of ours compiles."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.template import TemplateSyntaxError
from django.template.loader import get_template


class Command(BaseCommand):
    """Load all of them, so that a slip in a rare page is found before anyone opens it."""

    help = "Compile every template; fail with the names of those that do not."

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = []
        names = sorted(_names())
        for name in names:
            try:
                get_template(name)
            except TemplateSyntaxError as error:
                wrong.append(f"{name}: {error}")
        if wrong:
            raise CommandError("\n".join(wrong))
        self.stdout.write(f"{len(names)} templates compile.")


def _names() -> list[str]:
    folders = [settings.ROOT / "templates", *settings.PLATFORM.glob("*/templates")]
    return [
        str(path.relative_to(folder))
        for folder in folders
        for pattern in ("*.html", "*.txt")
        for path in folder.rglob(pattern)
        if "static" not in path.relative_to(folder).parts
    ]
