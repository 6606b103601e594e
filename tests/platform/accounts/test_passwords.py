"""Passwords and addresses: forgotten and new ones, links, limits, secrets."""

from __future__ import annotations

import re
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation

from accounts import limits
from accounts.models import User
from accounts.services import revoke_access
from core import rate_limits
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

FORGOTTEN = "/password/forgotten/"
ADDRESS = "/address/"
NEW = {"password1": "quite another lamp", "password2": "quite another lamp"}


@pytest.fixture(autouse=True)
def _mails_go_out(settings: Any) -> None:
    settings.CAN_MAIL = True


def ask(address: str = "alice@example.org", browser: Client | None = None) -> Any:
    return (browser or cast.browser()).post(FORGOTTEN, {"email": address})


def link() -> str:
    """Return the path of the link in the last mail."""
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def change_password(browser: Client, old: str, new: str) -> Any:
    fields = {"oldpassword": old, "password1": new, "password2": new}
    return browser.post("/password/", fields)


def follow(browser: Client, path: str) -> str:
    """Open the link; return the address of its form."""
    answer = browser.get(path)
    assert answer.status_code == HTTPStatus.FOUND
    # The address has no key that the page could leak.
    assert answer["Location"].endswith("-now/")
    assert browser.get(answer["Location"]).status_code == HTTPStatus.OK
    return str(answer["Location"])


def test_a_forgotten_password_is_replaced_by_mail() -> None:
    alice, elsewhere = cast.alice(), cast.browser()
    elsewhere.force_login(alice)
    assert ask(" Alice@example.org ").status_code == HTTPStatus.FOUND
    assert mail.outbox[-1].to == ["alice@example.org"]
    assert "Alice" in mail.outbox[-1].body
    browser = cast.browser()
    answer = browser.post(follow(browser, link()), NEW)
    assert answer["Location"] == "/"
    assert "Your new password is set." in browser.get("/").content.decode()
    assert browser.get("/").wsgi_request.user == alice
    alice.refresh_from_db()
    assert alice.check_password(NEW["password1"])
    assert alice.epoch == 2
    assert not elsewhere.get("/").wsgi_request.user.is_authenticated


def test_a_new_password_is_told_by_mail_in_the_users_language() -> None:
    alice = cast.alice()
    alice.language = "de"
    alice.save()
    ask()
    browser = cast.browser()
    browser.post(follow(browser, link()), NEW)
    letter = mail.outbox[-1]
    assert letter.to == ["alice@example.org"]
    assert letter.subject == "An deinem Konto wurde etwas geändert"
    assert "dein Passwort wurde über einen Link aus einer Mail neu gesetzt." in letter.body
    assert "http://testserver/password/" in letter.body
    User.objects.filter(pk=alice.pk).update(language="en")
    change_password(browser, NEW["password1"], "yet another long one")
    assert mail.outbox[-1].subject == "A change to your account"
    assert "Your password was changed." in mail.outbox[-1].body


def test_a_password_is_changed_also_where_no_mail_gets_there(settings: Any) -> None:
    alice = cast.alice()
    for _ in range(limits.MAILS_TO.most):
        rate_limits.take_attempts(limits.MAILS_TO.counter(alice.email))
    answer = change_password(cast.browser(alice), cast.PASSWORD, "yet another long one")
    assert answer.status_code == HTTPStatus.FOUND
    settings.CAN_MAIL = False
    answer = change_password(cast.browser(alice), "yet another long one", "and one more of them")
    assert answer.status_code == HTTPStatus.FOUND
    assert mail.outbox == []


def test_whose_address_was_changed_is_told_at_the_old_one() -> None:
    alice = cast.alice()
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    change(cast.browser(alice), "lamp@example.org")
    cast.browser().post(link())
    assert mail.outbox[-1].to == ["alice@example.org"]
    assert "Your account now has a different email address." in mail.outbox[-1].body


def test_whose_address_was_removed_is_told_there() -> None:
    alice = cast.alice()
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    cast.browser(alice).post(ADDRESS, {"email": alice.email, "action_remove": ""})
    assert not EmailAddress.objects.exists()
    assert mail.outbox[-1].to == ["alice@example.org"]
    assert "Your account no longer has an email address." in mail.outbox[-1].body


def test_a_link_is_good_once_and_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    cast.alice()
    ask()
    first = link()
    browser = cast.browser()
    form = follow(browser, first)
    browser.post(form, NEW)
    for again in (browser.get(first), browser.get(form), browser.post(form, NEW)):
        assert again.status_code == HTTPStatus.GONE
        assert "no longer valid" in again.content.decode()
    ask()
    later = timezone.now().replace(tzinfo=None) + timedelta(days=1, minutes=1)
    monkeypatch.setattr(
        "django.contrib.auth.tokens.PasswordResetTokenGenerator._now", lambda _: later
    )
    assert cast.browser().get(link()).status_code == HTTPStatus.GONE


