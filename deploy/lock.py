"""Lock every package that the requirements need, with the hashes of its files: `make lock`.

An installation gets exactly these packages, on any Python from 3.11 on. pip refuses a file that has
changed since the lock was made.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKED = ROOT / "deploy" / "locked"
NPM = ROOT / "deploy" / "npm"
REQUIREMENTS = ("requirements.txt", "requirements-dev.txt")
HEADER = "# Made by `make lock` of {name}: change that, never this."


def main() -> int:
    """Lock each file of requirements again; versions that still fit stay locked as they are."""
    LOCKED.mkdir(exist_ok=True)
    for name in REQUIREMENTS:
        command = [
            *(sys.executable, "-m", "uv", "--quiet", "pip", "compile", name),
            *("--universal", "--python-version", "3.11", "--generate-hashes"),
            *("--no-annotate", "--no-header", "--no-emit-index-url"),
            *("--output-file", str(LOCKED / name)),
        ]
        if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
            print(f"{name} could not be locked; the lines above give the reason.", file=sys.stderr)
            return 1
        lines = (LOCKED / name).read_text()
        (LOCKED / name).write_text(f"{HEADER.format(name=name)}\n{lines}")
    npm = [str(Path(sys.executable).with_name("npm")), "install", "--package-lock-only"]
    # The source of a package does not matter: the hashes prove that it is the same.
    if subprocess.run([*npm, "--omit-lockfile-registry-resolved"], cwd=NPM, check=False).returncode:
        print("package.json could not be locked; the lines above give the reason.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
