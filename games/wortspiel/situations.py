"""The situation of an action, and the table as it was then (RULES.md 4.1)."""

from __future__ import annotations

from games.kernel.contract import Millis, Refusal, Rules
from games.wortspiel import refusals
from games.wortspiel.options import millis
from games.wortspiel.state import Laid, Phase, State


def of_now(state: State, seq: int) -> Refusal | None:
    """Return why this is not the present situation; None if it is."""
    if seq == state.seq:
        return None
    return refusals.SITUATION_OVER if seq < state.seq else refusals.NO_SUCH_SITUATION


def rival(rules: Rules, state: State, seq: int, at_ms: Millis) -> Laid | None:
    """Return the word that a card for this situation arrives just after, if there is one."""
    if seq == state.seq or state.phase in (Phase.DOUBT_VOTE, Phase.COLOUR_CHOICE):
        return None
    if state.phase is Phase.PHOTO_FINISH and seq != state.word.seq:
        return None
    for laid in words(state):
        if laid.seq == seq:
            soon = at_ms < laid.at_ms + millis(rules, "photo_finish_ms")
            return laid if laid.raced and soon else None
    return None


def words(state: State) -> tuple[Laid, ...]:
    """Return the latest word and those before it that may still be taken back, latest first."""
    return () if state.last is None else (state.last, *reversed(state.earlier))


def piles_before(state: State, first: Laid) -> tuple[tuple[int, ...], ...]:
    """Return the piles just before this word was laid."""
    piles = list(state.piles)
    for laid in words(state):
        piles[laid.pile] = piles[laid.pile][:-1]
        if laid.seq == first.seq:
            break
    return tuple(piles)
