"""Golden rounds as text that people can read: every move, what it told, and what each viewer saw.

A file `tests/games/<slug>/playthroughs/<name>.txt` begins with what the round was played with
(game, options, seats, key) and holds its moves in lines that begin with `@`; everything else in it
follows from these and is written by this script:

    python -m tests.games.playthroughs                       write all files anew
    python -m tests.games.playthroughs record SLUG NAME …    look for a round and freeze it

`record` plays rounds until one fulfils every `--want`, a Python expression over `action` (its
type), `prior` (that of the move before), `told` (the data of its events by kind), `before` and
`after` (what a spectator sees) that must hold for some move; of `--among` such rounds it keeps the
shortest one. For example:

    --want "action == 'play_knight'" --want "after.ended and after.ended.reason == 'points'"
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from games.kernel import codec, options, registry, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, Millis, Pace, Rules, Seat, Seen, Start, Step, Value, Viewer
from games.kernel.registry import AnyGame
from games.kernel.session import Recorded

HERE = Path(__file__).parent
MOVE = re.compile(r"@ (\d+) (?:seat (\d+)|table) (\{.*\})")
CLOSE = "@ close"
WIDTH = 100


@dataclass(frozen=True)
class Playthrough:
    """A round as it is given: with what it was played, and its moves.

    `closed`: after the last move the round was closed, as at `meta.max_moves`.
    """

    about: str
    game: AnyGame
    rules: Rules
    seats: int
    key: bytes
    moves: tuple[Recorded[Any], ...]
    closed: bool = False

    @cached_property
    def steps(self) -> tuple[Step[Any], ...]:
        """The deal, and what each move led to when it is done again."""
        start, chance = Start(number=1, at_ms=0), SeededChance(self.key)
        steps = list(session.replay(self.game, self.rules, self.seats, start, chance, self.moves))
        if self.closed:
            steps.append(self.game.close(self.rules, steps[-1].state))
        return tuple(steps)

    def seen_by(self, viewer: Viewer) -> list[Any]:
        """What this viewer saw after each step."""
        return [self.game.observe(self.rules, step.state, viewer) for step in self.steps]

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]


def files(slug: str) -> list[Path]:
    """The playthroughs of a game."""
    return sorted((HERE / slug / "playthroughs").glob("*.txt"))


# --- reading -------------------------------------------------------------------------------------


def read(path: Path) -> Playthrough:
    """What is given in a file; what follows from it is left aside."""
    lines = path.read_text(encoding="utf-8").splitlines()
    about = " ".join(line.removeprefix("# ") for line in lines if line.startswith("# "))
    head = dict(line.split(": ", 1) for line in lines[: lines.index("")] if line[0] != "#")
    game = registry.get(head["game"])
    rules = Rules(int(head["revision"]), options.complete(game.meta, json.loads(head["options"])))
    moves = [_read_move(game, found) for found in map(MOVE.fullmatch, lines) if found]
    return Playthrough(
        about=about,
        game=game,
        rules=rules,
        seats=int(head["seats"]),
        key=bytes.fromhex(head["key"]),
        moves=tuple(moves),
        closed=CLOSE in lines,
    )


def _read_move(game: AnyGame, found: re.Match[str]) -> Recorded[Any]:
    at_ms, seat, action = found.groups()
    return Recorded(
        seat=None if seat is None else int(seat),
        action=codec.decode_action(game, action),
        at_ms=int(at_ms),
    )


# --- writing -------------------------------------------------------------------------------------


def text(played: Playthrough) -> str:
    """The whole file."""
    meta = played.game.meta
    defaults = {option.name: option.default for option in meta.options}
    chosen = {
        name: value for name, value in played.rules.options.items() if value != defaults[name]
    }
    lines = [
        *textwrap.wrap(played.about, WIDTH, initial_indent="# ", subsequent_indent="# "),
        f"game: {meta.slug}",
        f"revision: {played.rules.revision}",
        f"options: {json.dumps(chosen, sort_keys=True)}",
        f"seats: {played.seats}",
        f"key: {played.key.hex()}",
        "",
        *_body(played),
    ]
    return "\n".join(lines) + "\n"


def _body(played: Playthrough) -> Iterator[str]:
    viewers: list[Viewer] = [*range(played.seats), None]
    boards = [played.seen_by(viewer) for viewer in viewers]
    shown: list[dict[str, str]] = [{} for _ in viewers]
    titles = ["deal", *map(_move_line, played.moves), *([CLOSE] if played.closed else [])]
    for number, (title, step) in enumerate(zip(titles, played.steps, strict=True)):
        yield title
        for event in step.events:
            yield from _wrapped("  * ", _event_line(event))
        now = [_shown(seen[number]) for seen in boards]
        yield from _changes(shown, now)
        shown = now
        yield ""
    outcome = played.game.outcome(played.rules, played.steps[-1].state)
    yield f"outcome: {'none' if outcome is None else codec.encode(outcome)}"


def _move_line(move: Recorded[Any]) -> str:
    who = "table" if move.seat is None else f"seat {move.seat}"
    return f"@ {move.at_ms} {who} {codec.encode(move.action)}"


def _event_line(event: Event) -> str:
    line = " ".join([event.kind, *(f"{name}={_short(event.data[name])}" for name in event.data)])
    if event.audience is not None:
        line += f"  (only {', '.join(f'seat {seat}' for seat in event.audience) or 'nobody'})"
    if event.moment:
        kept = "nothing" if event.log is None else " ".join(
            f"{name}={_short(event.log[name])}" for name in event.log
        )  # fmt: skip
        line += f"  (once; the log keeps {kept})"
    return line


def _changes(before: list[dict[str, str]], now: list[dict[str, str]]) -> Iterator[str]:
    """What each viewer sees that it did not see before; what all see alike is said once."""
    changed = [
        {path: value for path, value in {**dict.fromkeys(old, "gone"), **new}.items()
         if old.get(path) != value}
        for old, new in zip(before, now, strict=True)
    ]  # fmt: skip
    alike = {
        path: value
        for path, value in changed[-1].items()
        if all(change.get(path) == value for change in changed)
    }
    names = [*(f"seat {seat}" for seat in range(len(now) - 1)), "watcher"]
    for name, change in [("all", alike), *zip(names, changed, strict=True)]:
        own = change if name == "all" else {k: v for k, v in change.items() if k not in alike}
        if own:
            yield from _wrapped(f"  {name}: ", "  ".join(f"{k}={v}" for k, v in own.items()))


def _shown(board: Value) -> dict[str, str]:
    """An observation as fields and short values, but for the viewer itself."""
    fields: dict[str, str] = {}
    for name, value in json.loads(codec.encode(board)).items():
        if isinstance(value, list) and any(isinstance(part, dict) for part in value):
            fields |= {f"{name}.{number}": _short(part) for number, part in enumerate(value)}
        elif name != "viewer":
            fields[name] = _short(value)
    return fields


def _short(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case dict():
            return "{" + " ".join(f"{name}={_short(part)}" for name, part in value.items()) + "}"
        case [bool(), *_]:
            return "[" + "".join("x" if part else "." for part in value) + "]"
        case [None, *_] if not any(value):
            return f"[none x{len(value)}]"
        case list():
            return "[" + " ".join(map(_short, value)) + "]"
        case _:
            return str(value)


def _wrapped(begin: str, line: str) -> list[str]:
    return textwrap.wrap(
        line, WIDTH, initial_indent=begin, subsequent_indent="      ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


# --- recording -----------------------------------------------------------------------------------


class Recorder:
    """Plays a round with bots, or at random, and keeps its moves."""

    def __init__(
        self, game: AnyGame, rules: Rules, players: Sequence[str], seed: str, tardy: int
    ) -> None:
        self.game, self.rules, self.players, self.tardy = game, rules, players, tardy
        self.key = SeededChance(seed.encode()).shuffled(range(256))[:32]
        self.chance = SeededChance(bytes(self.key))
        self.luck = SeededChance(f"{seed} players".encode())
        self.pace = Pace(limits=game.meta.tempos[0].limits)
        step = game.deal(rules, len(players), Start(number=1, at_ms=0), self.chance)
        self.state, self.events, self.at_ms = step.state, list(step.events), 0
        self.moves: list[Recorded[Any]] = []

    def play(self, at_most: int) -> None:
        """On to the end, or for so many moves."""
        while len(self.moves) < at_most and not session.is_over(self.game, self.rules, self.state):
            running = session.due(self.game, self.rules, self.state, self.pace)
            seat = self._who()
            at_ms = self.at_ms + 600 + 100 * self.luck.below(30)
            if running and (seat is None or self.luck.below(100) < self.tardy):
                at_ms = max(self.at_ms, running[0][0])
            if running and running[0][0] <= at_ms:
                action = self.game.time_out(self.rules, self.state, running[0][1])
                self._do(None, action, max(self.at_ms, running[0][0]))
            elif seat is not None:
                self._do(seat, self._answer(seat), at_ms)

    def _who(self) -> Seat | None:
        awaited = self.game.to_act(self.rules, self.state)
        tempted = [seat for seat in awaited.may_also if self.luck.below(100) < 30]
        able = [seat for seat in (*awaited.seats, *tempted) if self._seen(seat).offers]
        return self.luck.choice(able) if able else None

    def _seen(self, seat: Seat) -> Seen[Any, Any]:
        return session.seen(self.game, self.rules, self.state, seat, self.events)

    def _answer(self, seat: Seat) -> Any:
        seen, level = self._seen(seat), self.players[seat]
        if level == "random":
            return self.luck.choice(seen.offers)
        return self.game.bots[level](self.rules, seen, self.luck)

    def _do(self, seat: Seat | None, action: Any, at_ms: Millis) -> None:
        step = self.game.apply(self.rules, self.state, seat, action, self.chance, at_ms)
        self.state, self.at_ms = step.state, at_ms
        self.events += step.events
        self.moves.append(Recorded(seat=seat, action=action, at_ms=at_ms))


def find(arguments: argparse.Namespace) -> Playthrough:
    """The shortest of the first rounds that fulfil every want."""
    game = registry.get(arguments.game)
    chosen = dict(pair.split("=", 1) for pair in arguments.option)
    rules = Rules(game.meta.revisions[-1], options.complete(game.meta, chosen))
    players = (arguments.players.split(",") * arguments.seats)[: arguments.seats]
    fulfilled: list[Playthrough] = []
    for seed in range(arguments.seeds):
        recorder = Recorder(game, rules, players, f"{arguments.name} {seed}", arguments.tardy)
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
        )
        if _fulfils(played, arguments.want):
            fulfilled.append(played)
        if len(fulfilled) == arguments.among:
            break
    if not fulfilled:
        sys.exit(f"No round among {arguments.seeds} has all of: {'; '.join(arguments.want)}")
    return min(fulfilled, key=lambda played: len(played.moves))


def _fulfils(played: Playthrough, wants: Sequence[str]) -> bool:
    boards = played.seen_by(None)
    actions = [codec.to_builtins(move.action)["type"] for move in played.moves]
    situations = []
    for number, action in enumerate(actions):
        situations.append(
            {
                "action": action,
                "prior": actions[number - 1] if number else None,
                "told": {event.kind: event.data for event in played.steps[number + 1].events},
                "before": boards[number],
                "after": boards[number + 1],
            }
        )
    return all(any(eval(want, {}, situation) for situation in situations) for want in wants)


def regenerate() -> int:
    """Write every file anew; how many differ from before."""
    changed = 0
    for slug in registry.games():
        for path in files(slug):
            old, new = path.read_text(encoding="utf-8"), text(read(path))
            if old != new:
                path.write_text(new, encoding="utf-8")
                print(f"changed: {path.relative_to(HERE)}")
                changed += 1
    return changed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    verbs = parser.add_subparsers(dest="verb")
    record = verbs.add_parser("record", help="look for a round and freeze it")
    record.add_argument("game")
    record.add_argument("name")
    record.add_argument("--about", required=True, help="what the round shows, in a sentence")
    record.add_argument("--seats", type=int, required=True)
    record.add_argument("--players", default="random", help="levels by seat, or random")
    record.add_argument("--option", action="append", default=[], help="name=choice")
    record.add_argument("--want", action="append", default=[], help="see above")
    record.add_argument("--tardy", type=int, default=0, help="time-outs in a hundred moves")
    record.add_argument("--close-after", type=int, default=0, help="close after so many moves")
    record.add_argument("--seeds", type=int, default=2000)
    record.add_argument("--among", type=int, default=20)
    arguments = parser.parse_args()
    if arguments.verb == "record":
        played = find(arguments)
        path = HERE / arguments.game / "playthroughs" / f"{arguments.name}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text(played), encoding="utf-8")
        print(f"written: {path.relative_to(HERE)}, {len(played.moves)} moves")
    else:
        count = sum(len(files(slug)) for slug in registry.games())
        print(f"{count} playthroughs, {regenerate()} changed")


if __name__ == "__main__":
    main()
