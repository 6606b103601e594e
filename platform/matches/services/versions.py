"""Rules versions: made once for each combination, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from core.refusals import refuse
from games.kernel.options import complete
from matches import engine
from matches.models import RulesVersion


def publish(
    slug: str,
    *,
    revision: int | None = None,
    options: Mapping[str, Any] | None = None,
    notes: str = "",
) -> RulesVersion:
    """The rules version with this revision (default: the newest) and these options.

    Raises:
        Refused: `unknown_game`, `unknown_revision`, `unknown_option`, `unknown_choice`.
    """
    meta = engine.game_of(slug).meta
    revision = max(meta.revisions) if revision is None else revision
    if revision not in meta.revisions:
        raise refuse("unknown_revision", revision=revision, game=meta.title)
    wanted = {
        "game": slug,
        "revision": revision,
        "options": complete(meta, options or {}),
        "data": "",
    }
    for _ in range(5):
        row = RulesVersion.objects.filter(**wanted).first()
        if row is not None:
            return row
        last = RulesVersion.objects.filter(game=slug).aggregate(last=Max("version"))["last"] or 0
        try:
            with transaction.atomic():
                return RulesVersion.objects.create(
                    **wanted, version=last + 1, published=timezone.now(), notes=notes
                )
        except IntegrityError:
            continue  # somebody else published at the same moment: look again
    raise RuntimeError(f"no free version number for {slug}")
