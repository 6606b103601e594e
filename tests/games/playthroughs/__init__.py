"""Golden rounds as readable text: every move, its events, and what each viewer saw.

A file `tests/games/<slug>/playthroughs/<name>.txt` begins with the setup of the round: game,
revision, options, data, seats and key. Lines that begin with `@` are its moves. Everything else
follows from these, and `python -m tests.games.playthroughs` writes it: the sentences about the move
(`>`), its events (`*`), the changes for all viewers, for a seat or only for spectators, and the
legal actions, by seat.

A round of a superseded revision is a promise to the matches that still run under it. Such a file is
only rewritten with an explicit flag, or if only its sentences have changed.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from django.utils import translation

from core import data_releases
from games.kernel import codec, options, registry, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, Observation, Rules, Seat, Start, Step, Viewer
from games.kernel.registry import AnyGame
from games.kernel.session import Recorded
from tests.games.contract.rounds import Declared
from tests.games.sentences import words

HERE = Path(__file__).parents[1]
MOVE = re.compile(r"@ (\d+) (?:seat (\d+)|table) (\{.*\})")
CLOSE = "@ close"
STORY = "  > "
WIDTH = 100
SHORT = 60
"""Longest list of a seat's offers that is written in full, in characters."""


@dataclass(frozen=True)
class Playthrough:
    """A given round: its setup and its moves.

    `closed`: the round was closed after the last move, as at `meta.max_moves`. `pinned`: the hash
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
        """True if there is a newer revision, or newer data, than in its setup."""
        meta = self.game.meta
        return (self.rules.revision, self.pinned) != (meta.revisions[-1], meta.data)

    @cached_property
    def steps(self) -> tuple[Step[Any], ...]:
        """The deal, and the step of each move in a replay."""
        start, chance = start_of(self.declared), SeededChance(self.key)
        again = session.replay(self.game, self.rules, self.seats, start, chance, self.moves)
        steps = [step for step, _ in again]
        if self.closed:
            steps.append(self.game.close(self.rules, steps[-1].state))
        return tuple(steps)

    def seen_by(self, viewer: Viewer) -> list[Any]:
        """Return what this viewer saw after each step."""
        return [self.game.observe(self.rules, step.state, viewer) for step in self.steps]

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]


def start_of(declared: Declared) -> Start:
    """Return the start of a golden round."""
    return Start(number=1, at_ms=0, declared=declared)


def files(slug: str) -> list[Path]:
    """Return the playthroughs of a game."""
    return sorted((HERE / slug / "playthroughs").glob("*.txt"))


@cache
def golden(slug: str) -> tuple[Playthrough, ...]:
    """Return the golden rounds of a game."""
    return tuple(map(read, files(slug)))


def told(slug: str, kind: str) -> list[Event]:
    """Return all events of this kind in the golden rounds of a game."""
    return [event for played in golden(slug) for event in played.events if event.kind == kind]


def looks(slug: str) -> Iterator[tuple[Any, Any]]:
    """Yield what a spectator saw before and after each move of a game's golden rounds."""
    for played in golden(slug):
        yield from pairwise(played.seen_by(None))


# --- reading -------------------------------------------------------------------------------------


def read(path: Path) -> Playthrough:
    """Read the given part of a file, without the lines that follow from it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    about = " ".join(line.removeprefix("# ") for line in lines if line.startswith("# "))
    head = dict(line.split(": ", 1) for line in lines[: lines.index("")] if line[0] != "#")
    game = registry.get(head["game"])
    chosen, pinned = json.loads(head["options"]), head.get("data", "")
    rules = Rules(
        int(head["revision"]),
        options.complete(game.meta, chosen),
        data_releases.load_release(game, pinned),
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
    """Read JSON: by name, a value for each seat."""
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
    """Return the whole file."""
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
    shown: list[dict[str, Any]] = [{} for _ in viewers]
    titles = ["deal", *map(_move_line, played.moves), *([CLOSE] if played.closed else [])]
    for number, (title, step) in enumerate(zip(titles, played.steps, strict=True)):
        yield title
        yield from _story(played.game, step.events)
        for event in step.events:
            yield from _wrapped("  * ", _event_line(event))
        now = [_fields(played.game, seen[number]) for seen in boards]
        yield from _changes(shown, now)
        shown = now
        yield from _legal(played, step.state)
        yield ""
    outcome = played.game.outcome(played.rules, played.steps[-1].state)
    yield f"outcome: {'none' if outcome is None else codec.encode(outcome)}"


def _move_line(move: Recorded[Any]) -> str:
    who = "table" if move.seat is None else f"seat {move.seat}"
    return f"@ {move.at_ms} {who} {codec.encode(move.action)}"


def _story(game: AnyGame, events: Sequence[Event]) -> list[str]:
    """Return the log's sentences in English; in brackets the seats, if not all see it."""
    told = []
    with translation.override("en"):
        for event in events:
            only = f"({_audience(event)}) " if event.audience is not None else ""
            told.append(only + words(game, event))
    return _wrapped(STORY, " ".join(told), STORY) if told else []


def _event_line(event: Event) -> str:
    line = " ".join([event.kind, *(f"{name}={_short(event.data[name])}" for name in event.data)])
    if event.audience is not None:
        line += f"  (only {_audience(event)})"
    if event.moment:
        kept = "nothing" if event.log is None else " ".join(
            f"{name}={_short(event.log[name])}" for name in event.log
        )  # fmt: skip
        line += f"  (once; the log keeps {kept})"
    return line


