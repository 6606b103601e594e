"""Targets that a match is played for: their names in forms, and in words."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from core.refusals import refused
from games.kernel.contract import Meta, Target


def slug(target: Target) -> str:
    """The name of a target in forms: "rounds-3", "points-30"."""
    return f"rounds-{target.rounds}" if target.rounds is not None else f"points-{target.points}"


def words(meta: Meta, target: Target) -> str:
    """A target in words, in the language that is active: "3 rounds", "First to 30 points"."""
    if target.rounds is not None:
        return ngettext("%(count)s round", "%(count)s rounds", target.rounds) % {
            "count": target.rounds
        }
    return gettext(meta.pad.goal) % {"points": target.points}


def chosen(meta: Meta, wanted: str) -> Target:
    """The game's target of this name, or its usual one where nothing is asked for.

    Raises:
        Refused: `unknown_target`.
    """
    for target in meta.targets:
        if wanted in ("", slug(target)):
            return target
    raise refused("unknown_target", game=meta.title)
