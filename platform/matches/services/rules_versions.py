"""Rules versions: made once for each combination, never changed, offered at new tables or not."""

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

    `notes`: what is new, for people; by default what the game says of the revision. `anew`: it
    must not be published yet.

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
            continue  # somebody else published at the same moment: look again
    raise RuntimeError(f"no free version number for {slug}")


def version_for_table(
    slug: str,
    tempo: Tempo | None = None,
    *,
    revision: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> RulesVersion:
    """The rules version that a new table plays by; by default of the newest revision offered.

    Where `options` leave one open, it is as the tempo proposes. Where nothing of the game was
    published yet, its newest revision is published by this.

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
    """The revisions that a new table may choose from, newest first, each as its default edition.

    Their notes are the game's own words, or what an administrator wrote.

    Raises:
        Refused: `unknown_game`.
    """
    meta = catalogue.game_of(slug).meta
    return list(_published(meta, complete(meta, {})).filter(offered=True).order_by("-revision"))


def published_versions(slug: str) -> QuerySet[RulesVersion]:
    """All rules versions of a game that matches have been played by, the newest first."""
    return RulesVersion.objects.filter(game=slug, published__isnull=False).order_by("-version")


def offer_versions(version_ids: Iterable[int], *, offered: bool) -> int:
    """Offer these rules versions at new tables or withdraw them; how many that changed.

    Matches that play by them go on.
    """
    rows = RulesVersion.objects.filter(pk__in=list(version_ids), published__isnull=False)
    return rows.exclude(offered=offered).update(offered=offered)


def chosen_options(row: RulesVersion) -> dict[str, OptionValue]:
    """The options of a version that are not as the rulebook has it.

    Raises:
        Refused: `unknown_game`.
    """
    return _chosen(catalogue.game_of(row.game).meta, row.options)


def _chosen(meta: Meta, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    defaults = {option.name: option.default for option in meta.options}
    return {name: value for name, value in options.items() if value != defaults[name]}


def _published(meta: Meta, options: dict[str, OptionValue]) -> QuerySet[RulesVersion]:
    """The rows that mean these options, also those that lack one which the game has got since."""
    return RulesVersion.objects.filter(
        game=meta.slug,
        data=editions.current(meta),
        published__isnull=False,
        options__contained_by=options,
        options__contains=_chosen(meta, options),
    ).order_by("version")
