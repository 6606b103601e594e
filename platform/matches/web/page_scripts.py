"""The scripts of a table's page, by which a page of an earlier release is known.

Such a page stays open during an upgrade and connects again. Its scripts may not understand the
boards of this release.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import PurePath

from django.templatetags.static import static


@cache
def scripts_name() -> str:
    """Return the name of the file with these scripts; once published, it contains a digest of them."""
    return PurePath(static("matches/js/table.js")).name


def are_outdated(said: Mapping[str, str]) -> bool:
    """Return whether a page that said this when it connected has other scripts.

    Only scripts say whether a page is looked at; other programs have none of ours.
    """
    return "looking" in said and said.get("scripts") != scripts_name()
