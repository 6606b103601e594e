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
    return "" if tempo == UNTIMED else _joined(_each(meta, pace), _bank(pace))


def beside_name(meta: Meta, tempo: str, pace: Mapping[str, Millis]) -> str:
    """Return the meaning of a match's tempo without the time that its name contains."""
    if has_preset(meta, tempo) and _longest(meta, pace) >= HOUR_MS:
        return _joined(_bank(pace))
    return meaning_for_match(meta, tempo, pace)


def has_preset(meta: Meta, tempo: str) -> bool:
    """Return whether the game names a match's tempo; a custom one has only its times."""
    return any(one.slug == tempo for one in meta.tempos)


def takes(meta: Meta, tempo: Tempo) -> str:
    """Return the longest time for a decision in short; "" if the tempo's name contains it."""
    own = _longest(meta, tempo.limits)
    return exactly(own) if 0 < own < HOUR_MS else ""


def _joined(*parts: str) -> str:
    return capfirst(", ".join(filter(None, parts)))


def _bank(pace: Mapping[str, Millis]) -> str:
    bank_ms = pace.get(TIME_BANK, 0)
    return _("plus %(time)s in the bank") % {"time": exactly(bank_ms)} if bank_ms else ""


def _longest(meta: Meta, limits: Mapping[str, Millis]) -> Millis:
    return max(_decisions(meta, limits), default=0)


def _each(meta: Meta, pace: Mapping[str, Millis]) -> str:
    own = _decisions(meta, pace)
    if not own:
        return ""
    words = _("%(time)s per decision") if len(own) == 1 else _("up to %(time)s per decision")
    return words % {"time": exactly(max(own))}


def _decisions(meta: Meta, limits: Mapping[str, Millis]) -> set[Millis]:
    """Return the limits of a seat's own decisions."""
    return {limits[kind] for kind in meta.decisions if kind in limits}
