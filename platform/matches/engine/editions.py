"""The data that rules versions pin: releases in a game's folders, and releases made on this server."""

from __future__ import annotations

from typing import Any

from core import data_releases
from games.kernel.contract import Game, Meta
from matches.models import Release


def current(meta: Meta) -> str:
    """Return the hash of the data that new rules versions pin.

    It is the newest release that was made from the game's own present data, or else those data.
    """
    made = Release.objects.filter(game=meta.slug, base=meta.data).order_by("-id")
    return made.values_list("hash", flat=True).first() or meta.data


def load(game: Game[Any, Any, Any], pinned: str) -> Any:
    """Return the data with this hash, as `Rules.data`.

    Raises:
        core.data_releases.MissingRelease: the data are missing, or they were changed since.
    """
    made = Release.objects.filter(game=game.meta.slug, hash=pinned).first() if pinned else None
    return data_releases.load_release(
        game, pinned, (made.base, made.files) if made is not None else None
    )
