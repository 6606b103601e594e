"""All middleware is async-capable; a middleware that is not makes daphne hang at shutdown."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import iscoroutinefunction
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from config import settings as deployed


async def answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


@pytest.mark.parametrize("name", deployed.MIDDLEWARE)
def test_middleware_is_async_capable(name: str) -> None:
    factory: Any = import_string(name)
    assert getattr(factory, "async_capable", False)
    assert iscoroutinefunction(factory(answer))


@pytest.mark.usefixtures("static_files")
def test_the_chain_is_async_from_end_to_end() -> None:
    handler = ASGIHandler()
    handler.load_middleware(is_async=True)
    assert iscoroutinefunction(vars(handler)["_middleware_chain"])