@pytest.mark.parametrize(
    "path",
    ["1-abc", "zzzzzzzzzzzzz-abc-def", "0-now", "1-now", "1-a-b", "1-" + "x" * 99, "1-\u00fc-x"],
)
def test_a_made_up_link_is_dead(path: str) -> None:
    cast.alice()
    assert cast.browser().get(f"/password/new/{path}/").status_code == HTTPStatus.GONE


@pytest.mark.parametrize("path", ["1-" + "x" * 500, "1-a/b", "!-x", "1-%00"])
def test_what_is_no_link_at_all_is_not_found(path: str) -> None:
    assert cast.browser().get(f"/password/new/{path}/").status_code == HTTPStatus.NOT_FOUND


def test_a_weak_new_password_is_refused_and_the_link_stays_good() -> None:
    cast.alice()
    ask()
    browser = cast.browser()
    form = follow(browser, link())
    for wrong in ("short", "alice@example.org", "12345678901"):
        answer = browser.post(form, {"password1": wrong, "password2": wrong})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert browser.post(form, NEW).status_code == HTTPStatus.FOUND


def test_whether_an_address_has_an_account_only_its_owner_learns() -> None:
    cast.alice()
    pages = []
    for address in ("alice@example.org", "carol@example.org"):
        browser = cast.browser()
        answer = ask(address, browser)
        page = browser.get(answer["Location"]).content.decode()
        assert f"We have sent an email to {address}." in page
        token = r'name="csrfmiddlewaretoken" value="\w+"'
        pages.append((answer.status_code, re.sub(token, "", page.replace(address, ""))))
    assert pages[0] == pages[1]
    assert [letter.to for letter in mail.outbox] == [["alice@example.org"], ["carol@example.org"]]
    assert "no account here has this address" in mail.outbox[1].body


@pytest.mark.parametrize("address", ["", "nonsense", "a@b@c", "a\x00@b.c", "x" * 5000])
def test_what_is_no_address_is_said(address: str) -> None:
    answer = ask(address)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "field__errors" in answer.content.decode()


def test_mails_to_an_address_are_limited_over_all_browsers() -> None:
    cast.alice()
    for number in range(limits.MAILS_TO.most):
        assert ask(browser=cast.browser()).status_code == HTTPStatus.FOUND, number
    answer = ask()
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "wait an hour" in answer.content.decode()
    assert 'value="alice@example.org"' in answer.content.decode()
    assert len(mail.outbox) == limits.MAILS_TO.most


def test_a_mail_that_does_not_go_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    cast.alice()
    for address in ("alice@example.org", "carol@example.org"):
        answer = ask(address)
        assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert "could not be sent" in answer.content.decode()


def test_a_mail_speaks_its_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[str | None] = []
    monkeypatch.setattr(
        "django.core.mail.EmailMessage.send", lambda _: spoken.append(translation.get_language())
    )
    alice = cast.alice()
    alice.language = "de"
    alice.save()
    ask()
    ask("carol@example.org")
    # A stranger's language is unknown; the person who sends the form will read the mail.
    assert spoken == ["de", "en"]


def test_a_server_without_mail_says_so(settings: Any) -> None:
    settings.CAN_MAIL = False
    alice = cast.alice()
    for browser, path in ((cast.browser(), FORGOTTEN), (cast.browser(alice), ADDRESS)):
        for answer in (browser.get(path), browser.post(path, {"email": "alice@example.org"})):
            assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
            assert "cannot send email" in answer.content.decode()
    assert mail.outbox == []


def test_a_link_signs_nobody_out() -> None:
    """A guest in particular could never come back."""
    cast.alice()
    gus = cast.gus()
    ask()
    browser = cast.browser(gus)
    form = follow(browser, link())
    assert browser.get("/").wsgi_request.user == gus
    browser.post(form, NEW)
    assert browser.get("/").wsgi_request.user.name == "Alice"  # type: ignore[union-attr]  # somebody is signed in


def test_a_banned_account_gets_no_link() -> None:
    """A link from before the ban does not sign them in either."""
    alice = cast.alice()
    ask()
    old = link()
    revoke_access.ban_user(alice)
    ask()
    assert "no account" in mail.outbox[-1].body
    browser = cast.browser()
    answer = browser.post(follow(browser, old), NEW, follow=True)
    assert "You cannot sign in at present" in answer.content.decode()
    assert not answer.wsgi_request.user.is_authenticated


def test_wrong_passwords_of_somebody_signed_in_are_counted() -> None:
    alice = cast.alice()
    browser = cast.browser(alice)
    fields = NEW | {"oldpassword": "wrong"}
    for _ in range(limits.PASSWORDS.most):
        answer = browser.post("/password/", fields)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "That is not your password." in answer.content.decode()
    answer = browser.post("/password/", fields | {"oldpassword": cast.PASSWORD})
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    cache.clear()
    assert browser.post("/password/", fields | {"oldpassword": cast.PASSWORD}).status_code == 302


