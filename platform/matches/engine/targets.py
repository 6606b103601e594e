"""The targets of a match: their names in forms and in words."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from core.refusals import refused
from games.kernel.contract import Meta, Target


def slug(target: Target) -> str:
    """Return the name of a target in forms: "rounds-3", "points-30"."""
    return f"rounds-{target.rounds}" if target.rounds is not None else f"points-{target.points}"


def words(meta: Meta, target: Target) -> str:
    """Return a target in words, in the active language: "3 rounds", "First to 30 points"."""
    if target.rounds is not None:
        return ngettext("%(count)s round", "%(count)s rounds", target.rounds) % {
            "count": target.rounds
        }
    return gettext(meta.pad.goal) % {"points": target.points}


def chosen(meta: Meta, wanted: str) -> Target:
    """Return the game's target with this name, or its usual one if the name is empty.

    Raises:
        Refused: `unknown_target`.
    """
    for target in meta.targets:
        if wanted in ("", slug(target)):
            return target
    raise refused("unknown_target", game=meta.title)
