"""Every end of the benchmark also ends the processes that it started."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tools.bench.child import child

SLEEPS = ["sh", "-c", "sleep 60 & echo $!; wait"]


def is_there(pid: int) -> bool:
    """Return whether this process runs; a zombie does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_ctrl_c_ends_it_and_what_it_has_started() -> None:
    with suppress(KeyboardInterrupt), child(SLEEPS, Path()) as process:
        assert process.stdout is not None
        started = int(process.stdout.readline())
        assert is_there(started)
        raise KeyboardInterrupt
    assert process.poll() is not None
    assert gone(started)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux notifies a child of this")
def test_it_dies_with_a_benchmark_that_is_killed() -> None:
    program = (
        "from pathlib import Path; from tools.bench.child import child\n"
        "with child(['sleep', '60'], Path()) as process:\n"
        "    print(process.pid, flush=True); process.wait()"
    )
    bench = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert bench.stdout is not None
    with bench.stdout:
        started = int(bench.stdout.readline())
        assert is_there(started)
        bench.kill()
        bench.wait()
    assert gone(started)


def gone(pid: int) -> bool:
    """Wait until it is gone."""
    for _ in range(100):
        if not is_there(pid):
            return True
        subprocess.run(["sleep", "0.05"], check=True)
    return False
