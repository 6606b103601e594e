"""The page of one's own channels: its content, and its answers to invalid input."""

from __future__ import annotations

from importlib import import_module
from ipaddress import ip_network
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import guests, revoke_access
from core import clock
from notifications import reasons, web_push
from notifications.models import UNASKED, Channel, Delivery, Kind
from notifications.services import channels
from notifications.views import TRIALS
from tests.platform.accounts.cast import alice, bob, browser, gus, sam
from tests.platform.notifications.cast import (
    DAY_ONE,
    MINUTE,
    Browser,
    log,
    over_days,
    reached_by_mail,
    work,
)

pytestmark = pytest.mark.django_db

PAGE = "/notices/"
HOOK = "https://hooks.example/services/secret-part"


def said(client: Client, url: str, **data: object) -> tuple[int, str]:
    """Send a form; return the status and the final page."""
    answer = client.post(url, data, follow=True)
    return answer.status_code, answer.content.decode()


def subscription(**changed: str) -> dict[str, str]:
    """Return the data of a browser's form."""
    one = Browser()
    whole = {
        "endpoint": "https://push.example/abc",
        "key": one.p256dh,
        "auth": web_push.encode_base64url(one.auth),
    }
    return whole | changed


def test_a_stranger_is_asked_in() -> None:
    page = browser().get(PAGE)
    assert page.status_code == 200
    assert "You are not signed in" in page.content.decode()
    assert said(browser(), reverse("notifications:set_webhook"), target=HOOK, shape="raw")[0] == 403


def test_somebody_new_sees_what_there_could_be() -> None:
    page = browser(gus()).get(PAGE).content.decode()
    assert "No browser gets notices yet." in page
    assert "You have no confirmed email address." in page
    assert "Nothing yet." in page
    assert f'data-key="{web_push.public_key()}"' in page


def test_a_webhook_shows_its_secret_once() -> None:
    """It never shows its address again."""
    client = browser(alice())
    status, page = said(client, reverse("notifications:set_webhook"), target=HOOK, shape="raw")
    assert status == 200
    secret = Channel.objects.get().secret
    assert len(secret) == 40
    assert secret in page
    later = client.get(PAGE).content.decode()
    assert secret not in later
    assert "hooks.example" in later
    assert "secret-part" not in later
    said(client, reverse("notifications:set_webhook"), target=HOOK, shape="raw")
    assert Channel.objects.get().secret != secret


@pytest.mark.parametrize(
    "target",
    [
        "",
        "hooks.example",
        "ftp://hooks.example/",
        "https://",
        "https://a b/",
        "x" * 1001,
        "https://\x00/",
        "https://nothing/",
        "https://nothing./",
        "https://localhost:8000/",
        "https://192.168.1.7/hook",
        "https://127.1/",
        "https://0x7f.1/",
        "https://2130706433/",
        "https://127.0.0.1./",
        "https://[::ffff:127.0.0.1]/",
        "https://a.localhost./",
        "https://hooks.example:0/",
        "https://hooks.example:99999/",
        "https://me@hooks.example/",
        "https://[::1]/hook",
        "http://hooks.example/",
    ],
)
def test_what_is_no_address_is_kept_as_typed_and_said(target: str) -> None:
    client = browser(alice())
    status, page = said(client, reverse("notifications:set_webhook"), target=target, shape="slack")
    assert status == 422
    assert "field__errors" in page
    assert not Channel.objects.exists()
    if target == "hooks.example":
        assert 'value="hooks.example"' in page
        assert "It should look like https://" in page


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("http://1.1.1.1/", "It should look like https://…"),
        ("https://[::1/", "It should look like https://…"),
        ("https://127.1/", "The address is not public."),
        ("https://localhost./", "The address is not public."),
        ("https://hooks.example:0/", "Enter a port from 1 to 65535, or none."),
        ("https://hooks.example:99999/", "Enter a port from 1 to 65535, or none."),
        (
            "https://me:secret@hooks.example/",
            "Leave out the user name and the password before the @.",
        ),
    ],
)
def test_each_flaw_of_an_address_is_told(target: str, sentence: str) -> None:
    client = browser(alice())
    _status, page = said(client, reverse("notifications:set_webhook"), target=target, shape="slack")
    assert sentence in page


