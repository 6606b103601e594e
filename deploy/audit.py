"""Query the registry for known vulnerabilities in the dependencies of Nightcap: part of `make
check`.

If the registry does not answer such queries, the audit reports it. This is a failure only with
`NIGHTCAP_AUDIT=required`, as before a release.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

LOCKED = Path(__file__).resolve().parent / "locked" / "requirements.txt"
PATIENCE = 15
"""Timeout for each package, in seconds; a registry that hangs counts as unreachable."""
WEAK, UNKNOWN = 1, 2
"""The exit codes for a vulnerability, and for a required but missing answer."""


def main() -> int:
    """Print the findings; return non-zero for a vulnerability, or for a required but missing
    answer.
    """
    wish = os.environ.get("NIGHTCAP_AUDIT", "")
    if wish not in ("", "required"):
        print(f"NIGHTCAP_AUDIT: is {wish!r}; set it to `required` or leave it empty.")
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
    """Return the exit code for pip-audit's JSON, and sentences that explain it."""
    try:
        packages = json.loads(found)["dependencies"]
    except ValueError:
        return UNKNOWN, "NOT AUDITED: the registry cannot be reached from here."
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if len(unknown) == len(packages):
        return UNKNOWN, "NOT AUDITED: the registry here has no data on vulnerabilities."
    lines = [
        f"{package['name']} {package['version']}: {weakness['id']}, "
        + (
            f"fixed in {', '.join(weakness['fix_versions'])}"
            if weakness["fix_versions"]
            else "not fixed yet"
        )
        for package in packages
        for weakness in package.get("vulns", ())
    ]
    if unknown:
        lines.append(f"NOT AUDITED, unknown to the registry: {', '.join(unknown)}.")
    if len(lines) > bool(unknown):
        return WEAK, "\n".join(lines)
    return UNKNOWN if unknown else 0, "\n".join(
        [f"{len(packages) - len(unknown)} packages have no known vulnerability.", *lines]
    )


if __name__ == "__main__":
    sys.exit(main())