# The email address -----------------------------------------------------------------------------


def change(browser: Client, address: str, password: str = cast.PASSWORD) -> Any:
    fields = {"email": address, "password": password, "action_add": ""}
    return browser.post(ADDRESS, fields)


def test_another_address_counts_once_it_is_confirmed() -> None:
    alice = cast.alice()
    browser = cast.browser(alice)
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    assert change(browser, "Lamp@Example.org").status_code == HTTPStatus.FOUND
    assert "not confirmed yet" in browser.get(ADDRESS).content.decode()
    assert mail.outbox[-1].to == ["lamp@example.org"]
    path, anywhere = link(), cast.browser()
    assert "the address of Alice?" in anywhere.get(path).content.decode()
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"  # opening the page changes nothing
    assert anywhere.post(path).status_code == HTTPStatus.FOUND
    alice.refresh_from_db()
    assert alice.email == "lamp@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [(alice.email, True)]
    for again in (anywhere.get(path), anywhere.post(path)):
        assert again.status_code == HTTPStatus.GONE


@pytest.mark.parametrize("key", ["x", "Mg:1abc:def", "a" * 200, "-:-"])
def test_a_made_up_confirmation_is_dead(key: str) -> None:
    assert cast.browser().get(f"{ADDRESS}{key}/").status_code == HTTPStatus.GONE
    assert cast.browser().post(f"{ADDRESS}{key}/").status_code == HTTPStatus.GONE


def test_an_old_confirmation_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    change(cast.browser(cast.alice()), "lamp@example.org")
    monkeypatch.setattr("django.core.signing.time.time", lambda: 4e9)
    assert cast.browser().get(link()).status_code == HTTPStatus.GONE


def test_an_address_is_one_persons_who_confirmed_it_first() -> None:
    alice, bob = cast.alice(), cast.bob()
    change(cast.browser(alice), "lamp@example.org")
    hers = link()
    change(cast.browser(bob), "lamp@example.org")
    browser = cast.browser()
    browser.post(link())
    assert "Another account has already confirmed" in browser.get(hers).content.decode()
    browser.post(hers)
    assert EmailAddress.objects.get(email="lamp@example.org", verified=True).user == bob
    alice.refresh_from_db()
    assert alice.email == "alice@example.org" or not alice.email


@pytest.mark.parametrize(
    ("address", "password", "sentence"),
    [
        ("nonsense", cast.PASSWORD, "Enter an email address"),
        ("", cast.PASSWORD, "Fill in this field."),
        ("alice@example.org", cast.PASSWORD, "already your address"),
        ("lamp@example.org", "wrong", "not your password"),
        ("lamp@example.org", "", "Fill in this field."),
    ],
)
def test_a_wrong_address_or_password_is_said(address: str, password: str, sentence: str) -> None:
    answer = change(cast.browser(cast.alice()), address, password)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sentence in answer.content.decode()
    assert mail.outbox == []


def test_a_change_whose_mail_does_not_go_out_changes_nothing() -> None:
    alice = cast.alice()
    browser = cast.browser(alice)
    for _ in range(limits.MAILS_TO.most):
        rate_limits.take_attempts(limits.MAILS_TO.counter("lamp@example.org"))
    answer = change(browser, "lamp@example.org")
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert 'value="lamp@example.org"' in answer.content.decode()
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["alice@example.org"]


def test_the_mail_comes_once_more() -> None:
    """An unconfirmed address can be removed."""
    alice = cast.alice()
    browser = cast.browser(alice)
    browser.get(ADDRESS)
    browser.post(ADDRESS, {"email": "alice@example.org", "action_send": ""})
    assert mail.outbox[-1].to == ["alice@example.org"]
    for nonsense in ("", "\x00", "bob@example.org"):
        assert browser.post(ADDRESS, {"email": nonsense, "action_send": ""}).status_code == 302
    assert len(mail.outbox) == 1
    page = browser.post(ADDRESS, {"email": "alice@example.org", "action_remove": ""}, follow=True)
    assert "alice@example.org was removed." in page.content.decode()
    assert User.objects.get(pk=alice.pk).email == ""


def test_guests_and_strangers_have_no_address_here() -> None:
    assert cast.browser(cast.gus()).get(ADDRESS)["Location"] == "/sign-up/"
    assert cast.browser().get(ADDRESS)["Location"].startswith("/sign-in/")


def test_an_administrator_may_set_an_address() -> None:
    alice = cast.alice()
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    fields = {"name": "Alice", "email": "New@Example.org", "language": "", "time_zone": ""}
    change = f"/admin/accounts/user/{alice.pk}/change/"
    answer = cast.browser(cast.sam()).post(change, fields | {"is_active": "on"})
    assert answer.status_code == HTTPStatus.FOUND
    assert list(EmailAddress.objects.values_list("email", "verified")) == [
        ("new@example.org", False)
    ]
