"""Publish a release of a game's data with the decisions that were made on this server."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from core import clock, data_releases
from matches.engine import catalogue, editions
from matches.models import Release, RulesVersion
from matches.services import rules_versions


@transaction.atomic
def publish_release(slug: str, files: Mapping[str, str]) -> Release | None:
    """Publish a release of a game's data: its own files and these. New tables pin it from then on.

    Return None if nothing is new. Existing matches keep the data that they pinned. Rules versions
    that were withdrawn from new tables stay withdrawn.

    Raises:
        Refused: `unknown_game`.
    """
    game = catalogue.game_of(slug)
    meta = game.meta
    before = editions.current(meta)
    pinned = data_releases.hash_of(data_releases.files_of(slug, meta.data) | dict(files))
    if pinned == before or Release.objects.filter(game=slug, hash=pinned).exists():
        return None
    made = Release.objects.create(
        game=slug,
        hash=pinned,
        base=meta.data,
        files=dict(files),
        published=clock.now(),
    )
    editions.load(game, pinned)  # files that cannot be loaded are not published
    for row in RulesVersion.objects.filter(game=slug, data=before, published__isnull=False):
        if not rules_versions.chosen_options(row) and row.revision in meta.revisions:
            again = rules_versions.publish_version(slug, revision=row.revision, notes=row.notes)
            rules_versions.offer_versions([again.pk], offered=row.offered)
    return made
