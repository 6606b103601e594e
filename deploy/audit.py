"""Ask the registry whether anything that Nightcap runs on has a known weakness: part of `make check`.

Where the registry does not answer such questions, that is said, and is a failure only for who asks for
an answer: `NIGHTCAP_AUDIT=required`, as before a release.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

LOCKED = Path(__file__).resolve().parent / "locked" / "requirements.txt"
PATIENCE = 15
"""Seconds for each package; a registry that hangs is one that cannot be reached."""
WEAK, UNKNOWN = 1, 2
"""How it ends when there is a weakness, and when an answer was required and there is none."""


def main() -> int:
    """Say what was found; not 0 if there is a weakness, or no answer where one is required."""
    wish = os.environ.get("NIGHTCAP_AUDIT", "")
    if wish not in ("", "required"):
        print(f"NIGHTCAP_AUDIT: is {wish!r}; expected required, or nothing.")
        return UNKNOWN
    asked = subprocess.run(
        [
            *(sys.executable, "-m", "pip_audit", "--requirement", str(LOCKED)),
            *("--require-hashes", "--disable-pip", "--timeout", str(PATIENCE)),
            *("--format", "json", "--progress-spinner", "off"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    code, text = judge(asked.stdout)
    print(text)
    return 0 if code == UNKNOWN and not wish else code


def judge(found: str) -> tuple[int, str]:
    """What pip-audit's JSON means: the code to end with, and sentences for a person."""
    try:
        packages = json.loads(found)["dependencies"]
    except ValueError:
        return UNKNOWN, "NOT AUDITED: the registry cannot be reached from here."
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if len(unknown) == len(packages):
        return UNKNOWN, "NOT AUDITED: the registry here does not tell of weaknesses."
    lines = [
        f"{package['name']} {package['version']}: {weakness['id']}, "
        + (
            f"mended in {', '.join(weakness['fix_versions'])}"
            if weakness["fix_versions"]
            else "not mended yet"
        )
        for package in packages
        for weakness in package.get("vulns", ())
    ]
    if unknown:
        lines.append(f"NOT AUDITED, for the registry does not know them: {', '.join(unknown)}.")
    if len(lines) > bool(unknown):
        return WEAK, "\n".join(lines)
    return UNKNOWN if unknown else 0, "\n".join(
        [f"{len(packages) - len(unknown)} packages have no known weakness.", *lines]
    )


if __name__ == "__main__":
    sys.exit(main())
