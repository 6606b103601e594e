"""An old name leads to its owner for a year, and is reserved for that time."""

from __future__ import annotations

from http import HTTPStatus
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth.hashers import get_hashers
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import tasks
from accounts.models import FormerName, User
from accounts.names import key_of
from accounts.personal_data import export_account
from accounts.services import rename_user as rename
from accounts.services.delete_account import delete_account
from accounts.services.guests import create_guest
from accounts.services.rename_user import rename_user
from accounts.services.sign_up import sign_up
from api.services.declare_bot import declare_bot
from core import clock
from matches.services.seating.reserve_seat import friend_called
from tests.platform.accounts import cast
from tests.platform.accounts.cast import PASSWORD, browser
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db

YEAR_MS = 365 * 24 * 3600 * 1000
TAKEN = "This name, or one that looks like it, is already taken."


@pytest.fixture
def rita() -> User:
    user = User.objects.create_user("Rita", PASSWORD)
    rename_user(user, "Margarita")
    return user


def refused(deed: Any, *args: Any) -> str:
    with pytest.raises(ValidationError) as caught:
        deed(*args)
    return caught.value.messages[0]


def test_links_to_the_old_name_lead_to_the_new_page(rita: User) -> None:
    """Such a link neither breaks nor leads to a stranger."""
    page = Client()
    for spelling in ("Rita", "r1ta"):
        found = page.get(f"/people/{spelling}/")
        assert (found.status_code, found["Location"]) == (HTTPStatus.FOUND, "/people/Margarita/")
    assert page.get("/people/Rita/table/")["Location"] == "/people/Margarita/table/"
    assert page.get("/people/Margarita/").status_code == HTTPStatus.OK


def test_no_other_user_gets_it_in_any_way(rita: User) -> None:
    eve, guest = person("Eve"), create_guest("en", "Gus")
    assert refused(sign_up, None, "Rita", PASSWORD) == TAKEN
    assert refused(sign_up, guest, "R1ta", PASSWORD) == TAKEN
    assert refused(create_guest, "en", "Rita").endswith("is already taken. “Rita 2” is free.")
    assert refused(rename_user, eve, "rita") == TAKEN
    eve.name = "Rita"
    assert refused(eve.full_clean) == TAKEN
    typed = {"username": "Rita", "password1": PASSWORD, "password2": PASSWORD}
    answer = Client().post("/sign-up/", typed)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert TAKEN in answer.content.decode()
    assert not User.objects.filter(name_key=key_of("Rita")).exists()


def test_who_looks_for_the_old_name_finds_its_owner(rita: User) -> None:
    assert friend_called("Rita") == rita
    assert friend_called(" r1ta ") == rita


def sign_in(name: str, password: str = PASSWORD) -> tuple[Client, Any]:
    page = Client()
    return page, page.post("/sign-in/", {"login": name, "password": password})


@pytest.mark.parametrize("typed", ["Rita", " r1ta ", "Margarita"])
def test_its_owner_signs_in_by_it(rita: User, typed: str) -> None:
    """A user who was renamed by staff, or on another device, can still sign in."""
    page, answer = sign_in(typed)
    assert answer.status_code == HTTPStatus.FOUND
    assert page.get("/").wsgi_request.user == rita


def test_a_year_later_only_the_new_name_signs_in(rita: User) -> None:
    with clock.shifted(YEAR_MS + 60_000):
        assert sign_in("Rita")[1].status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        other = sign_up(None, "Rita", "a password of another person")
        page, _ = sign_in("Rita", "a password of another person")
        assert page.get("/").wsgi_request.user == other
        assert sign_in("Margarita")[1].status_code == HTTPStatus.FOUND


