"""Device hints: the users who came from the same browser at the same address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import DeviceHint, User
from accounts.names import alphabetical
from core import clock, rate_limits

KEPT = timedelta(days=90)


def remember_device(user: User, device: str) -> None:
    """Record that a user is here from a browser.

    `device`: as `device_of` or `device_of_socket` returns it.
    """
    DeviceHint.objects.update_or_create(user=user, device=device, defaults={"seen_at": clock.now()})


def device_of(request: HttpRequest) -> str:
    """Return a hash of address, browser and its languages; a home's IPv6 addresses count as one.

    Only this server can compute it.
    """
    said = request.headers
    network = rate_limits.client_network(request)
    return _hashed(network, said.get("User-Agent", ""), said.get("Accept-Language", ""))


def device_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the same hash for the page that opened a socket (ASGI's scope)."""
    said = {name: value.decode("latin-1") for name, value in scope["headers"]}
    address, _port = scope.get("client") or ("", 0)
    network = rate_limits.network_of(address)
    return _hashed(network, said.get(b"user-agent", ""), said.get(b"accept-language", ""))


def _hashed(*known: str) -> str:
    return salted_hmac("accounts.devices", "\n".join(known), algorithm="sha256").hexdigest()


def shared_with(user: User) -> list[tuple[User, int]]:
    """Return the other users seen on a device of this user, with the number of devices; most first."""
    mine = user.device_hints.values_list("device", flat=True)
    found: dict[int, int] = {}
    for user_id in (
        DeviceHint.objects.filter(device__in=mine)
        .exclude(user=user)
        .values_list("user_id", flat=True)
    ):
        found[user_id] = found.get(user_id, 0) + 1
    people = User.objects.in_bulk(found)
    pairs = [(people[user_id], count) for user_id, count in found.items()]
    return sorted(pairs, key=lambda pair: (-pair[1], alphabetical(pair[0].name)))


def is_one_of_theirs(device: str, user: User, others: Iterable[int]) -> bool:
    """Return whether one of the other users was seen on this device, or on any of this user's.

    `device`: as `device_of` returns it. A private window counts as the same device.
    """
    mine = {device, *user.device_hints.values_list("device", flat=True)}
    return DeviceHint.objects.filter(device__in=mine, user__in=list(others)).exists()


def forget_old_devices() -> int:
    """Delete hints that are older than `KEPT`; return their number."""
    before = clock.now() - KEPT
    return DeviceHint.objects.filter(seen_at__lt=before).delete()[0]
