"""The tempos by correspondence, which every game offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.kernel.contract import N_, Millis, OptionValue, Tempo

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def correspondence(
    limits: Callable[[Millis], dict[str, Millis]],
    *,
    label: str = N_("One day per move"),
    proposes: dict[str, OptionValue] | None = None,
) -> tuple[Tempo, ...]:
    """Return the tempos with a day, half a day or three days for a decision, each with a bank.

    `limits`: turns the time for a decision into limits.
    """
    return tuple(
        Tempo(slug, called, limits(each), bank, DAY, proposes or {})
        for slug, called, each, bank in (
            ("correspondence", label, DAY, 3 * DAY),
            ("half_days", N_("Twelve hours per move"), 12 * HOUR, DAY),
            ("three_days", N_("Three days per move"), 3 * DAY, 7 * DAY),
        )
    )