def test_a_wrong_password_says_nothing_of_who_was_called_so(
    rita: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A former name, a current name and an unknown one have the same page, queries and hashing
    time.
    """
    (hasher,) = {type(one) for one in get_hashers()[:1]}
    hashed: list[str] = []
    encode = hasher.encode

    def counted(self: Any, password: str, *args: Any, **more: Any) -> str:
        hashed.append(password)
        return str(encode(self, password, *args, **more))

    monkeypatch.setattr(hasher, "encode", counted)
    seen = set()
    for name in ("Rita", "Margarita", "Nobody at all"):
        hashed.clear()
        with CaptureQueriesContext(connection) as asked:
            _, answer = sign_in(name, "not the password")
        page = answer.content.decode().replace(name, "…")
        token = str(answer.context["csrf_token"])
        assert token in page
        seen.add((answer.status_code, page.replace(token, ""), len(hashed), len(asked)))
    assert len(seen) == 1
    assert {(code, hashes) for code, _, hashes, _ in seen} == {(422, 2)}


def test_its_owner_takes_it_back(rita: User) -> None:
    rename_user(rita, "Rita")
    assert list(rita.former_names.values_list("name", flat=True)) == ["Margarita"]
    assert friend_called("Margarita") == friend_called("Rita") == rita


def test_another_spelling_of_the_same_name_gives_nothing_up() -> None:
    user = person("Rita")
    rename_user(user, "RITA")
    assert not FormerName.objects.exists()


def test_after_a_year_it_is_free(rita: User) -> None:
    with clock.shifted(YEAR_MS - 60_000):
        tasks.forget_devices()
        assert refused(sign_up, None, "Rita", PASSWORD) == TAKEN
    with clock.shifted(YEAR_MS + 60_000):
        assert Client().get("/people/Rita/").status_code == HTTPStatus.NOT_FOUND
        sign_up(None, "Rita", PASSWORD)
        tasks.forget_devices()
    assert not FormerName.objects.exists()


def test_a_name_whose_year_is_over_is_given_up_once_more(rita: User) -> None:
    with clock.shifted(YEAR_MS + 60_000):
        other = sign_up(None, "Rita", PASSWORD)
        rename_user(other, "Henrietta")
        assert friend_called("Rita") == other


def test_a_former_name_is_forgotten_with_its_account(rita: User) -> None:
    """Until then the account's export contains it."""
    assert [one["name"] for one in export_account(rita)["former_names"]] == ["Rita"]
    delete_account(rita)
    assert not FormerName.objects.exists()
    sign_up(None, "Rita", PASSWORD)


def test_guests_keep_none() -> None:
    guest = create_guest("en", "Gus")
    rename_user(guest, "Gustav")
    sign_up(guest, "Augustus", PASSWORD)
    assert not FormerName.objects.exists()


def test_an_account_that_becomes_a_bot_keeps_its_name_for_itself() -> None:
    user = person("Robo")
    declare_bot(user)
    assert refused(sign_up, None, "Robo", PASSWORD) == TAKEN


def test_a_rename_by_an_administrator_keeps_it_too() -> None:
    rita, admin = person("Rita"), browser(cast.sam())
    page = f"/admin/accounts/user/{rita.pk}/change/"
    form = admin.get(page).context["adminform"].form
    typed = {name: value for name, value in form.initial.items() if value not in (None, [], False)}
    assert admin.post(page, typed | {"name": "Margarita"}).status_code == HTTPStatus.FOUND
    assert friend_called("Rita").name == "Margarita"


def test_nobody_puts_names_aside_by_the_dozen() -> None:
    user = person("Rita")
    for letter in "abcdefghij"[: rename.MOST]:
        rename_user(user, f"Rita {letter * 3}")
    said = refused(rename_user, user, "One more")
    assert said.startswith("You have changed your name many times.")
    assert user.name == "Rita jjj"
    rename_user(user, "Rita")


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_a_name_that_is_given_up_does_not_get_it() -> None:
    """The database allows the second of two to have it; the service checks again."""
    user, begun, seen = person("Rita"), Barrier(2), []

    def come() -> None:
        try:
            begun.wait(10)
            sign_up(None, "Rita", PASSWORD)
            seen.append("got it")
        except ValidationError as wrong:
            seen.extend(wrong.messages)
        finally:
            connection.close()

    other = Thread(target=come)
    other.start()
    with transaction.atomic():
        rename_user(user, "Margarita")
        begun.wait(10)
        other.join(1)
    other.join(20)
    assert seen == [TAKEN]
