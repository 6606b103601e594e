"""Publish the list of words, so that new matches use the rulings."""

from __future__ import annotations

from court import precedents
from matches.engine import catalogue, courts
from matches.models import Release
from matches.services.release import publish_release


def publish_releases() -> dict[str, Release | None]:
    """Publish a release for each game with a court and rulings; None if nothing is new."""
    made = {}
    for meta in catalogue.metas():
        if not courts.has_court(meta.slug):
            continue
        rulings = list(precedents.in_force().filter(game=meta.slug).order_by("pk"))
        if rulings:
            made[meta.slug] = publish_release(meta.slug, precedents.of_release(rulings))
    return made