@pytest.mark.parametrize(
    ("near", "status"), [("::1", 200), ("127.0.0.1", 200), ("10.0.0.0/8", 422)]
)
def test_localhost_is_allowed_with_one_of_its_addresses(
    settings: Any, near: str, status: int
) -> None:
    settings.NOTIFY_NEAR = [ip_network(near)]
    client, address = browser(alice()), reverse("notifications:set_webhook")
    assert said(client, address, target="https://localhost./", shape="raw")[0] == status
    assert (
        said(client, address, target="https://10.1/", shape="raw")[0] == (422, 200)[status == 422]
    )


def test_a_browser_subscribes_and_is_one_persons_alone() -> None:
    client, other = browser(alice()), browser(bob())
    url = reverse("notifications:subscribe_browser")
    answer = client.post(
        url, subscription(), headers={"User-Agent": "Mozilla/5.0 (Android 15) Firefox/140.0"}
    )
    assert answer.status_code == 302
    channel = Channel.objects.get()
    assert channel.label == "Firefox, Android"
    channels.choose_kinds(channel, ["deadline"], daily=False)
    client.post(url, subscription())
    assert Channel.objects.get().kinds == ["deadline"]
    other.post(url, subscription())
    assert Channel.objects.get().user.name == "Bob"
    assert Channel.objects.get().kinds == channels.ALL


@pytest.mark.parametrize(
    "changed",
    [
        {"key": ""},
        {"key": "no point"},
        {"key": "é"},
        {"auth": "AAAA"},
        {"endpoint": "push"},
        {"endpoint": ""},
        {"key": web_push.encode_base64url(b"\x04" + bytes(64))},
    ],
)
def test_what_is_no_subscription_is_refused_in_words(changed: dict[Any, Any]) -> None:
    status, page = said(
        browser(alice()), reverse("notifications:subscribe_browser"), **subscription(**changed)
    )
    assert status == 200
    assert "could not be read" in page
    assert not Channel.objects.exists()


def test_only_so_many_browsers() -> None:
    user = alice()
    for number in range(channels.MOST_BROWSERS + 2):
        Browser().subscribed(user, f"https://push.example/{number}")
    kept = set(Channel.objects.values_list("target", flat=True))
    assert len(kept) == channels.MOST_BROWSERS
    assert "https://push.example/0" not in kept


def test_what_a_channel_tells_of_is_chosen_and_kept() -> None:
    user = alice()
    channel = channels.set_webhook(user, HOOK, "slack")
    client = browser(user)
    url = reverse("notifications:choose_kinds", args=[channel.pk])
    assert said(client, url, kinds=["turn", "ended"], daily="yes")[0] == 200
    channel.refresh_from_db()
    assert (channel.kinds, channel.daily) == (["turn", "ended"], True)
    assert "There is no such choice." in said(client, url, kinds=["gossip"])[1]
    channel.refresh_from_db()
    assert channel.kinds == ["turn", "ended"]


@pytest.mark.parametrize(
    "what", ["choose_kinds", "switch_channel", "try_channel", "remove_channel"]
)
def test_nobody_touches_a_channel_of_somebody_else(what: str) -> None:
    channel = channels.set_webhook(alice(), HOOK, "raw")
    url = reverse(f"notifications:{what}", args=[channel.pk])
    other = browser(bob())
    assert said(other, url, on="no")[0] == 404
    assert said(other, url.replace(str(channel.pk), "9" * 30), on="no")[0] == 404
    assert said(browser(), url, on="no")[0] == 403
    channel.refresh_from_db()
    assert channel.off_at is None
    assert other.get(url).status_code == 405


def test_off_on_and_away() -> None:
    user = alice()
    channel = channels.set_webhook(user, HOOK, "raw")
    client = browser(user)
    page = said(client, reverse("notifications:switch_channel", args=[channel.pk]))[1]
    assert "You have switched this off." in page
    said(client, reverse("notifications:switch_channel", args=[channel.pk]), on="yes")
    channel.refresh_from_db()
    assert channel.off_at is None
    said(client, reverse("notifications:remove_channel", args=[channel.pk]))
    assert not Channel.objects.exists()


