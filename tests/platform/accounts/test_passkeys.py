"""Passkeys: who may add one, whom one signs in, and the refusal of every invalid proof."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import limits, personal_data, second_factor
from accounts.services import passkeys
from accounts.services.guests import create_guest
from accounts.services.rename_user import rename_user
from core import rate_limits
from tests.platform.accounts import cast
from tests.platform.accounts.device import ORIGIN, Device

pytestmark = pytest.mark.django_db

ADD = "/preferences/passkeys/add/"
SIGN_IN = "/sign-in/passkey/"
HOST = ORIGIN.removeprefix("https://")


def browser() -> Client:
    return Client(headers={"host": HOST})


@pytest.fixture(autouse=True)
def hosts(settings: Any) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, HOST]


def signed_in() -> Client:
    """A browser of Alice, who has just confirmed her password."""
    page = browser()
    page.post("/sign-in/", {"login": "Alice", "password": cast.PASSWORD})
    asked = page.get(ADD)
    assert asked.status_code == 302
    page.post(asked["Location"], {"password": cast.PASSWORD, "next": ADD})
    return page


def add(page: Client, device: Device, name: str = "Phone") -> int:
    asked = json.loads(page.get(ADD).context["options"])
    credential = json.dumps(device.make(asked["publicKey"]))
    return page.post(ADD, {"name": name, "credential": credential}).status_code


def show(page: Client, device: Device, **changed: str) -> Any:
    asked = page.get(SIGN_IN).json()["publicKey"]
    credential = json.dumps(device.show(asked) | changed)
    return page.post(SIGN_IN, {"credential": credential, "next": "/leagues/"})


def refused(answer: Any) -> bool:
    return str(answer["Location"]).startswith("/sign-in/?next=")


def is_in(page: Client) -> bool:
    return bool(page.get("/").wsgi_request.user.is_authenticated)


def test_a_passkey_is_added_signs_in_and_is_removed(settings: Any) -> None:
    settings.CAN_MAIL = True
    alice, device, page = cast.alice(), Device(), signed_in()
    EmailAddress.objects.create(user=alice, email="a@example.org", primary=True, verified=True)
    assert add(page, device) == 302
    assert "passkey was added" in mail.outbox[-1].body
    assert "Phone" in page.get("/preferences/passkeys/").content.decode()
    assert [one["name"] for one in personal_data.export_account(alice)["passkeys"]] == ["Phone"]
    assert not second_factor.has_one(alice)

    fresh = browser()
    answer = show(fresh, device)
    assert (answer.status_code, answer["Location"]) == (302, "/leagues/")
    assert fresh.get("/").wsgi_request.user == alice
    assert page.post("/sign-out/").status_code == 302
    by_password = browser()
    by_password.post("/sign-in/", {"login": "Alice", "password": cast.PASSWORD})
    assert is_in(by_password), "a passkey is instead of a password, not beside it"

    page = signed_in()
    kept = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    remove = reverse("accounts:remove_passkey", args=[kept.pk])
    assert "Phone" in page.get(remove).content.decode()
    assert page.post(remove).status_code == 302
    assert "removed" in mail.outbox[-1].body
    assert not is_in_by(device)


def is_in_by(device: Device) -> bool:
    page = browser()
    show(page, device)
    return is_in(page)


def test_another_name_is_nothing_to_a_passkey() -> None:
    alice, device = cast.alice(), Device()
    add(signed_in(), device)
    rename_user(alice, "Alicia")
    assert is_in_by(device)
    by_name = browser()
    by_name.post("/sign-in/", {"login": "Alice", "password": cast.PASSWORD})
    assert is_in(by_name), "the old name signs in for a year, with the password"


def test_a_passkey_lets_nobody_in_who_is_shut_out() -> None:
    """A passkey signs a guest in, who keeps the seats; a banned user stays out."""
    alice, device = cast.alice(), Device()
    add(signed_in(), device)
    guest = create_guest("en")
    page = browser()
    page.force_login(guest)
    show(page, device)
    assert page.get("/").wsgi_request.user == alice
    alice.is_active = False
    alice.save()
    assert not is_in_by(device)


def test_what_proves_nothing_lets_nobody_in() -> None:
    cast.alice()
    device, page = Device(), signed_in()
    add(page, device)
    stranger = browser()
    for changed in ({"id": "eA"}, {"rawId": "eA"}, {"response": "none"}):
        assert refused(show(stranger, device, **changed))
    other = Device()
    other.user = device.user
    assert refused(show(stranger, other))
    other.id = device.id  # another key that claims to be this one
    assert refused(show(stranger, other))
    unguarded = Device(verifies=False)
    unguarded.user, unguarded.id, unguarded.key = device.user, device.id, device.key
    assert refused(show(stranger, unguarded))
    answer = json.dumps(device.show(stranger.get(SIGN_IN).json()["publicKey"]))
    stranger.get(SIGN_IN)  # requests a new challenge
    assert stranger.post(SIGN_IN, {"credential": answer})["Location"] == "/sign-in/"
    assert (
        "This passkey does not belong to any account here."
        in stranger.get("/sign-in/").content.decode()
    )
    assert not is_in(stranger)
    assert is_in_by(device)


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "null",
        "[]",
        "5",
        "{}",
        '{"id":"x"}',
        '{"id":"eA","rawId":"eA","response":{}}',
        "[" * 15_000,
        '{"more":"' + "x" * 20_000 + '"}',
        '{"response":{"userHandle":"\\u0000"}}',
    ],
    ids=range(10),
)
def test_garbage_is_refused(sent: str) -> None:
    cast.alice()
    page = signed_in()
    page.get(ADD)
    assert page.post(ADD, {"credential": sent, "name": "x"}).status_code == 422
    assert "That did not work." in page.post(ADD, {"credential": sent}).content.decode()
    stranger = browser()
    stranger.get(SIGN_IN)
    assert stranger.post(SIGN_IN, {"credential": sent})["Location"] == "/sign-in/"
    assert not Authenticator.objects.exists()


def test_one_that_nobody_guards_is_not_taken() -> None:
    cast.alice()
    assert add(signed_in(), Device(verifies=False)) == 422


def test_nobody_removes_somebody_elses() -> None:
    cast.alice()
    add(signed_in(), Device())
    kept = Authenticator.objects.get()
    bob = browser()
    bob.force_login(cast.bob())
    remove = reverse("accounts:remove_passkey", args=[kept.pk])
    assert bob.post(remove).status_code in (302, 404)
    assert Authenticator.objects.filter(pk=kept.pk).exists()


def test_too_many_that_fit_nowhere_have_to_wait() -> None:
    cast.alice()
    device, page = Device(), signed_in()
    add(page, device)
    stranger = browser()
    for _ in range(61):
        stranger.post(SIGN_IN, {"credential": "{}"})
    stranger.get("/sign-in/")
    assert refused(show(stranger, device))
    assert "too often" in stranger.get("/sign-in/").content.decode()


def test_only_what_was_understood_is_kept() -> None:
    cast.alice()
    device, page = Device(), signed_in()
    asked = json.loads(page.get(ADD).context["options"])
    sent = device.make(asked["publicKey"]) | {"more": "\0", "clientExtensionResults": {"\0": 1}}
    assert page.post(ADD, {"name": "", "credential": json.dumps(sent)}).status_code == 302
    kept = Authenticator.objects.get()
    assert str(kept) == "Passkey"
    assert "more" not in kept.data["credential"]
    assert is_in_by(device)


def test_there_are_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "MOST", 1)
    cast.alice()
    page = signed_in()
    add(page, Device())
    assert add(page, Device()) == 422
    assert Authenticator.objects.count() == 1


def test_a_question_to_a_stranger_is_soon_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of challenges is limited, too."""
    monkeypatch.setattr(limits, "CHALLENGES", rate_limits.Limit("few", most=2))
    cast.alice()
    device, page = Device(), signed_in()
    add(page, device)
    stranger = browser()
    stranger.get(SIGN_IN)
    assert stranger.session.get_expiry_age() <= 600
    show(stranger, device)
    assert stranger.session.get_expiry_age() > 86_400
    assert browser().get(SIGN_IN).status_code == 429


