"""Permanent steps require the password again, and keep the request meanwhile.

Otherwise a stranger at an open screen could create a token, which outlives every sign-out, export
all data, or make the account a bot's permanently.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from accounts.models import Export, User
from accounts.services import export_data
from api.models import Token
from api.services import tokens
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

AGAIN = "/sign-in/again/"
DATA, BOT, TOKENS = "/preferences/data/", "/preferences/bot/", "/preferences/tokens/"
ACTS: dict[str, dict[str, Any]] = {
    DATA: {},
    BOT: {},
    TOKENS: {"name": "my script", "scopes": ["read"]},
}


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send no task, and reset the limits."""
    cache.clear()
    monkeypatch.setattr("accounts.services.export_data.current_app.send_task", lambda *a, **k: None)


def done() -> tuple[bool, int, int]:
    """Return the results of the three steps."""
    is_bot = User.objects.filter(is_bot=True).exists()
    return is_bot, Token.objects.count(), Export.objects.count()


@pytest.mark.parametrize("address", ACTS)
def test_it_is_done_once_the_password_is_typed(address: str) -> None:
    page = cast.browser(cast.alice())
    assert page.get(address).status_code == HTTPStatus.OK
    asked = page.post(address, ACTS[address])
    assert asked["Location"].startswith(f"{AGAIN}?next=")
    form = asked["Location"]
    assert "Confirm your password" in page.get(form).content.decode()
    wrong = page.post(form, {"password": "not it"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert done() == (False, 0, 0)
    after = page.post(form, {"password": cast.PASSWORD})
    assert done() == (address == BOT, address == TOKENS, address == DATA)
    if address == TOKENS:
        shown = after.content.decode()
        assert tokens.PREFIX in shown
        # The form of this page is sent to its own address, not to the confirmation's.
        assert f'action="{TOKENS}"' in shown
    # For some time the password is not required again.
    assert page.post(address, ACTS[address]).status_code != HTTPStatus.OK or address == TOKENS
    assert page.get(AGAIN).status_code == HTTPStatus.OK


def test_what_was_typed_wrong_is_said_after_the_password() -> None:
    page = cast.browser(cast.alice())
    form = page.post(TOKENS, {"name": "my script"})["Location"]
    after = page.post(form, {"password": cast.PASSWORD})
    assert after.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose what the token is allowed to do." in after.content.decode()
    assert "my script" in after.content.decode()


def test_a_file_that_lies_ready_is_not_for_all_at_the_screen() -> None:
    anna = cast.alice()
    request = export_data.request_export(anna)
    export_data.make_export(request.pk)
    request.refresh_from_db()
    link = reverse("accounts:download_data", args=[request.token])
    page = cast.browser(anna)
    asked = page.get(link)
    assert asked["Location"].startswith(f"{AGAIN}?next=")
    after = page.post(asked["Location"], {"password": cast.PASSWORD})
    assert after["Location"] == link
    assert "attachment" in page.get(link)["Content-Disposition"]


def test_a_guest_has_no_password_to_type() -> None:
    assert cast.browser(cast.gus()).post(DATA)["Location"] == DATA
    assert Export.objects.count() == 1


@pytest.mark.parametrize("address", ACTS)
def test_nobody_elses_password_will_do(address: str) -> None:
    cast.bob().set_password("bobs own lamp over it")
    page = cast.browser(cast.alice())
    form = page.post(address, ACTS[address])["Location"]
    page.post(form, {"password": "bobs own lamp over it"})
    assert done() == (False, 0, 0)
