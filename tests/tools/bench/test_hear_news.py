"""The simulation of many web processes: who publishes what, and who hears it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice

import pytest
from django.conf import settings

from realtime import bus
from tools.bench.hear_news import _moves

HEARD = {"match:own", "common:tables", "common"}


@pytest.mark.parametrize(
    ("common", "heard"),
    [(0, {"match:own": 10, "common:tables": 5}), (1, {"common": 100})],
)
def test_a_process_hears_what_its_pages_need(common: int, heard: dict[str, int]) -> None:
    counts = dict.fromkeys(heard, 0)
    for batch in islice(_moves(watched=10, listed=20, common=common), 100):
        for topic in batch:
            name = topic.partition("-")[0]
            if name in HEARD:
                counts[name] += 1
    assert counts == heard


def test_real_publishers_are_heard() -> None:
    wanted = {"others": 2, "moves_a_second": 50, "seconds": 2}
    wanted |= {"watched": 4, "listed": 10, "common": 0}
    # Each process of a test worker would otherwise begin a broker of its own.
    env = {name: value for name, value in os.environ.items() if name != "PYTEST_XDIST_WORKER"}
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.hear_news", json.dumps(wanted)],
        env=env | {"REDIS_URL": settings.REDIS_URL},
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["published"] == pytest.approx(100, rel=0.3)
    expected = pytest.approx(told["published"] / 4 + 1000 / bus.SELDOM_MS, rel=0.3)
    assert told["heard"] == expected, done.stderr
    assert 0 <= told["silent"] < told["share"] < 1
