"""Each live list checks the account of its reader."""

from __future__ import annotations

import pytest

import config.serving.asgi  # noqa: F401 - by which all lists are known
from realtime.sockets import ListSocket, PageReader
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db

LISTS = sorted(ListSocket.__subclasses__(), key=lambda one: one.__name__)


@pytest.mark.parametrize("made", LISTS)
@pytest.mark.parametrize("is_active", [True, False])
def test_no_list_is_drawn_for_an_account_that_has_changed(
    made: type[ListSocket], is_active: bool
) -> None:
    """This includes the list of public tables, because a sign-out message may be lost."""
    assert "fragments" not in vars(made)
    user = person("Alice")
    before = PageReader(user.pk, user.epoch, "en", ())
    user.is_active = is_active
    user.epoch += is_active
    user.save()
    assert made.fragments([before]) == {before: None}


def test_there_are_some() -> None:
    assert len(LISTS) >= 4
