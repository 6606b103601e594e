"""Blocks keep people apart, and device hints expire."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.test import RequestFactory
from django.urls import reverse

from accounts import tasks
from accounts.models import Block, DeviceHint, Mute
from accounts.services import blocks, devices, guests
from accounts.services.anonymise_user import anonymise_user
from core import clock
from core.refusals import Refused
from lobby.services.quick_match import quick_match
from matches.models import Match
from matches.services.seating import reserve_seat, seats, tables
from matches.services.seating.rematch import open_rematch
from tests.platform.accounts.cast import PASSWORD, alice, bob, browser, gus
from tests.platform.matches.cast import GAME, person

pytestmark = pytest.mark.django_db

DAY_MS = 24 * 3600 * 1000


def refusal_of(deed: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as caught:
        deed(*args, **kwargs)
    return caught.value.refusal.code


def test_who_is_blocked_sits_at_no_private_table_of_the_other() -> None:
    anna, ben, eve = alice(), bob(), person("Eve")
    blocks.block_user(anna, ben.pk)
    hosted = tables.open_match(anna, GAME, seats=3)
    assert refusal_of(seats.take_seat, hosted.pk, ben) == "not_open_to_you"
    elsewhere = tables.open_match(eve, GAME, seats=3)
    seats.take_seat(elsewhere.pk, anna)
    assert refusal_of(seats.take_seat, elsewhere.pk, ben) == "not_open_to_you"
    # A block works in one direction: the blocking user may sit down beside the other.
    theirs = tables.open_match(ben, GAME, seats=3)
    seats.take_seat(theirs.pk, anna)
    blocks.unblock_user(anna, ben.pk)
    seats.take_seat(hosted.pk, ben)


def test_at_a_public_table_the_host_decides() -> None:
    anna, ben = alice(), bob()
    blocks.block_user(anna, ben.pk)
    match = tables.open_match(anna, GAME, seats=3, public=True)
    seats.take_seat(match.pk, ben)


def test_a_quick_match_brings_the_two_together_neither_way() -> None:
    anna, ben = alice(), bob()
    blocks.block_user(anna, ben.pk)
    first = quick_match(anna, GAME)
    second = quick_match(ben, GAME)
    assert first != second
    seats.leave_seat(first.pk, anna)
    # A quick match does not put the blocking user at the blocked one's table either.
    assert quick_match(anna, GAME) not in (first, second)
    assert quick_match(person("Eve"), GAME) == second


def test_who_is_blocked_keeps_no_chair_for_the_other() -> None:
    anna, ben = alice(), bob()
    blocks.block_user(anna, ben.pk)
    match = tables.open_match(ben, GAME, seats=3)
    assert refusal_of(reserve_seat.reserve_for, match.pk, ben, 1, anna) == "not_asked_here"


def test_the_buttons() -> None:
    anna, ben = alice(), bob()
    page, profile = browser(anna), reverse("pages:person", args=["Bob"])
    assert "Block" in page.get(profile).content.decode()
    done = page.post(reverse("accounts:block_person"), {"who": ben.pk, "next": profile})
    assert done["Location"] == profile
    assert Block.objects.get().blocked == ben
    assert Mute.objects.get().muted == ben
    assert "Unblock" in page.get(profile).content.decode()
    shown = page.get(reverse("accounts:preferences")).content.decode()
    assert "People you have blocked" in shown
    assert "People you have muted" not in shown
    for who, status in (
        ("", HTTPStatus.BAD_REQUEST),
        ("x", HTTPStatus.BAD_REQUEST),
        ("999999", HTTPStatus.NOT_FOUND),
        (str(anna.pk), HTTPStatus.UNPROCESSABLE_ENTITY),
    ):
        assert page.post(reverse("accounts:block_person"), {"who": who}).status_code == status
    assert browser().post(reverse("accounts:block_person"), {"who": ben.pk}).status_code == 403
    page.post(reverse("accounts:unblock_person"), {"who": ben.pk})
    assert not Block.objects.exists()
    assert not Mute.objects.exists()


def test_blocks_go_with_a_guest_and_leave_with_them() -> None:
    anna, ben, guest = alice(), bob(), gus()
    blocks.block_user(guest, ben.pk)
    blocks.block_user(anna, guest.pk)
    guests.move_guest_to_account(guest, ben)
    assert list(Block.objects.values_list("user", "blocked")) == [(anna.pk, ben.pk)]
    anonymise_user(ben)
    assert not Block.objects.exists()


def test_a_rematch_does_not_bring_back_who_is_blocked() -> None:
    anna, ben = alice(), bob()
    match = tables.open_match(anna, GAME, seats=2)
    seats.take_seat(match.pk, ben)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    blocks.block_user(anna, ben.pk)
    open_rematch(match.pk, anna)
    assert refusal_of(open_rematch, match.pk, ben) == "not_open_to_you"


def test_devices_are_hashes_that_only_this_server_can_make(settings: Any) -> None:
    request = RequestFactory().get("/", headers={"User-Agent": "A browser"})
    known = devices.device_of(request)
    assert len(known) == 64
    assert known == devices.device_of(request)
    other = RequestFactory().get("/", headers={"User-Agent": "Another"})
    assert known != devices.device_of(other)
    settings.SECRET_KEY = "quite another secret " * 4
    assert known != devices.device_of(request)


def test_homes_are_one_place_by_ipv6() -> None:
    def at(address: str) -> str:
        return devices.device_of(RequestFactory().get("/", REMOTE_ADDR=address))

    assert at("2001:db8::1") == at("2001:db8::ffff")
    assert at("2001:db8::1") != at("2001:db8:1::1")
    assert at("192.0.2.1") != at("192.0.2.2")


def test_two_from_one_device_are_hinted_at_for_90_days() -> None:
    anna, ben = alice(), bob()
    for name in ("Alice", "Bob"):
        browser().post("/sign-in/", {"login": name, "password": PASSWORD})
    assert devices.shared_with(anna) == [(ben, 1)]
    hint = DeviceHint.objects.filter(user=anna).get()
    assert "127.0.0.1" not in hint.device
    with clock.shifted(89 * DAY_MS):
        tasks.forget_devices()
        assert DeviceHint.objects.count() == 2
    with clock.shifted(91 * DAY_MS):
        tasks.forget_devices()
    assert not DeviceHint.objects.exists()
