"""What a commit needs before anything is run: its branch, tree, version, tag and changelog."""

from __future__ import annotations

import subprocess
import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from tools.command import Impossible
from tools.release import changelog

BRANCH = "main"


@dataclass(frozen=True, slots=True)
class Release:
    """A release to prove. `before`: the tag of the release before it, None for the first one."""

    version: str
    commit: str
    before: str | None

    @property
    def tag(self) -> str:
        """The tag that it gets."""
        return f"v{self.version}"

    @property
    def tag_line(self) -> str:
        """The command that releases it."""
        return f'git tag -a {self.tag} -m "Nightcap {self.version}" {self.commit}'


def release_of(root: Path, today: date) -> Release:
    """Return the release that this checkout can become.

    Raises:
        Impossible: it is not ready; the sentence says why and what to do.
    """
    branch = _git(root, "rev-parse", "--abbrev-ref", "HEAD")
    if branch != BRANCH:
        raise Impossible(f"This is the branch {branch}: release from {BRANCH}.")
    if changed := _git(root, "status", "--porcelain"):
        raise Impossible(f"The tree is not clean: commit or remove these files.\n{changed}")
    version = _version(root)
    before = _newest_tag(root)
    if before is not None and _numbers(version) <= _numbers(before.removeprefix("v")):
        raise Impossible(
            f"pyproject.toml states {version}, and {before} is released already: raise the version."
        )
    _check_changelog(root, version, today)
    return Release(version, _git(root, "rev-parse", "HEAD"), before)


def _git(root: Path, *argv: str) -> str:
    done = subprocess.run(["git", "-C", root, *argv], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Impossible(f"git {' '.join(argv)} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def _version(root: Path) -> str:
    try:
        text = (root / "pyproject.toml").read_text(encoding="utf-8")
        version = tomllib.loads(text)["project"]["version"]
        _numbers(version)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise Impossible(
            'pyproject.toml states no version: write version = "1.2.3" under [project].'
        ) from None
    return str(version)


def _numbers(version: str) -> tuple[int, int, int]:
    major, minor, patch = version.split(".")
    return int(major), int(minor), int(patch)


def _newest_tag(root: Path) -> str | None:
    """Return the tag with the highest version; tags that name no version do not count."""
    tags: dict[tuple[int, int, int], str] = {}
    for tag in _git(root, "tag", "--list", "v*").split():
        try:
            tags[_numbers(tag.removeprefix("v"))] = tag
        except ValueError:
            continue
    return tags[max(tags)] if tags else None


def _check_changelog(root: Path, version: str, today: date) -> None:
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = changelog.heading_of(version, today)
    try:
        found = changelog.releases(text)
    except ValueError as wrong:
        raise Impossible(f"CHANGELOG.md: {wrong}: write {heading}.") from None
    if not found or found[0].version != version:
        newest = found[0].version if found else "no release"
        raise Impossible(
            f"CHANGELOG.md begins with {newest}, and pyproject.toml states {version}:"
            f" write {heading}."
        )
    if found[0].day < today:
        raise Impossible(
            f"CHANGELOG.md dates {version} {found[0].day}, which is past: write {today} or later."
        )
    if left := changelog.unreleased(text):
        raise Impossible(
            f"CHANGELOG.md has {len(left)} entries under Unreleased: move them under {version}."
        )
