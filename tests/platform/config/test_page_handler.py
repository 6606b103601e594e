"""A page changes threads once; forms and static files go Django's own way."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from asgiref.testing import ApplicationCommunicator

from config.serving.page_handler import PageHandler

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 3
"""Changes of threads for a page: the view with its middleware, Django's signal, and the end."""


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Functions that were run in a thread."""
    found: list[Any] = []
    call = SyncToAsync.__call__

    async def noted(self: SyncToAsync[..., Any], *args: Any, **kwargs: Any) -> Any:
        found.append(self.func)
        return await call(self, *args, **kwargs)

    monkeypatch.setattr(SyncToAsync, "__call__", noted)
    return found


async def answer_to(path: str, method: str = "GET") -> dict[str, Any]:
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }
    wire = ApplicationCommunicator(PageHandler(), scope)  # type: ignore[no-untyped-call]  # asgiref's has no types
    await wire.send_input({"type": "http.request", "body": b""})  # type: ignore[no-untyped-call]  # likewise
    answer: dict[str, Any] = await wire.receive_output(timeout=30)  # type: ignore[no-untyped-call]  # likewise
    while (await wire.receive_output(timeout=30)).get("more_body"):  # type: ignore[no-untyped-call]  # likewise
        pass
    await wire.wait(timeout=30)  # type: ignore[no-untyped-call]  # likewise
    return answer


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/sign-in/", 200), ("/nowhere/", 404)])
async def test_a_page_changes_threads_once(path: str, status: int, changes: list[Any]) -> None:
    answer = await answer_to(path)
    assert answer["status"] == status
    assert b"Content-Security-Policy" in dict(answer["headers"])
    assert len(changes) <= MOST, changes


async def test_a_form_goes_djangos_way(changes: list[Any]) -> None:
    assert (await answer_to("/sign-in/", "POST"))["status"] == 403  # without a token
    assert len(changes) > MOST
