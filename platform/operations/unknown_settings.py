"""Unknown names of settings: misspelt ones, and those of settings that were removed.

A wrong value stops the start, but a wrong name would have no effect. Therefore commands stop on
one, including `prepare`, with which every start begins. A process that restarts by itself only logs
a warning: its environment may already belong to a newer release, or still to one that was rolled
back.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured

log = logging.getLogger(__name__)

OURS = "NIGHTCAP_"
READ_ELSEWHERE = frozenset(
    (
        # compose fills these in, and passes the whole `.env` to every process
        "NIGHTCAP_BACKUPS",
        "NIGHTCAP_BACKUP_HOURS",
        "NIGHTCAP_BACKUP_KEEP",
        "NIGHTCAP_BOT_PROCESSES",
        "NIGHTCAP_HTTP",
        "NIGHTCAP_HTTPS",
        "NIGHTCAP_WEBS",
        "NIGHTCAP_WORKERS",
        "NIGHTCAP_WORKER_MEMORY",
        "NIGHTCAP_WORKER_PROCESSES",
        # the image of nginx
        "NIGHTCAP_FRONT",
        "NIGHTCAP_SERVER",
        "NIGHTCAP_WEB",
        # manage.py and the scripts of deploy/, before settings are loaded
        "NIGHTCAP_AUDIT",
        "NIGHTCAP_ENV_FILE",
        "NIGHTCAP_HOME",
        "NIGHTCAP_UNITS",
        # the tests, and the programs in docs/api.md
        "NIGHTCAP_TEST_SERVICES",
        "NIGHTCAP_TOKEN",
    )
)
NO_MORE = {
    "NIGHTCAP_ALLOWED_HOSTS": "NIGHTCAP_SITE says it",
    "NIGHTCAP_BEHIND_PROXY": "NIGHTCAP_PROXIES says it",
    "NIGHTCAP_TLS": "NIGHTCAP_SITE says it",
    "NIGHTCAP_TRUSTED_ORIGINS": "NIGHTCAP_SITE says it",
}
"""Settings of older releases with their replacements. A removed setting is listed here."""
_OF_A_SERVICE = re.compile(
    r"(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)=.*"
    r"|(?:\w+_)?PORT(?:_\d+_(?:TCP|UDP|SCTP))?=(?:tcp|udp|sctp)://.*"
    r"|\w+_PORT_\d+_(?:TCP|UDP|SCTP)_(?:ADDR|PORT|PROTO)=.*"
    r"|\w+_NAME=/.*|\w+_ENV_\w+=.*",
    re.DOTALL,
)
"""Variables that Kubernetes sets for a Service, such as `nightcap-web`, and Docker for a link."""


def find_unknown(environ: Mapping[str, str]) -> list[str]:
    """Return a sentence for each unknown name; names with an empty value are ignored."""
    known = settings.READ_NAMES | READ_ELSEWHERE
    return [
        _sentence(name, known) for name in _strange_names(environ, known) if name not in NO_MORE
    ]


def find_retired(environ: Mapping[str, str]) -> list[str]:
    """Return a sentence for each removed setting that is set."""
    return [
        f"{name}: is no longer used; {instead}."
        for name, instead in sorted(NO_MORE.items())
        if environ.get(name)
    ]


def refuse_unknown() -> None:
    """Stop this command if a setting has an unknown name.

    Raises:
        ImproperlyConfigured: with a sentence for each.
    """
    if found := find_unknown(os.environ):
        raise ImproperlyConfigured("\n".join(found))


def say_unknown() -> None:
    """Log unknown names at the start of a process that has to run anyway."""
    for sentence in find_unknown(os.environ):
        log.error("%s", sentence)
    for sentence in find_retired(os.environ):
        log.warning("%s", sentence)


@checks.register
def check_names(**_: Any) -> list[checks.CheckMessage]:
    """Report unknown names to `manage.py check`, and to every command that runs the checks."""
    return [
        *(checks.Error(sentence, id="nightcap.E001") for sentence in find_unknown(os.environ)),
        *(checks.Warning(sentence, id="nightcap.W001") for sentence in find_retired(os.environ)),
    ]


def _strange_names(environ: Mapping[str, str], known: set[str]) -> list[str]:
    return sorted(
        name
        for name, value in environ.items()
        if value and name not in known and _is_meant_for_us(name, value, known)
    )


def _is_meant_for_us(name: str, value: str, known: set[str]) -> bool:
    begin = name.upper()[: len(OURS)]
    if begin == OURS:
        return not _OF_A_SERVICE.fullmatch(f"{name[len(OURS) :]}={value}")
    # NIGTHCAP_SITE and NIGHT_CAP_SITE are nearly our names, so no other software uses them.
    alike = get_close_matches(begin, [OURS], cutoff=0.8)
    return bool(alike and get_close_matches(name.upper(), known, cutoff=0.85))


def _sentence(name: str, known: set[str]) -> str:
    wanted = name.upper().removeprefix(OURS)
    ours = {one.removeprefix(OURS): one for one in sorted(known)}
    nearest = get_close_matches(wanted, ours, n=1)
    hint = f" Do you mean {ours[nearest[0]]}?" if nearest else ""
    return f"{name}: is no setting of this release.{hint}"
