"""A browser gets pushes while its user is signed in there; other browsers are independent."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import SignIn, User
from accounts.services import revoke_access
from core import clock
from notifications import web_push
from notifications.models import Channel, Delivery
from notifications.services.send_trial import send_trial
from tests.platform.accounts.cast import PASSWORD, alice, gus
from tests.platform.notifications.cast import Browser, work
from tests.platform.notifications.servers import HERE

pytestmark = pytest.mark.django_db(transaction=True)

END = "/preferences/sign-ins/end/"


def signed_in(user: User, client: Client | None = None) -> Client:
    client = client or Client(headers={"Accept-Language": "en"})
    answer = client.post("/sign-in/", {"login": user.name, "password": PASSWORD})
    assert answer.status_code == 302
    return client


def pushed(client: Client, name: str, *, at: str = "https://push.example") -> Client:
    """Register the browser for pushes, and return it."""
    own = Browser()
    keys = {"key": own.p256dh, "auth": web_push.encode_base64url(own.auth)}
    answer = client.post("/notices/browser/", {"endpoint": f"{at}/{name}"} | keys)
    assert answer.status_code == 302
    return client


def told() -> set[str]:
    """Return the browsers that get pushes."""
    return {
        target.rpartition("/")[2] for target in Channel.objects.values_list("target", flat=True)
    }


def test_a_sign_out_ends_the_pushes_of_this_browser_alone() -> None:
    """A sign-out at a friend's computer does not stop the pushes at home."""
    user = alice()
    laptop, _phone = (pushed(signed_in(user), name) for name in ("laptop", "phone"))
    assert told() == {"laptop", "phone"}
    laptop.post("/sign-out/")
    assert told() == {"phone"}
    assert User.objects.get(pk=user.pk).push_ended


def test_a_browser_that_is_signed_out_elsewhere_is_told_no_more() -> None:
    user = alice()
    laptop, phone = (pushed(signed_in(user), name) for name in ("laptop", "phone"))
    key = phone.session.session_key
    laptop.post(END, {"which": SignIn.objects.get(session_key=key).pk})
    assert told() == {"laptop"}
    pushed(signed_in(user), "tablet")
    laptop.post(END, {"which": "others"})
    assert told() == {"laptop"}


@pytest.mark.parametrize("what", ["password", "ban"])
def test_a_new_password_or_a_ban_ends_all(what: str) -> None:
    user = alice()
    laptop, _phone = (pushed(signed_in(user), name) for name in ("laptop", "phone"))
    if what == "ban":
        revoke_access.ban_user(user)
    else:
        new = dict.fromkeys(("password1", "password2"), "another lamp")
        assert laptop.post("/password/", {"oldpassword": PASSWORD} | new).status_code == 302
    assert told() == set()


def test_a_browser_of_before_sessions_were_known_ends_with_any() -> None:
    user = alice()
    Browser().subscribed(user, "https://push.example/old")
    revoke_access.revoke_connections(user)
    assert told() == set()


def test_a_guests_browser_goes_on_in_the_accounts_session() -> None:
    guest, user = gus(), alice()
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(guest)
    signed_in(user, pushed(client, "phone"))
    laptop = signed_in(user)
    assert Channel.objects.get().user == user
    laptop.post("/sign-out/")
    assert told() == {"phone"}
    client.post("/sign-out/")
    assert told() == set()


def test_a_guest_who_signs_in_is_listed_at_once() -> None:
    """The new session is in the list of sign-ins at once, so "Sign out everywhere else" ends it,
    too.
    """
    guest, user = gus(), alice()
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(guest)
    signed_in(user, client)
    assert SignIn.objects.get(user=user).session_key == client.session.session_key
    signed_in(user).post(END, {"which": "others"})
    assert client.get("/preferences/sign-ins/").status_code == 302


def test_a_session_that_ended_without_a_word_is_told_nothing(web: Any, settings: Any) -> None:
    """If the message about a sign-out is lost with its process, the next push detects it."""
    settings.NOTIFY_NEAR = HERE
    user = alice()
    client = pushed(signed_in(user), "phone", at=web.url)
    channel = Channel.objects.get()
    with clock.stopped(clock.now_ms()):
        send_trial(channel)
        work()
        assert len(web.heard) == 1
        Session.objects.get(session_key=client.session.session_key).delete()
        send_trial(channel)
        work()
    assert len(web.heard) == 1
    assert Delivery.objects.latest("pk").why == "off"
    assert told() == set()
    assert User.objects.get(pk=user.pk).push_ended
