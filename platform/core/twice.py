"""Takes a form that is sent twice once: the second press gets the answer of the first.

A double click, or Enter twice, sends the same form of the same page again. The browser drops the first answer
and shows the second, with its cookies. So the second must say what came of the form: not a second table, nor
that a name is taken, by the same player. Each page that is shown has a token of its own, by which its form is
known again; the next page has another one.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus

from asgiref.sync import iscoroutinefunction, sync_to_async
from cryptography.fernet import Fernet
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.decorators import sync_and_async_middleware

from core.csrf import TOKEN
from core.errors import AWAY, come_again
from core.typed import fields_sent

Answer = Callable[[HttpRequest], HttpResponseBase]
AsyncAnswer = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

WRITTEN = "application/x-www-form-urlencoded"
"""How a browser writes forms that send no files, which is all of ours."""
KEPT_S = 60
"""Seconds for which an answer is kept: longer than a player presses in vain."""
AT_WORK_S = 60
"""Seconds after which a form without an answer counts as not sent: its process was killed."""
PATIENCE_S = 10
"""Seconds for which the second press waits for the answer to the first, before it is told to come again."""
LOOK_S = 0.1
"""Seconds between two looks."""


@sync_and_async_middleware
def taken_once(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Carry out a form of a page once. It stands around the session, whose cookie is part of an answer."""
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
            """What came of it, now or the first time; None while that is worked on."""
            if not await sync_to_async(form.is_ours)():
                return await sync_to_async(form.answer)()
            response: HttpResponseBase = await get_response(request)
            await sync_to_async(form.keep)(response)
            return response

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        form = form_of(request)
        # One after the other: there is nobody to wait for.
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
    """Work on, also when the browser has left: that is what it does with the first of two.

    Else what is ours to do would be done by nobody, or what came of it not be kept.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


class Form:
    """A form as it was sent, and what came of it.

    The cookies of an answer are keys to an account. They can be read by whoever sends the same again,
    cookies and all, and lie locked in the cache.
    """

    def __init__(self, request: HttpRequest, fields: list[tuple[str, str]]) -> None:
        own = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
        cookies = [request.COOKIES.get(name, "") for name in own]
        said = json.dumps([request.get_full_path(), cookies, fields]).encode()
        self.path = request.path
        self._at = f"form:{hashlib.sha256(b'at' + said).hexdigest()}"
        self._lock = Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"lock" + said).digest()))

    def is_ours(self) -> bool:
        """Whether this is the first of its kind, and to be carried out."""
        try:
            return bool(cache.add(self._at, b"", AT_WORK_S))
        except AWAY:
            return True

    def answer(self) -> HttpResponse | None:
        """The answer to the first; None: there is none yet, or it was a refusal."""
        try:
            kept = cache.get(self._at)
        except AWAY:
            return None
        if not kept:
            return None
        place, page, cookies = json.loads(self._lock.decrypt(kept))
        answer = HttpResponseRedirect(place) if place else HttpResponse(page)
        for cookie in cookies:
            answer.cookies.load(cookie)
        return answer

    def keep(self, answer: HttpResponseBase) -> None:
        """Keep what came of it: where it leads, or a page, as that on which a new token stands.

        A refusal is none: the second is answered by itself.
        """
        with suppress(*AWAY):
            if not isinstance(answer, HttpResponse) or not self._is_done(answer):
                cache.delete(self._at)
                return
            place = answer.headers.get("Location", "")
            page = "" if place else answer.content.decode()
            cookies = [cookie.OutputString() for cookie in answer.cookies.values()]
            told = json.dumps([place, page, cookies]).encode()
            cache.set(self._at, self._lock.encrypt(told), KEPT_S)

    def _is_done(self, answer: HttpResponse) -> bool:
        """Whether the form was carried out; not if it leads to where one first proves who one is."""
        if answer.status_code == HTTPStatus.OK:
            return answer.headers["Content-Type"].startswith("text/html")
        if answer.status_code != HTTPStatus.FOUND:
            return False
        doors, place = resolve_url(settings.LOGIN_URL), answer.headers["Location"]
        is_asked_first = place.startswith(doors) and f"{REDIRECT_FIELD_NAME}=" in place
        return self.path.startswith(doors) or not is_asked_first


def form_of(request: HttpRequest) -> Form | None:
    """The form that a browser sends to go to another page; None for all else, also what scripts send."""
    is_shown = "text/html" in request.headers.get("Accept", "")
    if request.method != "POST" or not is_shown or request.content_type != WRITTEN:
        return None
    fields = fields_sent(request)
    return Form(request, fields) if any(name == TOKEN for name, _ in fields) else None
