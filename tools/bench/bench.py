"""The settings of a benchmark run, and its two sides, each opened once."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tools.bench.house import House, open_house
from tools.bench.peer import Peer, PeerServer
from tools.command import Screen


@dataclass
class Bench:
    """One run of the benchmark: `seconds` for each measurement, `rounds` of both sides in turns.

    `quick`: measure with smaller numbers, to see that it works and roughly how fast it is.
    """

    folder: Path
    seconds: float
    rounds: int
    quick: bool
    screen: Screen
    stack: ExitStack

    @cached_property
    def house(self) -> House:
        """Our side, open until the end of the run."""
        return self.stack.enter_context(open_house())

    @cached_property
    def peer(self) -> PeerServer:
        """The peer's side, open until the end of the run.

        Raises:
            Unavailable: the peer cannot run here.
        """
        return self.stack.enter_context(Peer(self.folder).open())

    def say(self, text: str = "") -> None:
        """Print a line of progress."""
        self.screen.say(text)


def plain(results: dict[str, list[Any]]) -> dict[str, Any]:
    """Return dataclasses as values that JSON can encode."""
    return {name: [asdict(result) for result in found] for name, found in results.items()}
