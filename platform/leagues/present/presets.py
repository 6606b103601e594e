"""Presets of a new league: settings that one button selects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset. `settings`: the columns of `League` that differ from their defaults."""

    slug: str
    title: str | Promise
    words: str | Promise
    settings: Mapping[str, Any]


PRESETS = (
    Preset(
        "evening",
        _("An evening"),
        _(
            "All players are here: three live matches each, one after the other, and final "
            "standings at the end."
        ),
        MappingProxyType(
            {
                "live": True,
                "matches_each": 3,
                "at_once": 1,
                "division_size": 24,
                "moving": 0,
                "sign_up_days": 1,
                "season_days": 1,
                "break_days": 0,
                "appointment_days": 1,
                "continues": False,
            }
        ),
    ),
    Preset(
        "month",
        _("A month by correspondence"),
        _("Six matches each within 30 days, two at a time. Move whenever you like."),
        MappingProxyType(
            {
                "matches_each": 6,
                "at_once": 2,
                "division_size": 24,
                "moving": 0,
                "sign_up_days": 7,
                "season_days": 30,
                "continues": False,
            }
        ),
    ),
    Preset(
        "season",
        _("A season of divisions"),
        _(
            "Nine matches each in three months. The best move up, the last move down, and the "
            "next season follows."
        ),
        MappingProxyType({}),
    ),
)


def preset_named(slug: str) -> Preset:
    """Return the preset with this slug, or the first one."""
    return next((one for one in PRESETS if one.slug == slug), PRESETS[0])
