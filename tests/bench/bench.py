"""What all parts of the benchmark share: how long they measure, and the two sides, opened once."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TextIO

from tests.bench.goals import Goal
from tests.bench.house import House, open_house
from tests.bench.peer import Peer, PeerServer


@dataclass(frozen=True, slots=True)
class Found:
    """What a part has found, ready for JSON, and the goals that it is measured by."""

    data: Any
    goals: list[Goal] = field(default_factory=list)


@dataclass
class Bench:
    """One run of the benchmark; `seconds` of each measuring, `rounds` of both sides, in turns.

    `quick`: everything smaller, to see that it works and about how fast it is.
    """

    folder: Path
    seconds: float
    rounds: int
    quick: bool
    out: TextIO
    stack: ExitStack

    @cached_property
    def house(self) -> House:
        """Our side, open until the end."""
        return self.stack.enter_context(open_house())

    @cached_property
    def peer(self) -> PeerServer:
        """The peer's side, open until the end.

        Raises:
            Unavailable: it cannot be had here.
        """
        return self.stack.enter_context(Peer(self.folder).open())

    def say(self, text: str = "") -> None:
        """A line for whoever looks on."""
        print(text, file=self.out, flush=True)


def plain(results: dict[str, list[Any]]) -> dict[str, Any]:
    """Dataclasses as JSON takes them."""
    return {name: [asdict(result) for result in found] for name, found in results.items()}
