"""Checks of secrecy: states that differ only in hidden facts look the same to a viewer."""

from __future__ import annotations

import random
from itertools import zip_longest
from typing import Any

from games.kernel import codec, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, InformationState, Millis, Seat, Step, Value, Viewer
from tests.games.cards import cards_in
from tests.games.contract.rounds import Position, Round, reveals

POSITIONS = 10
TWINS = 5
"""Number of twins per viewer.

More of them make it likelier that one equals the real state only in what an action turns up.
"""
SAMPLES = 8


def samples_what_it_sees(played: Round) -> None:
    """`observe(sample_state(...))` equals the observation, for every seat and for a spectator."""
    game, rules = played.game, played.rules
    for position in played.sample(POSITIONS * 2):
        for viewer in played.viewers:
            seen = _seen(played, position, viewer)
            twin = _twin(played, position, seen, 0)
            assert game.observe(rules, twin, viewer) == seen.observation
            assert session.offers(game, rules, twin, viewer) == seen.offers
            real = cards_in(game, rules, position.state)
            assert cards_in(game, rules, twin) == real, "the sample has other cards"
            assert twin == _twin(played, position, seen, 0), "the same chance gives another sample"
            assert session.is_over(game, rules, twin) == (position is played.last)


def twins_look_alike(played: Round) -> None:
    """A twin looks the same, now and after any action that does not turn up the difference.

    Observation, events, offers, refusals and visible deadlines are the same.
    """
    for position in played.sample(POSITIONS):
        here = _Here(played, position)
        for viewer in played.viewers:
            seen = _seen(played, position, viewer)
            actions = here.some_actions(viewer)
            for number in range(TWINS):
                twin = _twin(played, position, seen, number)
                assert here.look(position.state, viewer) == here.look(twin, viewer)
                _same_after_actions(here, actions, twin, viewer)


def private_events_stay(played: Round) -> None:
    """A move without a visible event leaves all that a viewer gets unchanged, to the byte."""
    for move in played.taken:
        for viewer in played.viewers:
            if any(event.visible_to(viewer) for event in move.events):
                continue
            before = look(played, move.before.state, viewer, None)
            after = look(played, move.after.state, viewer, None)
            assert before == after, (
                f"viewer {viewer} notices {move.action} of {move.seat} without an event"
            )


def moments_are_kept_short(played: Round) -> None:
    """The logged form of a moment contains less than the moment, and nothing new."""
    for event in played.last.events:
        kept = event.logged()
        if kept is None or kept is event:
            continue
        assert not kept.moment
        assert kept.audience == event.audience
        assert kept.data.keys() <= event.data.keys()
        assert kept.data != event.data, f"the log keeps all data of the moment {event.kind}"


def _seen(played: Round, position: Position, viewer: Viewer) -> InformationState[Any, Any]:
    return session.information_state(
        played.game, played.rules, position.state, viewer, position.events
    )


def _twin(played: Round, position: Position, seen: InformationState[Any, Any], number: int) -> Any:
    key = f"twin {played.seed} {position.moves} {seen.observation.viewer} {number}"
    return played.game.sample_state(played.rules, seen, SeededChance(key.encode()))


def look(played: Round, state: Any, viewer: Viewer, now_ms: Millis | None) -> dict[str, Any]:
    """Return all that this viewer can find out without acting, in the form that is sent.

    `now_ms` None: the start of deadlines counts too. Otherwise deadlines that began by then count
    as equal: a sampled state does not have their start.
    """
    game, rules = played.game, played.rules
    deadlines = [
        (
            deadline.kind,
            deadline.seat,
            deadline.after_ms,
            deadline.since_ms if now_ms is None else max(deadline.since_ms, now_ms),
        )
        for deadline in game.deadlines(rules, state)
        if deadline.visible_to(viewer)
    ]
    return {
        "observation": codec.encode(game.observe(rules, state, viewer)),
        "offers": [codec.encode(action) for action in session.offers(game, rules, state, viewer)],
        "deadlines": sorted(deadlines, key=repr),
        "refusals": [
            session.why_not(game, rules, state, viewer, action, now_ms or 0)
            for action in played.samples
        ],
        "meanings": []
        if viewer is None
        else [
            _meaning(game.action_from_selection(rules, state, viewer, selection))
            for selection in played.selections
        ],
    }


def _meaning(action: Value | None) -> str | None:
    return None if action is None else codec.encode(action)


class _Here:
    """A position, with a cache of all that does not depend on the twin.

    Equal twins share the cache.
    """

    def __init__(self, played: Round, position: Position) -> None:
        self.played = played
        self.position = position
        self.at_ms = played.act_at(position) + 1
        self.offers = [played.offers(position, seat) for seat in range(played.seats)]
        self._looks: dict[tuple[Any, Viewer], dict[str, Any]] = {}
        self._steps: dict[tuple[Any, Seat, Any], Step[Any]] = {}

    def some_actions(self, viewer: Viewer) -> list[tuple[Seat, Any]]:
        """Return a sample of all seats' offers, drawn again for each viewer."""
        rng = random.Random(f"{self.played.seed} {self.position.moves} {viewer}")
        return [
            (seat, action)
            for seat, offers in enumerate(self.offers)
            for action in rng.sample(offers, min(SAMPLES, len(offers)))
        ]

    def look(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        """Return what this viewer can find out, at the time of this position."""
        if (state, viewer) not in self._looks:
            found = look(self.played, state, viewer, self.position.at_ms)
            self._looks[state, viewer] = found
        return self._looks[state, viewer]

    def act(self, state: Any, seat: Seat, action: Any) -> Step[Any]:
        """Return the step after an action, with the chance of this position."""
        if (state, seat, action) not in self._steps:
            game, rules = self.played.game, self.played.rules
            chance = self.played.chance(self.position)
            step = game.apply(rules, state, seat, action, chance, self.at_ms)
            self._steps[state, seat, action] = step
        return self._steps[state, seat, action]


def _same_after_actions(
    here: _Here, actions: list[tuple[Seat, Any]], twin: Any, viewer: Viewer
) -> None:
    """Check that a viewer who sees the same events sees the same table afterwards."""
    played = here.played
    for seat, action in actions:
        if session.why_not(played.game, played.rules, twin, seat, action, here.at_ms) is not None:
            continue  # that the seat can do it tells the difference
        real = here.act(here.position.state, seat, action)
        dream = here.act(twin, seat, action)
        told = [event for event in real.events if event.visible_to(viewer)]
        dreamt = [event for event in dream.events if event.visible_to(viewer)]
        if not told or not dreamt:
            continue  # held back in one of them: `private_events_stay` checks that
        if _tells_apart(played, told, dreamt):
            continue
        assert here.look(real.state, viewer) == here.look(dream.state, viewer), (
            f"{played}: viewer {viewer} learns more from {action} than its events tell"
        )


def _tells_apart(played: Round, told: list[Event], dreamt: list[Event]) -> bool:
    """Return whether the events differ; they may, but only if one of them turns up hidden facts."""
    for one, other in zip_longest(told, dreamt):
        if one == other:
            continue
        kinds = {event.kind for event in (one, other) if event is not None}
        assert kinds & reveals(played.game), (
            f"{played}: the events {one} and {other} reveal hidden facts; if the rules turn them up"
            f" here, add the kind to tests/games/{played.game.meta.slug}/reveals.py"
        )
        return True
    return False
