"""The faults that a run causes one after the other."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import psycopg

from realtime.bus import CHANNELS
from tools.chaos.fleet import OURS, Unruly

DELAY = 0.15
"""Delay of each chunk of data to or from a slow server, in seconds."""
HOUR = 3_600.0
CONTAINERS = (*OURS, "front")
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: `apply` causes it and returns when it is over. `at`: the affected process, if there
    is one.
    """

    kind: str
    apply: Callable[[Unruly], None]
    at: str = ""

    @property
    def name(self) -> str:
        """The kind, and the affected process."""
        return f"{self.kind} of {self.at}" if self.at else self.kind


def all_faults(fleet: Unruly, lasts: float) -> list[Fault]:
    """Return every kind of fault, once for each process that it can affect; each lasts this many
    seconds.
    """
    found = [
        Fault(sig.name, _signalled(name, sig, lasts), name)
        for name in CONTAINERS
        for sig in SIGNALS
    ]
    found += [
        Fault("everything killed at once", _all_killed),
        Fault("everything stopped at once", _all_stopped(lasts)),
        Fault("every socket cut", lambda fleet: fleet.beside.ask("cut_people")),
        Fault(
            "connections to the database cut",
            lambda fleet: fleet.beside.ask("cut", name="database"),
        ),
        Fault("connections to Valkey cut", lambda fleet: fleet.beside.ask("cut", name="valkey")),
        Fault("a slow Valkey: messages and tasks delayed", _slow("valkey", lasts)),
        Fault("messages repeated, in another order", _news_again(lasts)),
        Fault("a slow database", _slow("database", lasts)),
        Fault("rounds locked by another connection", _held(lasts)),
        Fault("PostgreSQL restarted, smart", _restarted_smartly),
        Fault("PostgreSQL restarted, fast", _restarted(signal.SIGINT)),
        Fault("PostgreSQL restarted, immediate", _restarted(signal.SIGQUIT)),
        Fault("PostgreSQL killed", _restarted(signal.SIGKILL)),
        Fault("Valkey emptied", lambda fleet: fleet.flush_valkey()),
        Fault("Valkey killed, and empty", _valkey_killed),
        Fault("the clock 10 s ahead for a while", _stepped(10, lasts)),
        Fault("the clock 10 s behind for a while", _stepped(-10, lasts)),
        Fault("the clock an hour ahead permanently", lambda fleet: fleet.step_clock(HOUR)),
    ]
    if fleet.disk:
        found.append(Fault("a full disk", _full(lasts)))
    return found


def each_kind(faults: list[Fault], luck: random.Random) -> list[Fault]:
    """Return one fault of each kind, in random order and with a random process."""
    shuffled = luck.sample(faults, len(faults))
    return list({fault.kind: fault for fault in shuffled}.values())


def in_turns(faults: list[Fault], luck: random.Random) -> Iterator[Fault]:
    """Yield all faults in random order, again and again."""
    while True:
        yield from luck.sample(faults, len(faults))


def _send(fleet: Unruly, name: str, sig: signal.Signals) -> None:
    if name == "front":
        with suppress(ProcessLookupError):
            fleet.front.signal(sig)
    else:
        fleet.signal(name, sig)


def _signalled(name: str, sig: signal.Signals, lasts: float) -> Callable[[Unruly], None]:
    def apply(fleet: Unruly) -> None:
        _send(fleet, name, sig)
        if sig == signal.SIGSTOP:
            fleet.calm(lasts)
            _send(fleet, name, signal.SIGCONT)

    return apply


def _all_stopped(lasts: float) -> Callable[[Unruly], None]:
    def apply(fleet: Unruly) -> None:
        for name in CONTAINERS:
            _send(fleet, name, signal.SIGSTOP)
        fleet.calm(lasts)
        for name in CONTAINERS:
            _send(fleet, name, signal.SIGCONT)

    return apply


def _all_killed(fleet: Unruly) -> None:
    for name in CONTAINERS:
        _send(fleet, name, signal.SIGKILL)
    _database_dies(fleet, signal.SIGKILL)
    _valkey_killed(fleet)
    _until_the_database_answers(fleet)


def _slow(name: str, lasts: float) -> Callable[[Unruly], None]:
    def apply(fleet: Unruly) -> None:
        fleet.beside.ask("delay", name=name, seconds=DELAY)
        fleet.calm(lasts)
        fleet.beside.ask("delay", name=name, seconds=0.0)

    return apply


def _news_again(lasts: float) -> Callable[[Unruly], None]:
    """Deliver all messages between the processes twice more, the latest first."""

    def apply(fleet: Unruly) -> None:
        with fleet.valkey_client() as client, client.pubsub() as heard:
            heard.psubscribe(f"{CHANNELS}*")
            fleet.calm(lasts)
            news = []
            while (message := heard.get_message(timeout=0.1)) is not None:
                if message["type"] == "pmessage":
                    news.append((message["channel"], message["data"]))
            for channel, data in [*reversed(news), *reversed(news)]:
                client.publish(channel, data)

    return apply


def _held(lasts: float) -> Callable[[Unruly], None]:
    def apply(fleet: Unruly) -> None:
        with psycopg.connect(fleet.own_url) as connection, connection.transaction():
            connection.execute("SELECT 1 FROM matches_round FOR UPDATE")
            fleet.calm(lasts)

    return apply


def _database_dies(fleet: Unruly, sig: signal.Signals) -> None:
    process = fleet.postgres.process
    assert process is not None
    process.send_signal(sig)
    process.wait(60)


def _restarted(sig: signal.Signals) -> Callable[[Unruly], None]:
    def apply(fleet: Unruly) -> None:
        _database_dies(fleet, sig)
        _until_the_database_answers(fleet)

    return apply


def _restarted_smartly(fleet: Unruly) -> None:
    """Let PostgreSQL refuse new connections and stop after the last one closes; then cut the
    proxied connections.
    """
    process = fleet.postgres.process
    assert process is not None
    process.send_signal(signal.SIGTERM)
    fleet.calm(1.0)
    fleet.beside.ask("cut", name="database")
    process.wait(60)
    _until_the_database_answers(fleet)


def _until_the_database_answers(fleet: Unruly) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        fleet.supervise()
        with suppress(psycopg.Error), psycopg.connect(fleet.own_url):
            return
        time.sleep(0.2)
    raise RuntimeError("PostgreSQL did not come back")


def _valkey_killed(fleet: Unruly) -> None:
    assert fleet.valkey.process is not None
    fleet.valkey.process.kill()
    fleet.valkey.stop()
    fleet.valkey.start()


def _stepped(seconds: float, lasts: float) -> Callable[[Unruly], None]:
    def apply(fleet: Unruly) -> None:
        fleet.step_clock(seconds)
        fleet.calm(lasts)
        fleet.step_clock(-seconds)

    return apply


def _full(lasts: float) -> Callable[[Unruly], None]:
    def apply(fleet: Unruly) -> None:
        fleet.fill_disk()
        try:
            fleet.calm(lasts)
        finally:
            fleet.empty_disk()
        _until_the_database_answers(fleet)

    return apply
