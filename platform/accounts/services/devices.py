"""Hints at one device: who was here from the same browser at the same address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import DeviceHint, User
from core import clock, rate_limits

KEPT = timedelta(days=90)


def remember_device(user: User, device: str) -> None:
    """Remember the browser that a user is here from.

    `device`: as `device_of` or `device_of_socket` says.
    """
    DeviceHint.objects.update_or_create(user=user, device=device, defaults={"seen_at": clock.now()})


def device_of(request: HttpRequest) -> str:
    """The hash of address, browser and its languages; a home's IPv6 addresses are one.

    Only this server can make it.
    """
    said = request.headers
    network = rate_limits.client_network(request)
    return _hashed(network, said.get("User-Agent", ""), said.get("Accept-Language", ""))


def device_of_socket(scope: Mapping[str, Any]) -> str:
    """The same of the page that opened a socket (ASGI's scope)."""
    said = {name: value.decode("latin-1") for name, value in scope["headers"]}
    address, _port = scope.get("client") or ("", 0)
    network = rate_limits.network_of(address)
    return _hashed(network, said.get(b"user-agent", ""), said.get(b"accept-language", ""))


def _hashed(*known: str) -> str:
    return salted_hmac("accounts.devices", "\n".join(known), algorithm="sha256").hexdigest()


def shared_with(user: User) -> list[tuple[User, int]]:
    """Others who were here from a device of this user, and from how many; most first."""
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
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0].name))


def is_one_of_theirs(device: str, user: User, others: Iterable[int]) -> bool:
    """Whether one of these others was here from this device, or from any of this user's.

    `device`: as `device_of` says. A private window is no other device.
    """
    mine = {device, *user.device_hints.values_list("device", flat=True)}
    return DeviceHint.objects.filter(device__in=mine, user__in=list(others)).exists()


def forget_old_devices() -> int:
    """Forget what is older than `KEPT`; how many."""
    before = clock.now() - KEPT
    return DeviceHint.objects.filter(seen_at__lt=before).delete()[0]
