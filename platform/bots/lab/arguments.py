"""Parsers for the arguments of the bots' commands: levels and seats, separated by commas."""

from __future__ import annotations

from django.core.management.base import CommandError

from games.kernel.contract import Meta
from matches.engine import catalogue


def parse_levels(meta: Meta, text: str) -> list[str]:
    """Return the levels of this game with these slugs.

    Raises:
        Refused: `level_missing`, `unknown_level`.
    """
    found = split_at_commas(text)
    for level in found:
        catalogue.check_level(meta, level)
    return found


def split_at_commas(text: str) -> list[str]:
    """Split an argument at its commas."""
    return [word.strip() for word in text.split(",")]


def parse_seats(text: str) -> list[int]:
    """Return numbers of seats, for any game.

    Raises:
        CommandError: a part is not a number.
    """
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise CommandError("--seats: expected numbers with commas between them.") from None