def _audience(event: Event) -> str:
    return ", ".join(f"seat {seat}" for seat in event.audience or ()) or "nobody"


def _changes(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> Iterator[str]:
    """Return what is new to a spectator, and so to all; then what differs for each seat."""
    *seats, public = [_news(old, new) for old, new in zip(before, now, strict=True)]
    own = [
        {name: change.get(name, "as before") for name in change | public
         if change.get(name) != public.get(name)}
        for change in seats
    ]  # fmt: skip
    for name, change in [("all", public), *((f"seat {n}", one) for n, one in enumerate(own))]:
        if change:
            yield from _wrapped(f"  {name}: ", "  ".join(f"{k}={v}" for k, v in change.items()))


def _news(old: dict[str, Any], new: dict[str, Any]) -> dict[str, str]:
    """Return the fields that are new; for a list of structs, its places."""
    news: dict[str, str] = {}
    for name, value in new.items():
        if name not in old or old[name] != value:
            change = _change(old[name], value) if name in old else value
            numbered = isinstance(change, dict) and isinstance(value, list)
            parts = (
                {f"{name}.{n}": part for n, part in change.items()} if numbered else {name: change}
            )
            news |= {path: _short(part) for path, part in parts.items()}
    return news


def _change(old: Any, new: Any) -> Any:
    """Return the new part of a value.

    For a struct these are its fields, for a list of structs that is not shorter than before its
    places, by number. Any other value that differs is new as a whole.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        return {name: _change(old[name], part) for name, part in new.items() if old[name] != part}
    if not (isinstance(old, list) and isinstance(new, list) and old and len(old) <= len(new)):
        return new
    if not all(isinstance(part, dict) for part in new):
        return new
    changed = {
        n: _change(was, part)
        for n, (was, part) in enumerate(zip(old, new, strict=False))
        if was != part
    }
    return changed | dict(enumerate(new[len(old) :], len(old)))


def _fields(game: AnyGame, board: Observation) -> dict[str, Any]:
    """Return an observation without its viewer and without derived fields."""
    fields: dict[str, Any] = _plain(board, derived(game.meta.slug))
    return {name: value for name, value in fields.items() if name != "viewer"}


def _plain(value: Any, left_out: frozenset[str]) -> Any:
    """Return a struct as a dict of its remaining fields, or the only one alone."""
    if isinstance(value, msgspec.Struct):
        kind, names = type(value).__name__, value.__struct_fields__
        kept = {
            name: _plain(getattr(value, name), left_out)
            for name in names
            if f"{kind}.{name}" not in left_out
        }
        return kept.popitem()[1] if len(kept) == 1 < len(names) else kept
    if isinstance(value, list | tuple):
        return [_plain(part, left_out) for part in value]
    return msgspec.to_builtins(value)


def derived(slug: str) -> frozenset[str]:
    """Return the fields of a game's observations that follow from others ("Board.twos").

    They are left out here and have tests of their own.
    """
    return _said(slug, "DERIVED")


def never(slug: str) -> frozenset[str]:
    """Return the kinds of events and of ends that no golden round of a game can show."""
    return _said(slug, "NEVER")


@cache
def _said(slug: str, name: str) -> frozenset[str]:
    """Return this name from `tests/games/<slug>/golden.py`; empty without it."""
    home = f"tests.games.{slug}.golden"
    return frozenset(getattr(import_module(home), name, ()) if find_spec(home) else ())


def _legal(played: Playthrough, state: Any) -> list[str]:
    """Return each seat's offers, by their selections; a long list is counted."""
    seats: dict[str, list[Seat]] = {}
    for seat in range(played.seats):
        offers = session.offers(played.game, played.rules, state, seat)
        if offers:
            seats.setdefault(_offered(played.game, offers), []).append(seat)
    said = [f"{' '.join(map(str, who))}: {what}" for what, who in seats.items()]
    return _wrapped("  legal ", "  ".join(said)) if said else []


def _offered(game: AnyGame, offers: Sequence[Any]) -> str:
    picks = " | ".join(" ".join(game.selection_of(offer)) for offer in offers)
    if len(picks) <= SHORT:
        return picks
    kinds = Counter(msgspec.to_builtins(offer)["type"] for offer in offers)
    return " | ".join(kind if count == 1 else f"{kind} x{count}" for kind, count in kinds.items())


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


def _wrapped(begin: str, line: str, then: str = "      ") -> list[str]:
    return textwrap.wrap(
        line, WIDTH, initial_indent=begin, subsequent_indent=then, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def facts(golden: str) -> list[str]:
    """Return the lines of a golden round without its sentences, which may be reworded."""
    return [line for line in golden.splitlines() if not line.startswith(STORY)]


def regenerate(superseded: bool = False) -> tuple[list[Path], list[Path]]:
    """Write the files again; return those that changed, and those that differ and were left.

    `superseded`: write those of superseded revisions, too.
    """
    changed, left = [], []
    for slug in registry.games():
        for path in files(slug):
            played = read(path)
            new, old = text(played), path.read_text(encoding="utf-8")
            if new == old:
                continue
            if played.superseded and not superseded and facts(new) != facts(old):
                left.append(path)
            else:
                path.write_text(new, encoding="utf-8")
                changed.append(path)
    return changed, left
