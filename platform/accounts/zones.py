"""The time zone of a reader: the preferred one, otherwise the browser's."""

from __future__ import annotations

import zoneinfo
from functools import cache
from typing import Any

from babel.dates import get_timezone_location
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from games.kernel.contract import N_

UTC = zoneinfo.ZoneInfo("UTC")


def zone_of(user: User | AnonymousUser | None, said: str = "") -> zoneinfo.ZoneInfo:
    """Return the time zone of this reader: UTC if unknown.

    `said`: the zone that the browser names now, not stored yet; a preference has priority.
    """
    named = user if isinstance(user, User) else User()
    for name in (named.time_zone, said, named.browser_zone):
        if name in known_zones():
            return zoneinfo.ZoneInfo(name)
    return UTC


def zone_named_by(request: HttpRequest) -> str:
    """Return the zone that the browser names; "" for none or an unknown one."""
    name = request.COOKIES.get(settings.ZONE_COOKIE_NAME, "")
    return name if name in known_zones() else ""


REGIONS = {
    "Europe": N_("Europe"),
    "Africa": N_("Africa"),
    "America": N_("America"),
    "Asia": N_("Asia"),
    "Atlantic": N_("Atlantic"),
    "Australia": N_("Australia"),
    "Indian": N_("Indian Ocean"),
    "Pacific": N_("Pacific"),
}
"""The regions by which zones are named; all other names are old spellings."""


def zone_choices(said: str, chosen: str) -> list[tuple[str, Any]]:
    """Return the choices in the active language: the browser's zone, the chosen zone, then all by
    region and city.

    A browser's list jumps to the first entry that begins with the typed text, so each is named
    by its city alone.
    """
    language = translation.get_language() or "en"
    as_said = (
        gettext("Browser time zone: %(city)s") % {"city": city_name(said, language)}
        if said
        else gettext("Browser time zone")
    )
    regions = _by_region(language)
    own = {"UTC": gettext("Universal time (UTC)")}
    if chosen in known_zones() and not any(
        (chosen, city_name(chosen, language)) in of for _, of in regions
    ):
        own.setdefault(chosen, city_name(chosen, language))
    return [("", as_said), *own.items(), *regions]


@cache
def _by_region(language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    found = []
    with translation.override(language):
        for region, called in REGIONS.items():
            names = sorted(name for name in known_zones() if name.startswith(f"{region}/"))
            # The old and the new spelling of a city are one place; the new one comes later.
            cities = {city_name(name, language): name for name in names}
            found.append((gettext(called), [(cities[one], one) for one in sorted(cities)]))
    return found


def city_name(name: str, language: str) -> str:
    """Return the name of a zone's city in this language."""
    if name == "UTC":
        return name
    place: str = get_timezone_location(name, locale=language, return_city=True)
    return place.rpartition("/")[2]


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones."""
    # Cached, because reading them from the disk takes longer than most pages.
    return frozenset(zoneinfo.available_timezones())
