"""Rounds that one viewer cannot tell apart: what it may not know is different in each."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, Viewer
from matches.engine.live_round import LiveRound


def twin(live: LiveRound, viewer: Viewer, events: Iterable[Event], key: bytes) -> LiveRound:
    """The same round as this viewer may just as well believe it to be: what it cannot know differs.

    `key`: from which the difference is drawn. It goes its own way from here; what may be taken back
    is the same, because its seat knows that it may, and nobody here does.
    """
    seen = session.information_state(live.game, live.rules, live.state, viewer, events)
    state = live.game.sample_state(live.rules, seen, SeededChance(key))
    return replace(
        live, state=state, chance=copy(live.chance), clocks=copy(live.clocks), new=[], late={}
    )
