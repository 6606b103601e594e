"""Names: which are valid, and which count as the same."""

from __future__ import annotations

from http import HTTPStatus
from itertools import islice

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client

from accounts import names
from accounts.models import User
from accounts.services.guests import create_guest
from accounts.services.rename_user import rename_user
from matches.services.seating.reserve_seat import friend_called
from tests.platform.accounts import cast


@pytest.mark.parametrize(
    "name", ["Al", "Jörg", "Zoë-Marie", "O'Hara", "R2 D2", "Straße", "Łukasz", "X" * 24, "a_b.c"]
)
def test_good_names(name: str) -> None:
    names.validate_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("A", "name_length"),
        ("   B   ", "name_length"),
        ("X" * 25, "name_length"),
        ("007", "name_letters"),
        ("-Ann", "name_letters"),
        ("Боб", "name_letters"),
        ("B\u043eb", "name_letters"),  # a Cyrillic o
        ("Bob\u200b", "name_letters"),
        ("Bob\u202eecila", "name_letters"),
        ("Bob\x00", "name_letters"),
        ("<b>Bob</b>", "name_letters"),
        ("a@b.example", "name_letters"),
        ("Bob 🦡", "name_letters"),
        ("\u0301Bob", "name_letters"),
        ("Admin", "name_reserved"),
        ("n1ghtcap", "name_reserved"),
        ("M o d e r a t o r", "name_reserved"),
        ("Bot 7", "name_reserved"),
        ("Gu3st-12", "name_reserved"),
        ("N0x", "name_reserved"),  # a bot's
        ("Al\u0456ce", "name_letters"),  # a Cyrillic i
        ("\u13aalice", "name_letters"),  # a Cherokee A
        ("\u0251lice", "name_letters"),  # a Latin alpha
        ("A\u0301\u0301lice", "name_letters"),  # marks on marks
    ],
)
def test_bad_names_say_why(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.validate_name(name)
    assert refused.value.code == code
    assert refused.value.messages[0].endswith((".", "_"))


@pytest.mark.parametrize(
    "twin",
    [
        "alice",
        "ALICE",
        " Alice ",
        "A l i c e",
        "Al1ce",
        "AIice",
        "Àlice",
        "A-lice",
        "\uff21lice",
        "A\u0301lice",
        "4l1c3",
        "Al\u00a0ice",
        "\u1d2clice",
    ],
)
def test_a_name_that_looks_like_another_is_the_same(twin: str) -> None:
    assert names.key_of(twin) == names.key_of("Alice")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("O\u2019Brien", "O'Brien"),
        ("D\u2018Angelo", "D'Angelo"),
        ("O\u02bcBrien", "O'Brien"),
        ("O\u00b4Brien", "O'Brien"),
        ("Anna\u2011Lena", "Anna-Lena"),
        ("Anna\u2013Lena", "Anna-Lena"),
        ("Anna\u2010Lena", "Anna-Lena"),
    ],
)
def test_apostrophes_and_hyphens_of_phones_are_the_plain_ones(typed: str, kept: str) -> None:
    """An iPhone types them automatically, and the user cannot see the difference."""
    names.validate_name(typed)
    assert names.tidy_name(typed) == kept
    assert names.key_of(typed) == names.key_of(kept)


@pytest.mark.django_db
def test_names_of_phones_are_taken_wherever_a_name_is_typed() -> None:
    browser = Client()
    typed = {"username": "O\u2019Brien", "password1": cast.PASSWORD, "password2": cast.PASSWORD}
    assert browser.post("/sign-up/", typed).status_code == HTTPStatus.FOUND
    brien = User.objects.get()
    assert brien.name == "O'Brien"
    assert create_guest("en", "D\u2018Angelo").name == "D'Angelo"
    rename_user(brien, "Anna\u2011Lena")
    assert brien.name == "Anna-Lena"
    assert friend_called("Anna\u2013Lena") == brien


def test_pairs_that_read_as_one_letter_are_that_letter() -> None:
    assert names.key_of("Arnold") == names.key_of("Amold")
    assert names.key_of("VVilma") == names.key_of("Wilma")


def test_lists_of_names_are_alphabetical_for_their_readers() -> None:
    """No letter or digit counts as another, and Friend 9 comes before Friend 10."""
    wanted = ["Anna", "Ida", "Ines", "Jan", "jörg", "Lena", "Otto", "R2 D2", "Zoë", "Zora"]
    numbered = ["Friend", "Friend 1", "Friend 2", "Friend 9", "Friend 10", "Friend 21", "Friends"]
    for known in (wanted, numbered):
        backwards = list(reversed(known))
        assert sorted(backwards, key=names.alphabetical) == known


@pytest.mark.django_db
@pytest.mark.parametrize("twin", ["alice", "AIice", "Al1ce"])
def test_the_database_refuses_a_twin(twin: str) -> None:
    cast.alice()
    with pytest.raises(IntegrityError):
        User.objects.create_user(twin)


@pytest.mark.django_db
def test_an_address_leads_to_the_account_that_confirmed_it() -> None:
    """If no account confirmed it, the first that gave it is used."""
    alice, carol = cast.alice(), User.objects.create_user("Carol", email="ALICE@example.org")
    assert cast.gus().email == ""
    assert User.objects.get_by_natural_key(" Alice@Example.org ") == alice
    EmailAddress.objects.create(user=carol, email=carol.email, primary=True, verified=True)
    assert User.objects.get_by_natural_key("alice@example.org") == carol
    for nobody in ("@", "carol@example.org", "", "…"):
        with pytest.raises(User.DoesNotExist):
            User.objects.get_by_natural_key(nobody)


@pytest.mark.parametrize("language", ["de", "en", "fr", "it", "xx", ""])
def test_guest_names_are_names_and_fit(language: str) -> None:
    found = list(islice(names.guest_names(language), 400))
    for name in found:
        names.validate_name(name)
    assert len(set(found)) > 200


@pytest.mark.django_db
def test_guests_get_free_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.names._ADJECTIVES", {"en": ("Sleepy",)})
    monkeypatch.setattr("accounts.names._ANIMALS", {"en": (("Badger", ""),)})
    User.objects.create_user("sleepybadger")
    guests = [create_guest("en") for _ in range(4)]
    assert all(guest.name.startswith("Sleepy Badger ") for guest in guests)
    assert len({guest.name_key for guest in guests}) == 4
    assert all(guest.is_guest and not guest.has_usable_password() for guest in guests)


@pytest.mark.django_db
def test_a_guest_may_choose_a_name_but_not_that_of_another_user() -> None:
    cast.alice()
    assert create_guest("de", " Carol  Ann ").name == "Carol Ann"
    with pytest.raises(ValidationError, match="taken"):
        create_guest("de", "Al1ce")


@pytest.mark.django_db
def test_rename() -> None:
    alice, bob = cast.alice(), cast.bob()
    rename_user(alice, "alice")  # the user's own name in another spelling
    assert User.objects.get(pk=alice.pk).name == "alice"
    with pytest.raises(ValidationError, match="taken"):
        rename_user(bob, "A1ice")
    assert User.objects.get(pk=bob.pk).name == "Bob"
    rename_user(bob, "Robert")
    assert User.objects.get(pk=bob.pk).name_key == names.key_of("Robert")
