"""Double submit protection: a form that is sent twice is carried out once.

A double click, or Enter twice, sends the same form of the same page again. The browser drops the
first answer and shows the second, with its cookies. So the second request must get the answer of
the first: neither a second table nor a refusal because of the first request. Each page has its own
token, which identifies its form; the next page has another one.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import time
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from http import HTTPStatus

from asgiref.sync import iscoroutinefunction, sync_to_async
from cryptography.fernet import Fernet
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import resolve_url
from django.utils.decorators import sync_and_async_middleware
from redis import RedisError

from core.csrf import TOKEN
from core.errors import come_again
from core.form_input import fields_sent
from core.middleware import Answer, AsyncAnswer

WRITTEN = "application/x-www-form-urlencoded"
"""The content type of a form without files; all our forms have it."""
OWN = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
"""The cookies that identify the browser of a form."""
KEPT_S = 60
"""Time for which an answer is kept, in seconds: longer than a player repeats a click."""
AT_WORK_S = 30
"""Time after which a form without an answer counts as not sent, in seconds: its process was killed.
It is longer than a page waits for the database.
"""
PATIENCE_S = 10
"""Time for which the second request waits for the answer to the first, in seconds. Then it is told
to retry, with the same form.
"""
LOOK_S = 0.1
"""Time between two polls, in seconds."""


@sync_and_async_middleware
def taken_once(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Carry out a form of a page once. Place it around the session middleware, because an answer
    includes the session's cookie.
    """
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            form = await sync_to_async(form_of)(request)
            if form is None:
                plain: HttpResponseBase = await get_response(request)
                return plain
            until = time.monotonic() + PATIENCE_S
            while (found := await _to_its_end(_taken(form, request))) is None:
                if time.monotonic() > until:
                    return await sync_to_async(come_again)(request, "crowded")
                await asyncio.sleep(LOOK_S)
            return found

        async def _taken(form: Form, request: HttpRequest) -> HttpResponseBase | None:
            """Return the answer to the form, cached or new; None while the first request is in
            progress.
            """
            if not await sync_to_async(form.is_ours)():
                return await sync_to_async(form.answer)()
            response: HttpResponseBase = await get_response(request)
            await sync_to_async(form.keep)(response)
            return response

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        form = form_of(request)
        # Requests run one after the other here, so there is none to wait for.
        found = form.answer() if form and not form.is_ours() else None
        if found is not None:
            return found
        response = get_response(request)
        assert isinstance(response, HttpResponseBase)
        if form:
            form.keep(response)
        return response

    return answer


async def _to_its_end(work: Awaitable[HttpResponseBase | None]) -> HttpResponseBase | None:
    """Finish the work even if the browser disconnects: it drops the first of two requests.

    Otherwise a form that this request has claimed would not be done, or its answer would not be
    kept.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


class Form:
    """A form as it was sent, and the answer to it.

    The cookies of an answer give access to an account. So the cache stores it encrypted, and only
    the same form with the same cookies decrypts it.
    """

    def __init__(self, request: HttpRequest, fields: list[tuple[str, str]]) -> None:
        self.path = request.path
        # The page that resends the form (`core.errors`) has its fields in another order.
        self._said = [request.get_full_path(), sorted(fields, key=lambda field: field[0])]
        self._cookies = {name: request.COOKIES.get(name, "") for name in OWN}
        self._at, self._key = self._place(self._cookies)

    def _place(self, cookies: Mapping[str, str]) -> tuple[str, bytes]:
        """Return the cache name and the encryption key of the answer, for a browser with these
        cookies.
        """
        said = json.dumps([*self._said, *cookies.values()]).encode()
        key = base64.urlsafe_b64encode(hashlib.sha256(b"lock" + said).digest())
        return f"form:{hashlib.sha256(b'at' + said).hexdigest()}", key

    def is_ours(self) -> bool:
        """Claim the form; return True if this request is the first, which carries it out."""
        try:
            return bool(cache.add(self._at, b"", AT_WORK_S))
        except RedisError:
            return True

    def answer(self) -> HttpResponse | None:
        """Return the answer to the first request; None if there is none yet, or if it was a
        refusal.
        """
        try:
            kept = cache.get(self._at)
        except RedisError:
            return None
        if not kept:
            return None
        status, headers, page, cookies = json.loads(Fernet(self._key).decrypt(kept))
        answer = HttpResponse(page, status=status, headers=headers)
        for cookie in cookies:
            answer.cookies.load(cookie)
        return answer

    def keep(self, answer: HttpResponseBase) -> None:
        """Store the answer if it is a page or a redirect to one. A refusal is not stored: the
        second request gets its own answer.
        """
        with suppress(RedisError):
            if not isinstance(answer, HttpResponse) or not self._is_done(answer):
                cache.delete(self._at)
                return
            cookies = [cookie.OutputString() for cookie in answer.cookies.values()]
            page = answer.content.decode()
            told = json.dumps([answer.status_code, dict(answer.items()), page, cookies]).encode()
            # The browser has the new cookies before it shows the new page, so a second click may
            # send them.
            new = {name: cookie.value for name, cookie in answer.cookies.items() if name in OWN}
            for at, key in {(self._at, self._key), self._place(self._cookies | new)}:
                cache.set(at, Fernet(key).encrypt(told), KEPT_S)

    def _is_done(self, answer: HttpResponse) -> bool:
        """Return whether the form was carried out; False if the player has to sign in first."""
        if answer.status_code == HTTPStatus.OK:
            return answer.headers["Content-Type"].startswith("text/html")
        if answer.status_code != HTTPStatus.FOUND:
            return False
        sign_in, place = resolve_url(settings.LOGIN_URL), answer.headers["Location"]
        is_asked_first = place.startswith(sign_in) and f"{REDIRECT_FIELD_NAME}=" in place
        return self.path.startswith(sign_in) or not is_asked_first


def form_of(request: HttpRequest) -> Form | None:
    """Return the form of a browser's page navigation; None for all other requests, such as those of
    scripts.
    """
    is_shown = "text/html" in request.headers.get("Accept", "")
    if request.method != "POST" or not is_shown or request.content_type != WRITTEN:
        return None
    fields = fields_sent(request)
    return Form(request, fields) if any(name == TOKEN for name, _ in fields) else None
