"""The meaning of a tempo in words, for users who choose one or are about to sit down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.contract import Meta, Millis, Tempo
from games.kernel.options import varied
from matches.engine.clocks import HOUR_MS, TIME_BANK, UNTIMED
from matches.present.game_words import option_chosen
from matches.present.timing import exactly

WHEN_IT_IS_UP: Final = gettext_lazy(
    "When the time for a decision is up, your time bank runs. When that is empty too, the "
    "table plays for you."
)


def meaning(meta: Meta, tempo: Tempo) -> str:
    """Return the meaning of a tempo: the time for a decision, the bank, and the options that it
    proposes.
    """
    options = [option_chosen(*one) for one in varied(meta, tempo.proposes)]
    return "; ".join(
        [meaning_for_match(meta, tempo.slug, tempo.limits | {TIME_BANK: tempo.bank_ms}), *options]
    )


def meaning_for_match(meta: Meta, tempo: str, pace: Mapping[str, Millis]) -> str:
    """Return the meaning of a match's tempo, from the limits at its opening; "" without a clock."""
    if tempo == UNTIMED:
        return ""
    bank_ms = pace.get(TIME_BANK, 0)
    parts = [_each(meta, pace)]
    if bank_ms:
        parts.append(_("plus %(time)s in the bank") % {"time": exactly(bank_ms)})
    return capfirst(", ".join(filter(None, parts)))


def takes(meta: Meta, tempo: Tempo) -> str:
    """Return the longest time for a decision in short; "" if the tempo's name contains it."""
    own = max(_decisions(meta, tempo.limits), default=0)
    return exactly(own) if 0 < own < HOUR_MS else ""


def _each(meta: Meta, pace: Mapping[str, Millis]) -> str:
    own = _decisions(meta, pace)
    if not own:
        return ""
    words = _("%(time)s per decision") if len(own) == 1 else _("up to %(time)s per decision")
    return words % {"time": exactly(max(own))}


def _decisions(meta: Meta, limits: Mapping[str, Millis]) -> set[Millis]:
    """Return the limits of a seat's own decisions."""
    return {limits[kind] for kind in meta.decisions if kind in limits}
