"""Play now: a table with two bots, waiting only for "ready"."""

from __future__ import annotations

from accounts.models import User
from games.kernel.contract import Meta
from matches.models import Match
from matches.services.seating.tables import open_match
from matches.table import catalogue
from matches.table.clocks import UNTIMED

COMPANY = 2


def play_now(user: User, game: str) -> Match:
    """A match of this user against bots of the gentlest level, without a clock.

    It is not dealt here: the player's nonce counts for something only if it is chosen after the
    server has committed to its seed. The page gets ready by itself as soon as it shows that.

    Raises:
        Refused: `unknown_game`.
    """
    meta = catalogue.game_of(game).meta
    seats = seats_of(meta)
    return open_match(
        user, game, seats=seats, bots=[meta.levels[0].slug] * (seats - 1), tempo=UNTIMED
    )


def seats_of(meta: Meta) -> int:
    """How many sit down where nobody has said how many: three, if the game allows it."""
    least, most = meta.seats
    return min(max(1 + COMPANY, least), most)
