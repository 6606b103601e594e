"""Pages of sign-in, sign-out and preferences, with valid and invalid input."""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts import limits
from accounts.models import User
from accounts.services.preferences import set_preferences
from core import clock
from core.signals import hours_changed
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

SIGN_IN = "/sign-in/"
PREFERENCES = "/preferences/"


def sign_in(browser: Client, name: str, password: str = cast.PASSWORD, **fields: str) -> int:
    fields |= {"login": name, "password": password}
    return browser.post(SIGN_IN, fields).status_code


@pytest.mark.parametrize(
    "name", ["Alice", " alice", "AL1CE", "alice@example.org", "ALICE@Example.org"]
)
def test_sign_in_by_name_or_mail_address(name: str) -> None:
    alice, browser = cast.alice(), cast.browser()
    assert sign_in(browser, name) == HTTPStatus.FOUND
    assert browser.get("/").wsgi_request.user == alice


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Alice", "wrong"),
        ("Nobody", cast.PASSWORD),
        ("", ""),
        ("\x00", "\x00"),
        ("a" * 5000, "b" * 5000),
        ("Gus", ""),
        ("a@b@c", "x"),
        ("…", "x"),
    ],
)
def test_a_wrong_sign_in_says_so(name: str, password: str) -> None:
    cast.alice()
    cast.gus()
    answer = cast.browser().post(SIGN_IN, {"login": name, "password": password})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not answer.wsgi_request.user.is_authenticated


def test_wrong_name_and_wrong_password_get_the_same_sentence() -> None:
    cast.alice()
    pages = [
        cast.browser().post(SIGN_IN, {"login": name, "password": "wrong"}).content.decode()
        for name in ("Alice", "Nobody")
    ]
    assert all("Wrong name or password" in page for page in pages)


def test_after_many_failures_the_right_password_waits_too() -> None:
    cast.alice()
    cast.bob()
    browser = cast.browser()
    for _ in range(limits.SIGN_INS_HERE.most):
        assert sign_in(browser, "Alice", "wrong") == HTTPStatus.UNPROCESSABLE_ENTITY
    answer = browser.post(SIGN_IN, {"login": "A1ice", "password": cast.PASSWORD})
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "wait a quarter of an hour" in answer.content.decode()
    # Other users at the same address are not limited, and neither is Alice elsewhere.
    assert sign_in(cast.browser(), "Bob") == HTTPStatus.FOUND
    elsewhere = cast.browser()
    elsewhere.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert sign_in(elsewhere, "Alice") == HTTPStatus.FOUND


def test_the_admin_has_no_sign_in_of_its_own() -> None:
    sam = cast.sam()
    browser = cast.browser()
    address = browser.get("/admin/", follow=True).redirect_chain[-1][0]
    assert address.startswith(SIGN_IN)
    assert browser.post("/admin/login/", {"username": "Sam", "password": cast.PASSWORD})[
        "Location"
    ].startswith(SIGN_IN)
    answer = browser.post(address, {"login": "Sam", "password": cast.PASSWORD})
    assert answer["Location"] == "/admin/"
    assert browser.get("/admin/").wsgi_request.user == sam
    assert cast.browser(cast.alice()).get("/admin/login/").status_code == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize(
    "foreign",
    [
        "https://evil.example/",
        "//evil.example/",
        "javascript:alert(1)",
        "/\\evil.example",
        "\x00",
        "",
    ],
)
def test_next_never_leads_to_another_server(foreign: str) -> None:
    cast.alice()
    browser = cast.browser()
    answer = browser.post(SIGN_IN, {"login": "Alice", "password": cast.PASSWORD, "next": foreign})
    assert answer["Location"] == "/"
    for path, fields in (
        (PREFERENCES, {"theme": "night", "language": "", "name": "Alice", "time_zone": ""}),
        ("/language/", {"language": "de"}),
    ):
        answer = browser.post(path, fields | {"next": foreign})
        assert answer["Location"] in ("/", PREFERENCES)


def test_next_leads_on_within_the_server() -> None:
    cast.alice()
    answer = cast.browser().post(
        SIGN_IN, {"login": "Alice", "password": cast.PASSWORD, "next": PREFERENCES}
    )
    assert answer["Location"] == PREFERENCES


@pytest.mark.parametrize("path", ["/sign-out/", "/language/"])
def test_what_changes_something_is_never_a_get(path: str) -> None:
    assert cast.browser(cast.alice()).get(path).status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize("path", [SIGN_IN, "/sign-out/", PREFERENCES, "/language/", "/password/"])
