"""The time zone of a reader: the one they prefer, else the one that their browser names."""

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
    """By what clock this person reads: world time where nobody knows better.

    `said`: what the browser says now, not believed yet; a preference counts for more.
    """
    named = user if isinstance(user, User) else User()
    for name in (named.time_zone, said, named.browser_zone):
        if name in known_zones():
            return zoneinfo.ZoneInfo(name)
    return UTC


def zone_named_by(request: HttpRequest) -> str:
    """The zone that a browser names; "" for none, or none that there is."""
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
"""What the zones are named after; all others are old spellings."""


def zone_choices(said: str, chosen: str) -> list[tuple[str, Any]]:
    """What can be chosen from, in the language that is active: what the browser says, what is
    chosen now, then all by region and city.

    A list of a browser goes to the first entry that begins with what is typed, so each is called
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
            # Old and new spelling of a city are one place; the new one comes later.
            cities = {city_name(name, language): name for name in names}
            found.append((gettext(called), [(cities[one], one) for one in sorted(cities)]))
    return found


def city_name(name: str, language: str) -> str:
    """What a zone is named after, as people call it in this language."""
    if name == "UTC":
        return name
    place: str = get_timezone_location(name, locale=language, return_city=True)
    return place.rpartition("/")[2]


@cache
def known_zones() -> frozenset[str]:
    """The names of all time zones."""
    # Looking through the disk for them takes longer than most pages do.
    return frozenset(zoneinfo.available_timezones())
