"""The version of this server, read from `pyproject.toml`: the only place that states it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
VERSION = re.compile(r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)", re.ASCII)
"""Major, minor and patch, as in semantic versioning 2.0.0; no pre-release and no build."""


def read_version(pyproject: Path = PYPROJECT) -> str:
    """Return the version in this `pyproject.toml`, such as "1.0.0".

    Raises:
        ImproperlyConfigured: the file cannot be read, is no TOML, or has no such version.
    """
    try:
        found = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]["version"]
    except OSError as error:
        raise ImproperlyConfigured(
            f"{pyproject} cannot be read: {error.strerror}. It states the version of Nightcap: copy"
            " it from the release, next to manage.py."
        ) from None
    except (ValueError, KeyError, TypeError):
        found = None
    if not isinstance(found, str) or not VERSION.fullmatch(found):
        raise ImproperlyConfigured(
            f'{pyproject} states no version of Nightcap: write version = "1.2.3" under [project].'
        )
    return found