def test_a_trial_is_sent_for_and_not_too_often() -> None:
    user = alice()
    channel = channels.set_webhook(user, HOOK, "raw")
    client = browser(user)
    url = reverse("notifications:try_channel", args=[channel.pk])
    for _ in range(TRIALS.most):
        assert "A test message is on its way." in said(client, url)[1]
    assert "Please wait a little." in said(client, url)[1]
    assert Delivery.objects.filter(user=user, notice=None).count() == TRIALS.most


def test_the_log_says_why_not_in_the_persons_own_time(settings: Any) -> None:
    settings.CAN_MAIL = True
    with clock.stopped(DAY_ONE):
        _, user, _ = over_days()
        channel = reached_by_mail(user)
        channels.choose_kinds(channel, [], daily=False)
    user.time_zone = "Europe/Berlin"
    user.save()
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert log(user) == [("mail", "skipped", reasons.UNWANTED)]
    page = browser(user).get(PAGE).content.decode()
    assert "Sleeping Queens: It is my turn" in page
    assert "24 Nov 2026, 09:01" in page
    assert "You chose not to get this here." in page


def test_pages_of_the_log() -> None:
    user = alice()
    now = clock.as_datetime(DAY_ONE)
    Delivery.objects.bulk_create(
        Delivery(user=user, medium="mail", status="sent", due_ms=0, at=now) for _ in range(35)
    )
    client = browser(user)
    assert "Page 1 of 2" in client.get(PAGE).content.decode()
    for page in ("2", "99", "-1", "x"):
        assert client.get(PAGE, {"page": page}).status_code == 200


def test_a_sign_out_ends_the_pushes_and_nothing_else(
    django_capture_on_commit_callbacks: Any,
) -> None:
    user = alice()
    Browser().subscribed(user, "https://push.example/1")
    channels.set_webhook(user, HOOK, "raw")
    with django_capture_on_commit_callbacks(execute=True):
        revoke_access.revoke_connections(user)
    assert list(Channel.objects.values_list("medium", flat=True)) == ["webhook"]


def test_the_browser_of_a_guest_comes_along() -> None:
    guest, user = gus(), alice()
    Browser().subscribed(guest, "https://push.example/1")
    guests.move_guest_to_account(guest, user)
    assert Channel.objects.get().user == user


def test_the_admin_shows_no_address_and_no_running_turn(settings: Any) -> None:
    """The turn is in a running match."""
    settings.CAN_MAIL = True
    with clock.stopped(DAY_ONE):
        _, user, _ = over_days("Ann", "Ben")
        channels.set_webhook(user, HOOK, "raw")
        channel = Channel.objects.get()
        channels.choose_kinds(channel, [], daily=False)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert log(user)
    staff = browser(sam())
    listed = staff.get(reverse("admin:notifications_delivery_changelist")).content.decode()
    assert user.name not in listed
    Delivery.objects.update(status="failed", why="refused")
    listed = staff.get(reverse("admin:notifications_delivery_changelist")).content.decode()
    assert "The address refused it." in listed
    for url in (
        reverse("admin:notifications_channel_changelist"),
        reverse("admin:notifications_channel_change", args=[channel.pk]),
    ):
        page = staff.get(url).content.decode()
        assert user.name in page
        assert "hooks.example" not in page
        assert channel.secret not in page
    guessed = staff.get(
        reverse("admin:notifications_channel_changelist"), {"secret__startswith": "a"}
    )
    assert guessed.status_code in (302, 400)


def test_existing_channels_get_the_defaults_of_new_ones() -> None:
    """News of clubs come to untouched browsers, and to no mailbox that did not ask."""
    user = User.objects.create_user("Anna")
    before = [kind for kind in Kind.values if kind != Kind.CLUB]
    rows = {
        "untouched": Channel(medium="push", target="https://a.example", kinds=before),
        "chosen": Channel(medium="push", target="https://b.example", kinds=["turn"]),
        "mail": Channel(medium="mail", kinds=[*UNASKED, Kind.CLUB]),
    }
    for one in rows.values():
        one.user = user
        one.save()
    import_module("notifications.migrations.0007_clubs_for_all").level(apps, None)
    for one in rows.values():
        one.refresh_from_db()
    assert sorted(rows["untouched"].kinds) == sorted(Kind.values)
    assert rows["chosen"].kinds == ["turn"]
    assert rows["mail"].kinds == [*UNASKED]