def test_nothing_is_posted_without_its_token(path: str) -> None:
    browser = cast.browser(cast.alice(), enforce_csrf_checks=True)
    assert browser.post(path, {"language": "de"}).status_code == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(method: str) -> None:
    browser = cast.browser(cast.alice())
    for path in (PREFERENCES, "/language/", "/sign-out/"):
        assert getattr(browser, method)(path).status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_the_theme_is_on_the_page_from_the_first_byte() -> None:
    browser = cast.browser()
    assert "data-theme" not in browser.get("/").content.decode().split("<body")[0]
    answer = browser.post(PREFERENCES, {"theme": "night", "language": ""}, follow=True)
    assert '<html lang="en" data-theme="night">' in answer.content.decode()
    browser.post(PREFERENCES, {"theme": "auto", "language": ""})
    assert "data-theme" not in browser.get("/").content.decode().split("<body")[0]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de-CH,en;q=0.5", "de"),
        ("fr-CH,de;q=0.5", "fr"),
        ("it", "it"),
        ("nl", "en"),
        ("", "en"),
        ("en-GB", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_a_stranger_gets_the_browsers_language(header: str, language: str) -> None:
    page = Client(headers={"Accept-Language": header}).get("/").content.decode()
    assert f'<html lang="{language}"' in page


def test_the_preference_beats_the_cookie_beats_the_browser() -> None:
    alice = cast.alice()
    browser = cast.browser()
    browser.post("/language/", {"language": "de"})
    assert '<html lang="de"' in browser.get("/").content.decode()
    browser.force_login(alice)
    assert '<html lang="de"' in browser.get("/").content.decode()
    alice.language = "en"
    alice.save()
    assert '<html lang="en"' in browser.get("/").content.decode()
    browser.post("/language/", {"language": "de"})
    assert User.objects.get(pk=alice.pk).language == "de"
    assert '<html lang="de"' in browser.get("/").content.decode()


@pytest.mark.parametrize("wanted", ["nl", "", "de\x00", "../../etc", "x" * 300])
def test_an_unknown_language_is_refused_in_words(wanted: str) -> None:
    answer = cast.browser(cast.alice()).post("/language/", {"language": wanted}, follow=True)
    assert "This language is not available yet." in answer.content.decode()
    assert User.objects.get(name="Alice").language == ""


def test_preferences_are_kept() -> None:
    alice = cast.alice()
    fields = {"name": "Alicia", "theme": "morning", "language": "de", "time_zone": "Europe/Berlin"}
    answer = cast.browser(alice).post(PREFERENCES, fields)
    assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, PREFERENCES)
    alice.refresh_from_db()
    assert (alice.name, alice.language, alice.time_zone) == ("Alicia", "de", "Europe/Berlin")
    assert answer.cookies["theme"].value == "morning"
    assert answer.cookies["django_language"].value == "de"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Bob"},
        {"name": "B0b"},
        {"name": ""},
        {"name": "<script>"},
        {"name": "Admin"},
        {"name": "Al\x00ice"},
        {"theme": "disco"},
        {"theme": ""},
        {"language": "nl"},
        {"time_zone": "Mars/Olympus_Mons"},
        {"time_zone": "../../etc/passwd"},
    ],
)
def test_bad_preferences_change_nothing_and_say_why(wrong: dict[str, str]) -> None:
    alice = cast.alice()
    cast.bob()
    fields = {"name": "Alice", "theme": "auto", "language": "", "time_zone": ""}
    answer = cast.browser(alice).post(PREFERENCES, fields | wrong)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "field__errors" in answer.content.decode()
    alice.refresh_from_db()
    assert (alice.name, alice.language, alice.time_zone) == ("Alice", "", "")


def test_a_stranger_has_only_the_look_to_choose() -> None:
    page = cast.browser().get(PREFERENCES).content.decode()
    assert 'name="theme"' in page
    assert 'name="time_zone"' not in page


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": "Alice"}, "You are signed out, so only the look of this browser is saved."),
        ({}, "Saved."),
    ],
)
def test_preferences_from_before_signing_out_save_the_look_alone(
    sent: dict[str, str], said: str
) -> None:
    fields = {"theme": "night", "language": "", "hints": "on"} | sent
    answer = cast.browser().post(PREFERENCES, fields, follow=True)
    assert said in answer.content.decode()
    assert answer.client.cookies["theme"].value == "night"


def test_a_guest_learns_that_leaving_is_for_good() -> None:
    assert "deleted" in cast.browser(cast.gus()).get(PREFERENCES).content.decode()
    assert "deleted" not in cast.browser(cast.alice()).get(PREFERENCES).content.decode()


