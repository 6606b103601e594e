"""No form is taken without its token, wherever it is sent."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import User
from tests.platform.accounts.cast import alice
from tests.platform.addresses import address, patterns

pytestmark = pytest.mark.django_db

PROVES_ITSELF = {"notifications:stop_mails"}
"""Its address is signed: a mail program has no token (RFC 8058)."""

WITHOUT_COOKIES = "/api/v1/"
"""Nobody is signed in there by what a browser sends along (tests/platform/api)."""


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_post_without_a_token_is_refused_everywhere(signed_in: bool) -> None:
    user: User = alice()
    taken = set()
    found = list(patterns(admin=True))
    for name, pattern in found:
        if address(name, pattern).startswith(WITHOUT_COOKIES):
            continue
        page = Client(enforce_csrf_checks=True, headers={"Accept": "application/json"})
        if signed_in:
            page.force_login(user)
        answer = page.post(address(name, pattern), {"who": "1"})
        refused = answer.status_code == HTTPStatus.FORBIDDEN and answer.json()["code"] == "csrf"
        taken |= set() if refused else {name}
    assert taken == PROVES_ITSELF
    assert len(found) > 200
