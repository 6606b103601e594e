"""A search for a round that shows something, which records its moves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from core import data_releases
from games.kernel import options, registry, session
from games.kernel.chance import SeededChance
from games.kernel.contract import InformationState, Millis, Rules, Seat
from games.kernel.registry import AnyGame
from games.kernel.session import Pace, Recorded
from tests.games.contract.rounds import Declared
from tests.games.playthroughs import Playthrough, read_declared, start_of


class Recorder:
    """A round played by bots, or at random, with its moves recorded."""

    def __init__(
        self,
        game: AnyGame,
        rules: Rules,
        players: Sequence[str],
        declared: Declared,
        seed: str,
        tardy: int,
    ) -> None:
        self.game, self.rules, self.players, self.tardy = game, rules, players, tardy
        self.key = SeededChance(seed.encode()).shuffled(range(256))[:32]
        self.chance = SeededChance(bytes(self.key))
        self.players_chance = SeededChance(f"{seed} players".encode())
        self.pace = Pace(limits=game.meta.tempos[0].limits)
        step = game.deal(rules, len(players), start_of(declared), self.chance)
        self.state, self.events, self.at_ms = step.state, list(step.events), 0
        self.moves: list[Recorded[Any]] = []

    def play(self, at_most: int) -> None:
        """Play to the end, or for this number of moves."""
        while len(self.moves) < at_most and not session.is_over(self.game, self.rules, self.state):
            running = session.due(self.game, self.rules, self.state, self.pace)
            seat = self._who()
            at_ms = self.at_ms + 600 + 100 * self.players_chance.below(30)
            at_ms = max(at_ms, self.game.to_act(self.rules, self.state).not_before_ms)
            if running and (seat is None or self.players_chance.below(100) < self.tardy):
                at_ms = max(self.at_ms, running[0][0])
            if running and running[0][0] <= at_ms:
                action = self.game.time_out(self.rules, self.state, running[0][1])
                self._do(None, action, max(self.at_ms, running[0][0]))
            elif seat is not None and (answer := self._answer(seat)) is not None:
                self._do(seat, answer, at_ms)

    def _who(self) -> Seat | None:
        awaited = self.game.to_act(self.rules, self.state)
        tempted = [seat for seat in awaited.may_also if self.players_chance.below(100) < 30]
        able = [seat for seat in (*awaited.seats, *tempted) if self._seen(seat).offers]
        return self.players_chance.choice(able) if able else None

    def _seen(self, seat: Seat) -> InformationState[Any, Any]:
        return session.information_state(self.game, self.rules, self.state, seat, self.events)

    def _answer(self, seat: Seat) -> Any:
        seen, level = self._seen(seat), self.players[seat]
        if level == "random":
            return self.players_chance.choice(seen.offers)
        return self.game.bots[level](self.rules, seen, self.players_chance)

    def _do(self, seat: Seat | None, action: Any, at_ms: Millis) -> None:
        step = self.game.apply(self.rules, self.state, seat, action, self.chance, at_ms)
        self.state, self.at_ms = step.state, at_ms
        self.events += step.events
        self.moves.append(Recorded(seat=seat, action=action, at_ms=at_ms))


def find(arguments: argparse.Namespace) -> Playthrough:
    """Return the shortest of the first rounds that fulfil every want."""
    game = registry.get(arguments.game)
    chosen = options.read_pairs(game.meta, arguments.option)
    revision = arguments.revision or game.meta.revisions[-1]
    pinned = game.meta.data
    rules = Rules(
        revision, options.complete(game.meta, chosen), data_releases.load_release(game, pinned)
    )
    declared = read_declared(arguments.declared)
    players = (arguments.players.split(",") * arguments.seats)[: arguments.seats]
    fulfilled: list[Playthrough] = []
    for seed in range(arguments.seeds):
        recorder = Recorder(
            game, rules, players, declared, f"{arguments.name} {seed}", arguments.tardy
        )
        recorder.play(arguments.close_after or game.meta.max_moves)
        over = session.is_over(game, rules, recorder.state)
        if over == bool(arguments.close_after):
            continue
        played = Playthrough(
            about=arguments.about,
            game=game,
            rules=rules,
            seats=arguments.seats,
            key=bytes(recorder.key),
            moves=tuple(recorder.moves),
            closed=not over,
            declared=declared,
            pinned=pinned,
        )
        length = fulfilled_after(played, arguments.want)
        if length is None:
            continue
        if arguments.close and length < len(played.moves):
            played = replace(played, moves=played.moves[:length], closed=True)
        fulfilled.append(played)
        if len(fulfilled) == arguments.among:
            break
    if not fulfilled:
        sys.exit(f"No round among {arguments.seeds} has all of: {'; '.join(arguments.want)}")
    return min(fulfilled, key=lambda played: len(played.moves))


def fulfilled_after(played: Playthrough, wants: Sequence[str]) -> int | None:
    """Return the number of moves after which every want is fulfilled; None if one never is."""
    boards = played.seen_by(None)
    actions = [msgspec.to_builtins(move.action)["type"] for move in played.moves]
    situations = [
        {
            "action": action,
            "prior": actions[number - 1] if number else None,
            "told": {event.kind: event.data for event in played.steps[number + 1].events},
            "before": boards[number],
            "after": boards[number + 1],
        }
        for number, action in enumerate(actions)
    ]
    length = 1
    for want in wants:
        numbers = (n for n, at in enumerate(situations, 1) if eval(want, {}, at))
        first = next(numbers, None)
        if first is None:
            return None
        length = max(length, first)
    return length
