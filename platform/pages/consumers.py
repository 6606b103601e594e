"""The socket of every signed-in user: waiting matches, and the list of the user's matches."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts import online
from accounts.models import User
from accounts.zones import zone_of
from friends.invitations import open_invitations
from matches.store import topics
from pages import own_matches
from pages.waiting_matches import uuid_of, waiting_for
from realtime import presence
from realtime.sockets import Fragments, ListSocket, PageReader, Readers
from realtime.threads import in_background, in_thread


class YouSocket(ListSocket):
    """A page of a user; its address states what it shows besides the number of waiting matches."""

    on_site: presence.OpenPage | None = None

    async def enter(self) -> None:
        user = self.scope["user"]
        self.on_site = online.page_of(user) if user.is_authenticated else None
        await super().enter()
        await self._is_here()

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if self.on_site is not None:
            await in_background(presence.leave)(self.on_site)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await super().receive(text_data, bytes_data)
        await self._is_here()

    async def _is_here(self) -> None:
        if self.on_site is not None:
            await in_thread(presence.heartbeat)(self.on_site)

    def topics(self) -> list[str]:
        user_id = self.reader.user_id
        # The first read closes the page of a visitor without an account, or of a user who has
        # signed out.
        return [] if user_id is None else [topics.of_player(user_id), topics.of_user(user_id)]

    @classmethod
    def draw(cls, readers: Readers) -> dict[PageReader, Fragments | None]:
        """Return the content of each of these pages."""
        answer: dict[PageReader, Fragments | None] = {}
        for reader, user in readers.items():
            if user is None:
                answer[reader] = None
                continue
            with (
                translation.override(reader.language),
                timezone.override(zone_of(user, reader.zone)),
            ):
                answer[reader] = _parts(user, dict(reader.query))
        return answer


def _parts(user: User, query: dict[str, str]) -> Fragments:
    waiting = waiting_for(user.pk, uuid_of(query.get("skip")))
    fragments = {
        "#waiting": render_to_string("components/waiting.html", {"waiting": waiting}),
        "#invitations": render_to_string("components/invitations.html", {"asked": waiting.asked}),
    }
    if query.get("show") == "matches":
        fragments["#matches"] = render_to_string(
            "pages/_matches.html", own_matches.matches_context(user, query)
        )
    elif query.get("show") == "short":
        fragments["#yours"] = render_to_string("pages/_yours.html", own_matches.short_context(user))
    elif query.get("show") == "invited":
        fragments["#invited"] = render_to_string(
            "friends/_invited.html", {"invitations": open_invitations(user.pk)}
        )
    return fragments
