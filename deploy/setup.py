"""Prepare `.venv` with the locked packages of the given files; quick if it is up to date.

npm, which comes with a Python package, installs `package.json`. This script runs on the system's
Python with only the standard library.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKED = ROOT / "deploy" / "locked"
NPM = ROOT / "deploy" / "npm"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def main(requirements: list[str]) -> int:
    """Create the environment, install, and record it; one process at a time. Takes names of
    requirements files.
    """
    try:
        VENV.mkdir(exist_ok=True)
        lock = (VENV / "setup-lock").open("w")
    except OSError as error:
        return _give_up(f"{VENV} cannot be written: {error.strerror}.")
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # One stamp per file, so that a change for development does not trigger an installation for
        # running.
        works = _works()
        missing = [name for name in requirements if not works or not _is_installed(name)]
        return _prepare(missing, create=not works) if missing else 0


def _prepare(requirements: list[str], *, create: bool) -> int:
    if create:
        if importlib.util.find_spec("ensurepip") is None:
            return _give_up(
                f"{sys.executable} has no ensurepip; on Debian and Ubuntu, install the package "
                "python3-venv."
            )
        print(f"Creating .venv with Python {sys.version.split()[0]} …", flush=True)
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=False)
        if made.returncode != 0:
            return _give_up(".venv could not be created; the lines above give the reason.")
    for name in requirements:
        print(f"Installing the packages of {name} (a minute, once) …", flush=True)
        if not (_install_npm() if name == "package.json" else _install(name)):
            return _give_up(f"{name} could not be installed; the lines above give the reason.")
        _stamp(name).write_text(_wanted(name))
    return 0


def _install(name: str) -> bool:
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    with subprocess.Popen(
        [*pip, "--progress-bar", "off", "--require-hashes", "-r", str(LOCKED / name)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(("Collecting ", "Installing ")):
                print(f"  {line.strip()[:100]}", flush=True)
    return process.returncode == 0


def _install_npm() -> bool:
    """Install the npm packages of the lock file, each by its hash; none may run a script."""
    folder = VENV / "npm"
    folder.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(NPM / name, folder)
    npm = [str(PYTHON.with_name("npm")), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    return subprocess.run([*npm, "--loglevel", "error"], cwd=folder, check=False).returncode == 0


def _works() -> bool:
    """Return whether the environment's Python starts and is new enough."""
    check = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        return (
            subprocess.run([PYTHON, "-c", check], capture_output=True, check=False).returncode == 0
        )
    except OSError:
        return False


def _is_installed(name: str) -> bool:
    try:
        return _stamp(name).read_text() == _wanted(name)
    except OSError:
        return False


def _stamp(name: str) -> Path:
    return VENV / f"installed-{name}"


def _wanted(name: str) -> str:
    lock = NPM / "package-lock.json" if name == "package.json" else LOCKED / name
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def _give_up(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
