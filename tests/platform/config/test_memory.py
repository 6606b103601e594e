"""What a process of days does about garbage."""

from __future__ import annotations

import subprocess
import sys

from tests.platform.config.server import ROOT

PROGRAM = """
import gc, json, weakref
from config.memory import leave_alone_what_is_loaded

class Ring:
    pass

leave_alone_what_is_loaded()
frozen = gc.get_freeze_count()
ring = Ring()
ring.itself = ring
gone = weakref.ref(ring)
del ring
gc.collect()
print(json.dumps([frozen > 1_000, gone() is None, gc.get_freeze_count() == frozen]))
"""


def test_what_is_loaded_is_left_alone_and_new_garbage_is_still_found() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env={"PYTHONPATH": "platform"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[true, true, true]\n"