def test_a_passkey_is_a_second_factor_too() -> None:
    """This also holds for a user who was a guest before."""
    cast.alice()
    device = Device()
    add(signed_in(), device)
    page = browser()
    page.force_login(create_guest("en"))
    show(page, device)
    assert second_factor.is_shown(page.get("/").wsgi_request)


def test_the_way_on_is_kept_when_a_passkey_is_refused() -> None:
    page = browser()
    answer = page.post(SIGN_IN, {"credential": "{}", "next": "/leagues/"})
    assert answer["Location"] == "/sign-in/?next=%2Fleagues%2F"


def test_without_the_app_recovery_codes_go() -> None:
    """A passkey stays."""
    alice = cast.alice()
    page = signed_in()
    add(page, Device())
    cast.second_factor(alice)
    RecoveryCodes.activate(alice)
    page.post(reverse("accounts:remove_second_factor"))
    assert Authenticator.objects.get().type == Authenticator.Type.WEBAUTHN


def test_one_gets_another_name_from_its_owner_alone() -> None:
    alice = cast.alice()
    page = signed_in()
    add(page, Device())
    name = reverse("accounts:rename_passkey", args=[Authenticator.objects.get().pk])
    assert page.post(name, {"name": " "}).status_code == 422
    assert "Phone" in page.get(name).content.decode()
    assert page.post(name, {"name": "Key <b>"}).status_code == 302
    assert [one.name for one in passkeys.passkeys_of(alice)] == ["Key <b>"]
    assert "Key &lt;b&gt;" in page.get("/preferences/passkeys/").content.decode()
    bob = cast.browser(cast.bob())
    assert bob.get(name).status_code == 404
    assert bob.post(name, {"name": "Mine"}).status_code == 404


def test_a_passkey_confirms_as_a_password_does_but_nobody_elses() -> None:
    alice, hers, his = cast.alice(), Device(), Device()
    add(signed_in(), hers)
    bob = cast.bob()
    page = browser()
    page.force_login(alice)
    confirm = reverse("accounts:confirm_by_passkey")
    assert "Use a passkey" in page.get(page.get(ADD)["Location"]).content.decode()

    def confirms(device: Device) -> Any:
        asked = page.get(SIGN_IN).json()["publicKey"]
        credential = json.dumps(device.show(asked))
        return page.post(confirm, {"credential": credential, "next": ADD})

    theirs = browser()
    theirs.force_login(bob)
    theirs.post("/sign-in/again/", {"password": cast.PASSWORD})
    add(theirs, his)
    assert confirms(his)["Location"].startswith("/sign-in/again/?next=")
    assert page.get(ADD).status_code == 302
    assert confirms(hers)["Location"] == ADD
    assert page.get(ADD).status_code == 200
