"""The requirements of a commit before any step: its branch, tree, version, tag and changelog."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.version import read_version
from tools.command import Impossible
from tools.release import changelog

BRANCH = "main"
Numbers = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Release:
    """A release to prove. `before`: the tags that it upgrades from, the newest first."""

    version: str
    commit: str
    before: tuple[str, ...]

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
        Impossible: it is not ready; the sentence gives the reason and the remedy.
    """
    branch = _git(root, "rev-parse", "--abbrev-ref", "HEAD")
    if branch != BRANCH:
        raise Impossible(f"This is the branch {branch}: release from {BRANCH}.")
    if changed := _git(root, "status", "--porcelain"):
        raise Impossible(f"The tree is not clean: commit or remove these files.\n{changed}")
    version = _version(root)
    numbers, tags = _numbers(version), _tags(root)
    if tags and numbers <= max(tags):
        raise Impossible(
            f"pyproject.toml states {version}, and {tags[max(tags)]} is released already: raise the"
            " version."
        )
    _check_changelog(root, version, today)
    return Release(version, _git(root, "rev-parse", "HEAD"), _upgraded_from(numbers, tags))


def _git(root: Path, *argv: str) -> str:
    done = subprocess.run(["git", "-C", root, *argv], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Impossible(f"git {' '.join(argv)} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def _version(root: Path) -> str:
    try:
        return read_version(root / "pyproject.toml")
    except ImproperlyConfigured:
        raise Impossible(
            'pyproject.toml states no version: write version = "1.2.3" under [project].'
        ) from None


def _numbers(version: str) -> Numbers:
    major, minor, patch = version.split(".")
    return int(major), int(minor), int(patch)


def _tags(root: Path) -> dict[Numbers, str]:
    """Return the tags of releases; others that begin with "v" do not count."""
    tags = {}
    for tag in _git(root, "tag", "--list", "v*").split():
        with suppress(ValueError):
            tags[_numbers(tag.removeprefix("v"))] = tag
    return tags


def _upgraded_from(numbers: Numbers, tags: Mapping[Numbers, str]) -> tuple[str, ...]:
    """Return the newest tag of all, and the newest of each minor with the same major."""
    newest = {one[:2]: one for one in sorted(tags) if one[0] == numbers[0] or one == max(tags)}
    return tuple(tags[one] for one in sorted(newest.values(), reverse=True))


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