def test_a_guest_has_no_password_to_change() -> None:
    """A stranger has to sign in first."""
    assert cast.browser(cast.gus()).get("/password/")["Location"] == "/sign-up/"
    assert cast.browser().get("/password/")["Location"].startswith(SIGN_IN)
    answer = cast.browser(cast.alice()).post("/password/", {"oldpassword": "wrong"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_the_time_zone_is_the_persons_for_this_request_only() -> None:
    alice = cast.alice()
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    cast.browser(alice).get("/")
    assert timezone.get_current_timezone_name() == "Asia/Tokyo"
    cast.browser().get("/")
    assert timezone.get_current_timezone_name() == "UTC"
    translation.deactivate()


def test_staff_sees_users_and_no_passwords() -> None:
    """Staff also cannot add or delete users."""
    alice, sam = cast.alice(), cast.sam()
    browser = cast.browser(sam)
    page = browser.get(reverse("admin:accounts_user_change", args=[alice.pk])).content.decode()
    assert "alice@example.org" in page
    assert alice.password not in page
    assert browser.get(reverse("admin:accounts_user_add")).status_code == HTTPStatus.FORBIDDEN
    delete = reverse("admin:accounts_user_delete", args=[alice.pk])
    assert browser.post(delete, {"post": "yes"}).status_code == HTTPStatus.FORBIDDEN
    assert cast.browser(alice).get("/admin/").status_code == HTTPStatus.FOUND


def test_a_ban_in_the_admin_closes_what_is_open() -> None:
    alice, bob, sam = cast.alice(), cast.bob(), cast.sam()
    browser = cast.browser(sam)
    change = reverse("admin:accounts_user_change", args=[alice.pk])
    fields = {"name": "Alice", "email": "", "language": "", "time_zone": ""}  # is_active unticked
    assert browser.post(change, fields).status_code == HTTPStatus.FOUND
    alice.refresh_from_db()
    assert (alice.is_active, alice.epoch) == (False, 2)
    users = reverse("admin:accounts_user_changelist")
    browser.post(users, {"action": "ban", "_selected_action": [bob.pk, sam.pk]})
    bob.refresh_from_db()
    sam.refresh_from_db()
    assert (bob.is_active, bob.epoch, sam.is_active) == (False, 2, True)
    browser.post(users, {"action": "unban", "_selected_action": [bob.pk]})
    bob.refresh_from_db()
    assert bob.is_active


def test_a_time_zone_that_the_staff_sets_holds_from_now_on() -> None:
    alice = cast.alice()
    set_preferences(alice, time_zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=7 * 60)
    change = reverse("admin:accounts_user_change", args=[alice.pk])
    fields = {"name": "Alice", "email": "", "language": "", "is_active": "on"}
    told = []

    def receiver(*, user_id: int, **_: object) -> None:
        told.append(user_id)

    hours_changed.connect(receiver)
    browser = cast.browser(cast.sam())
    with clock.stopped(clock.now_ms()):
        now_ms = clock.now_ms()
        for _ in range(2):  # the second call changes nothing
            answer = browser.post(change, {**fields, "time_zone": "Asia/Tokyo"})
            assert answer.status_code == HTTPStatus.FOUND
    hours_changed.disconnect(receiver)
    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Tokyo"
    before = alice.hours_before[-1]
    assert (before["time_zone"], before["until_ms"]) == ("Europe/Berlin", now_ms)
    assert told == [alice.pk]
    answer = browser.post(change, {**fields, "time_zone": "Mars/Olympus_Mons"})
    assert answer.status_code == HTTPStatus.OK
    assert "There is no such time zone." in answer.content.decode()


def test_the_admin_refuses_a_name_like_anothers() -> None:
    cast.alice()
    bob = cast.bob()
    fields = {"name": "AL1CE", "email": "", "language": "", "time_zone": "", "is_active": "on"}
    change = reverse("admin:accounts_user_change", args=[bob.pk])
    answer = cast.browser(cast.sam()).post(change, fields)
    assert answer.status_code == HTTPStatus.OK
    assert "is already taken" in answer.content.decode()


def test_every_page_of_accounts_renders_for_everyone() -> None:
    people = (None, cast.alice(), cast.gus(), cast.sam())
    for person in people:
        assert cast.browser(person).get(PREFERENCES).status_code == HTTPStatus.OK
        # A user who has signed in to an account is redirected.
        shown = cast.browser(person).get(SIGN_IN).status_code == HTTPStatus.OK
        assert shown == (person is None or person.is_guest)


def test_hints_are_switched_off_for_this_browser_and_on_again() -> None:
    browser = cast.browser()
    assert "data-hints" not in browser.get("/").content.decode().split("<body")[0]
    answer = browser.post(
        PREFERENCES, {"theme": "auto", "language": "", "hints": "off"}, follow=True
    )
    assert 'data-hints="off"' in answer.content.decode().split("<body")[0]
    assert re.search(r'name="hints" value="off"[^>]*checked', answer.content.decode())
    answer = browser.post(
        PREFERENCES, {"theme": "auto", "language": "", "hints": "on"}, follow=True
    )
    assert "data-hints" not in answer.content.decode().split("<body")[0]
