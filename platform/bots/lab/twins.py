"""Twin rounds: a viewer cannot distinguish them, because they differ only in what it may not know."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, Viewer
from matches.engine.live_round import LiveRound


def twin(live: LiveRound, viewer: Viewer, events: Iterable[Event], key: bytes) -> LiveRound:
    """Return a round that this viewer cannot distinguish from this one: what it may not know
    differs.

    `key`: seeds the difference. From here on the twin goes its own way. The undo stays the same,
    because its seat knows about it, and the viewer does not.
    """
    seen = session.information_state(live.game, live.rules, live.state, viewer, events)
    state = live.game.sample_state(live.rules, seen, SeededChance(key))
    return replace(
        live, state=state, chance=copy(live.chance), clocks=copy(live.clocks), new=[], late={}
    )
