"""Rules versions: made once for each combination, never changed, and offered at new tables or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet

from core import clock
from core.refusals import refused
from games.kernel.contract import Meta, OptionValue, Tempo
from games.kernel.options import complete
from matches.engine import catalogue, editions
from matches.models import RulesVersion


def publish_version(
    slug: str,
    *,
    revision: int | None = None,
    options: Mapping[str, Any] | None = None,
    notes: str = "",
    anew: bool = False,
) -> RulesVersion:
    """Publish, or find, the rules version of this revision (default: the newest), options and data.

    `notes`: the changes in words for people; the default is the game's text on the revision.
    `anew`: refuse if the version is published already.

    Raises:
        Refused: `unknown_game`, `unknown_revision`, `unknown_option`, `unknown_choice`,
            `already_published`.
    """
    meta = catalogue.game_of(slug).meta
    revision = max(meta.revisions) if revision is None else revision
    if revision not in meta.revisions:
        raise refused("unknown_revision", revision=revision, game=meta.title)
    wanted = complete(meta, options or {})
    for _ in range(5):
        row = _published(meta, wanted).filter(revision=revision).first()
        if row is not None and anew:
            raise refused("already_published", version=row.version)
        if row is not None:
            return row
        last = RulesVersion.objects.filter(game=slug).aggregate(last=Max("version"))["last"] or 0
        try:
            with transaction.atomic():
                return RulesVersion.objects.create(
                    game=slug,
                    version=last + 1,
                    revision=revision,
                    options=wanted,
                    data=editions.current(meta),
                    published=clock.now(),
                    notes=notes or meta.news.get(revision, ""),
                )
        except IntegrityError:
            continue  # another process published at the same moment: look again
    raise RuntimeError(f"no free version number for {slug}")


def version_for_table(
    slug: str,
    tempo: Tempo | None = None,
    *,
    revision: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> RulesVersion:
    """Return the rules version for a new table; the default is the newest offered revision.

    An option that is missing in `options` has the value that the tempo proposes. If the game has no
    published version yet, the function publishes its newest revision.

    Raises:
        Refused: `not_offered`, and those of `publish_version`.
    """
    meta = catalogue.game_of(slug).meta
    rows = list(_published(meta, complete(meta, {}))) or [publish_version(slug)]
    revisions = [row.revision for row in rows if row.offered]
    if revision is None:
        revision = max(revisions, default=None)
    if revision is None or revision in set(meta.revisions) - set(revisions):
        raise refused("not_offered", game=meta.title)
    proposed = tempo.proposes if tempo is not None else {}
    row = publish_version(slug, revision=revision, options={**proposed, **(options or {})})
    if not row.offered:
        raise refused("not_offered", game=meta.title)
    return row


def offered_versions(slug: str) -> list[RulesVersion]:
    """Return the revisions that a new table may choose, newest first, each as its default edition.

    Their notes come from the game or from an administrator.

    Raises:
        Refused: `unknown_game`.
    """
    meta = catalogue.game_of(slug).meta
    return list(_published(meta, complete(meta, {})).filter(offered=True).order_by("-revision"))


def published_versions(slug: str) -> QuerySet[RulesVersion]:
    """Return all published rules versions of a game, the newest first."""
    return RulesVersion.objects.filter(game=slug, published__isnull=False).order_by("-version")


def offer_versions(version_ids: Iterable[int], *, offered: bool) -> int:
    """Offer these rules versions at new tables, or withdraw them; return how many changed.

    Matches that use them continue.
    """
    rows = RulesVersion.objects.filter(pk__in=list(version_ids), published__isnull=False)
    return rows.exclude(offered=offered).update(offered=offered)


def chosen_options(row: RulesVersion) -> dict[str, OptionValue]:
    """Return the options of a version that differ from the rulebook.

    Raises:
        Refused: `unknown_game`.
    """
    return _chosen(catalogue.game_of(row.game).meta, row.options)


def _chosen(meta: Meta, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    defaults = {option.name: option.default for option in meta.options}
    return {name: value for name, value in options.items() if value != defaults[name]}


def _published(meta: Meta, options: dict[str, OptionValue]) -> QuerySet[RulesVersion]:
    """Return the rows with these options, including rows without an option that was added later."""
    return RulesVersion.objects.filter(
        game=meta.slug,
        data=editions.current(meta),
        published__isnull=False,
        options__contained_by=options,
        options__contains=_chosen(meta, options),
    ).order_by("version")
