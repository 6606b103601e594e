"""Several requests that write one session at once keep each other's changes."""

from __future__ import annotations

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.models import Session
from django.db import transaction

from accounts.session_store import SessionStore
from accounts.sessions import change_session
from tests.platform.parallel import at_once

pytestmark = pytest.mark.django_db


def saved(**values: object) -> str:
    session = SessionStore()
    session.update(values)
    session.save()
    assert session.session_key is not None
    return session.session_key


def read(key: str | None) -> dict[str, object]:
    return dict(SessionStore(key).items())


def two_requests(key: str) -> tuple[SessionStore, SessionStore]:
    """Return the session as two requests read it that began at the same moment."""
    first, second = SessionStore(key), SessionStore(key)
    assert dict(first.items()) == dict(second.items())
    return first, second


def test_each_request_writes_only_what_it_has_changed() -> None:
    key = saved(old=1, gone=1, other=1)
    first, second = two_requests(key)
    first["mine"], first["old"] = 1, 2
    del first["gone"]
    second["other"] = 2
    first.save()
    second.save()
    assert read(key) == {"old": 2, "other": 2, "mine": 1}


def test_a_list_that_was_changed_in_place_is_a_change() -> None:
    key = saved(those=[1])
    first, second = two_requests(key)
    first["those"].append(2)
    first.save()
    second["more"] = True
    second.save()
    assert read(key) == {"those": [1, 2], "more": True}


def test_a_request_that_saves_twice_undoes_nothing_in_between() -> None:
    """The save of the middleware at the end keeps a change that was saved in between."""
    key = saved()
    first, second = two_requests(key)
    change_session(first, "those", lambda known: [*(known or ()), 1])
    change_session(second, "those", lambda known: [*(known or ()), 2])
    first.save()
    assert read(key) == {"those": [1, 2]}


def test_what_others_added_comes_along_to_another_key() -> None:
    """A sign-in continues under another key, with the value that another tab has just stored."""
    key = saved(old=1)
    first, second = two_requests(key)
    change_session(second, "those", lambda known: [1])
    first.cycle_key()
    first["user"] = 1
    first.save()
    assert read(key) == {}
    assert read(first.session_key) == {"old": 1, "those": [1], "user": 1}


def test_nothing_is_added_to_a_session_that_has_ended() -> None:
    key = saved(old=1)
    first, second = two_requests(key)
    first.flush()
    with pytest.raises(SessionInterrupted):
        change_session(second, "those", lambda known: [1])
    second["mine"] = 1
    with pytest.raises(UpdateError):
        second.save()
    assert not Session.objects.exists()


def test_what_a_transaction_takes_back_is_not_written_later() -> None:
    """The end of the request does not write it either."""
    key = saved(old=1)
    session = SessionStore(key)
    with transaction.atomic():
        change_session(session, "those", lambda known: [1])
        transaction.set_rollback(True)
    session.save()
    assert read(key) == {"old": 1}


def test_what_a_transaction_takes_back_takes_nothing_else_along() -> None:
    """Earlier changes, for example by a sign-in, are still written at the end."""
    key = saved(old=1, gone=1)
    session, other = two_requests(key)
    session["user"] = 1
    del session["gone"]
    with transaction.atomic():
        change_session(session, "those", lambda known: [1])
        transaction.set_rollback(True)
    other["more"] = 1
    other.save()
    session.save()
    assert read(key) == {"old": 1, "user": 1, "more": 1}


def test_a_new_session_is_saved_at_the_end_of_its_request() -> None:
    session = SessionStore()
    change_session(session, "those", lambda known: [*(known or ()), 1])
    assert session.modified
    assert not Session.objects.exists()
    session.save()
    assert read(session.session_key) == {"those": [1]}


def test_a_key_without_a_session_begins_a_new_one() -> None:
    session = SessionStore("a" * 32)
    change_session(session, "those", lambda known: [*(known or ()), 1])
    session.save()
    assert session.session_key != "a" * 32
    assert read(session.session_key) == {"those": [1]}


def test_clearing_leaves_nothing() -> None:
    key = saved(old=1)
    session = SessionStore(key)
    session.clear()
    session["new"] = 1
    session.save()
    assert read(key) == {"new": 1}


def test_the_release_before_reads_the_same_sessions() -> None:
    """During a rollout both releases serve the same users; nobody is signed out by it."""
    key = saved(mine=1)
    assert dict(db.SessionStore(key).items()) == {"mine": 1}
    old: db.SessionStore[Session] = db.SessionStore()
    old["theirs"] = 1
    old.save()
    assert read(old.session_key) == {"theirs": 1}


@pytest.mark.django_db(transaction=True)
def test_twenty_requests_at_once() -> None:
    key = saved()

    def add(number: int) -> None:
        session = SessionStore(key)
        session.get("those")
        change_session(session, "those", lambda known: [*(known or ()), number])
        session[f"own {number}"] = number
        session.save()

    at_once(add, range(20))
    kept = read(key)
    assert sorted(kept.pop("those")) == list(range(20))  # type: ignore[call-overload]  # a list
    assert kept == {f"own {number}": number for number in range(20)}
