"""A failing action after a commit cannot undo it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from core.after_commit import after_commit
from matches.store.load_match import load_table
from realtime import bus
from tests.platform.matches.cast import act, dealt, person
from tests.sure import sure


@pytest.mark.django_db(transaction=True)
def test_what_fails_after_the_commit_is_logged_and_forgotten(
    caplog: pytest.LogCaptureFixture,
) -> None:
    done: list[int] = []

    def fail(what: Any) -> None:
        raise ConnectionError(what)

    with transaction.atomic():
        after_commit(fail, "away")
        after_commit(done.append, 1)
        assert done == []
    assert done == [1]
    assert "away" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_move_stands_though_the_broker_is_away(
    monkeypatch: pytest.MonkeyPatch, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    match = dealt(person("Alice"), person("Bob"))
    settings.REDIS_URL = "unix:///nowhere/at/all"
    bus.client.cache_clear()
    monkeypatch.setattr("matches.store.outbox.send_rows", lambda rows, now: 1 / 0)
    try:
        assert act(match).refusal is None
    finally:
        bus.client.cache_clear()
    assert "the broker is away" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert sure(load_table(match.pk).live).version == 1
