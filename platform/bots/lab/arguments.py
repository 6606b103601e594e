"""What the commands about bots are told: levels and seats with commas between them."""

from __future__ import annotations

from django.core.management.base import CommandError

from games.kernel.contract import Meta
from matches.engine import catalogue


def parse_levels(meta: Meta, text: str) -> list[str]:
    """Levels of this game.

    Raises:
        Refused: `unknown_level`.
    """
    found = split_at_commas(text)
    for level in found:
        catalogue.check_level(meta, level)
    return found


def split_at_commas(text: str) -> list[str]:
    """Words with commas between them."""
    return [word.strip() for word in text.split(",")]


def parse_seats(text: str) -> list[int]:
    """Numbers of seats, of whatever game.

    Raises:
        CommandError: something is no number.
    """
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise CommandError("--seats: expected numbers with commas between them.") from None
