"""The parts that only a web process has: its relay and its timers."""

from __future__ import annotations

from realtime import bus
from realtime.hub import hub
from realtime.relay import Relay
from realtime.timers import Timers


class WebProcess:
    """The relay and the timers of the running event loop."""

    present: WebProcess | None = None
    """That of this process; workers and commands have none."""

    def __init__(self) -> None:
        self.relay = Relay(hub())
        self.timers = Timers()

    def begin(self) -> None:
        """Take news and timers from the threads of this process from now on."""
        bus.relay_by(self.relay.take)
        WebProcess.present = self

    async def end(self) -> None:
        """Send what still waits; from now on threads use the broker."""
        bus.relay_by(None)
        WebProcess.present = None
        self.timers.end()
        await self.relay.close()
