"""Golden rounds as text that people can read: every move, what it told, and what each viewer saw.

A file `tests/games/<slug>/playthroughs/<name>.txt` begins with what the round was played with
(game, revision, options, data, seats, key) and holds its moves in lines that begin with `@`; everything
else in it follows from these and is written by `python -m tests.games.playthroughs`.

A round of a superseded revision is a promise to the matches that still run under it: such files
are not written anew unless one insists.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from core import releases
from games.kernel import codec, options, registry, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, Rules, Start, Step, Value, Viewer
from games.kernel.registry import AnyGame
from games.kernel.session import Recorded
from tests.games.contract.rounds import Declared

HERE = Path(__file__).parents[1]
MOVE = re.compile(r"@ (\d+) (?:seat (\d+)|table) (\{.*\})")
CLOSE = "@ close"
WIDTH = 100


@dataclass(frozen=True)
class Playthrough:
    """A round as it is given: with what it was played, and its moves.

    `closed`: after the last move the round was closed, as at `meta.max_moves`. `pinned`: the hash
    of its data, as in `Meta.data`.
    """

    about: str
    game: AnyGame
    rules: Rules
    seats: int
    key: bytes
    moves: tuple[Recorded[Any], ...]
    closed: bool = False
    declared: Declared = field(default_factory=dict)
    pinned: str = ""

    @property
    def superseded(self) -> bool:
        """Whether there is a newer revision, or newer data, than it was played with."""
        meta = self.game.meta
        return (self.rules.revision, self.pinned) != (meta.revisions[-1], meta.data)

    @cached_property
    def steps(self) -> tuple[Step[Any], ...]:
        """The deal, and what each move led to when it is done again."""
        start, chance = start_of(self.declared), SeededChance(self.key)
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


def start_of(declared: Declared) -> Start:
    """How every golden round begins."""
    return Start(number=1, at_ms=0, declared=declared)


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
    chosen, pinned = json.loads(head["options"]), head.get("data", "")
    rules = Rules(
        int(head["revision"]), options.complete(game.meta, chosen), releases.load(game, pinned)
    )
    moves = [_read_move(game, found) for found in map(MOVE.fullmatch, lines) if found]
    return Playthrough(
        about=about,
        game=game,
        rules=rules,
        seats=int(head["seats"]),
        key=bytes.fromhex(head["key"]),
        moves=tuple(moves),
        closed=CLOSE in lines,
        declared=read_declared(head.get("declared", "{}")),
        pinned=pinned,
    )


def read_declared(text: str) -> Declared:
    """JSON: by name, a value for each seat."""
    return {name: tuple(values) for name, values in json.loads(text).items()}


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
        *([f"data: {played.pinned}"] if played.pinned else []),
        f"seats: {played.seats}",
        *([f"declared: {json.dumps(played.declared)}"] if played.declared else []),
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


def regenerate(superseded: bool = False) -> tuple[list[Path], list[Path]]:
    """Write the files anew; those that were changed, and those that differ and were left.

    `superseded`: write those of superseded revisions, too.
    """
    changed, left = [], []
    for slug in registry.games():
        for path in files(slug):
            played = read(path)
            new = text(played)
            if new == path.read_text(encoding="utf-8"):
                continue
            if played.superseded and not superseded:
                left.append(path)
            else:
                path.write_text(new, encoding="utf-8")
                changed.append(path)
    return changed, left
