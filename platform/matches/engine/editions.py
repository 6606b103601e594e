"""The data that rules versions pin: releases in the folders of a game, and those made on this server."""

from __future__ import annotations

from typing import Any

from core import data_releases
from games.kernel.contract import Game, Meta
from matches.models import Release


def current(meta: Meta) -> str:
    """The hash of what new rules versions pin: the newest release made of the game's own present one."""
    made = Release.objects.filter(game=meta.slug, base=meta.data).order_by("-id")
    return made.values_list("hash", flat=True).first() or meta.data


def load(game: Game[Any, Any, Any], pinned: str) -> Any:
    """The data of a game's rules when this hash is pinned, as `Rules.data`.

    Raises:
        core.data_releases.MissingRelease: nobody has it, or what was there was changed since.
    """
    made = Release.objects.filter(game=game.meta.slug, hash=pinned).first() if pinned else None
    return data_releases.load_release(
        game, pinned, (made.base, made.files) if made is not None else None
    )
