"""The bots' doubts about a person's words, measured at the table (docs/bots.md).

    python -m tests.games.wortspiel.doubts      prints the table in docs/bots.md

A person in seat 0 lays a word and otherwise does only what is required. Bots in the other seats act
at their own pace, until the word is settled or the next card is laid.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import django
from msgspec.structs import replace

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event
from games.kernel.thinking import Players
from games.wortspiel import GAME
from games.wortspiel.actions import AcceptWord, Doubt, Ready, Vote, WortspielAction
from games.wortspiel.cards import COLOURS
from games.wortspiel.state import Phase
from tests.games.wortspiel.scene import LEXICON, Scene

LEFT = (0, 1, 2, 4, 7)
"""Numbers of cards that the author has left."""


@dataclass(frozen=True)
class Said:
    """A word, the card that is laid for it, and the card below."""

    word: str
    card: str
    base: str


@dataclass(frozen=True)
class Fate:
    """The result for a word; `turncoats`: seats that accepted it and then voted against it."""

    doubted: bool
    overturned: bool
    turncoats: int


def listed() -> list[Said]:
    """Return each word of the lexicon, editorial ones too, with its second word laid on the first."""
    return [
        Said(compound.text, _handles(compound.second)[-1], _handles(compound.first)[0])
        for compounds in LEXICON.compounds.values()
        for compound in compounds
    ]


def nonsense(number: int, linked: bool) -> list[Said]:
    """Return this number of random pairs that have no word in the lexicon.

    `linked`: the first word has the form in which it usually begins words, else both are as on the
    cards.
    """
    chance = SeededChance(b"nonsense")
    texts = sorted(LEXICON.words)
    found: list[Said] = []
    while len(found) < number:
        one, other = chance.choice(texts), chance.choice(texts)
        if one != other and not LEXICON.compounds_of(one, other):
            begin = LEXICON.words[one].forms[0] if linked else one
            found.append(Said(begin + other, _handles(other)[-1], _handles(one)[0]))
    return found


@cache
def _handles(text: str) -> tuple[str, ...]:
    """Return the cards with this word."""
    return tuple(
        handle
        for handle, (word, _) in zip(LEXICON.handles, LEXICON.faces, strict=True)
        if word == text
    )


def fate(level: str, said: Said, left: int, seats: int = 3) -> Fate:
    """Return the result for the word at a table of this level, with these cards left to its author."""
    lot = SeededChance(f"{said.word} {left} {seats}".encode())
    free = [name for name in lot.shuffled(LEXICON.handles) if name not in (said.card, said.base)]
    hands = [free[seat * 10 : seat * 10 + 6] for seat in range(1, seats)]
    author = [said.card, *free[: min(left, 10)]]
    colour = COLOURS[LEXICON.colour_of[LEXICON.card_named[said.base]]]
    scene = Scene(" ".join(author), *map(" ".join, hands), tops=said.base, rest=" ".join(COLOURS),
                  colour=colour, pause=1, dealer=lot.below(seats))  # fmt: skip
    scene.state = replace(scene.state, seq=7 + lot.below(90))
    scene.play(0, said.card, 0, said.word)
    acted = list(_until_settled(scene, level, scene.word))
    accepted = {seat for seat, action in acted if isinstance(action, AcceptWord)}
    against = {seat for seat, action in acted if isinstance(action, Vote) and not action.valid}
    return Fate(
        doubted=any(isinstance(action, Doubt) for _, action in acted),
        overturned=any(e.kind == "doubt_over" and not e.data["stands"] for e in scene.events),
        turncoats=len(accepted & against),
    )


def _until_settled(scene: Scene, level: str, seq: int) -> Iterator[tuple[int, WortspielAction]]:
    """Yield each seat with its action until the word is settled."""
    players = Players([level] * scene.state.seats, f"{level} {seq}")
    lot = SeededChance(f"{level} {seq}".encode())
    for moves in range(200):
        if scene.state.ending or scene.state.last is None or scene.state.word.seq != seq:
            return
        if any(event.kind == "doubt_over" for event in scene.events):
            return
        first = players.first(GAME, scene.rules, scene.state, moves, scene.at_ms)
        if first is None:
            return
        at_ms, seat = first
        seen = session.information_state(GAME, scene.rules, scene.state, seat, scene.events)
        action = _quiet(scene) if seat == 0 else GAME.bots[level](scene.rules, seen, lot)
        if action is None:
            players.passed(seat, moves)
            continue
        scene.do(seat, action, at_ms - scene.at_ms)
        players.acted(seat)
        yield seat, action


def _quiet(scene: Scene) -> WortspielAction | None:
    """Return the action of a person who does only what is required."""
    if scene.state.phase is Phase.DOUBT_TALK and 0 not in scene.state.ready:
        return Ready(scene.word)
    return Vote(True, scene.word) if scene.state.phase is Phase.DOUBT_VOTE else None


def by_cards_left(rounds: Iterable[Sequence[Event]]) -> dict[int, tuple[int, int]]:
    """Count laid words, and the doubted ones, by the cards that their authors had left."""
    laid: dict[int, int] = {}
    halts: dict[int, int] = {}
    for events in rounds:
        left: dict[int, int] = {}
        for event in events:
            if event.kind == "laid":
                left[event.data["seq"]] = event.data["left"]
                laid[event.data["left"]] = laid.get(event.data["left"], 0) + 1
            elif event.kind == "halt":
                cards = left[event.data["seq"]]
                halts[cards] = halts.get(cards, 0) + 1
    return {cards: (number, halts.get(cards, 0)) for cards, number in sorted(laid.items())}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_check")
    django.setup()
    from bots.lab.rounds import Hall

    words = listed()
    kinds = {"listed": words, "linked": nonsense(200, True), "as they lie": nonsense(200, False)}
    for level in GAME.bots:
        for kind, some in kinds.items():
            for left in (0, 4) if kind == "listed" else LEFT:
                fates = [fate(level, said, left) for said in some]
                doubted, overturned = (
                    100 * sum(values) / len(fates)
                    for values in zip(
                        *((one.doubted, one.overturned) for one in fates), strict=True
                    )
                )
                turncoats = sum(one.turncoats for one in fates)
                print(f"{level:7} {kind:12} {left:2} left: {doubted:5.1f} % doubted,"
                      f" {overturned:5.1f} % overturned, {turncoats} turncoats", flush=True)  # fmt: skip
        hall = Hall.usual(GAME, seed=4242)
        played = (hall.play([level] * 4, number, deal=number) for number in range(20))
        told = [[event for move in one.moves for event in move.events] for one in played]
        print(
            f"{level:7} among themselves, left: (laid, doubted) {by_cards_left(told)}", flush=True
        )


if __name__ == "__main__":
    main()
