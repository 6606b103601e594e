"""Pages that show the same board get one message, encoded once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.rendering.fragments import Page
from matches.present import pushes
from matches.present.board import Drawing
from matches.present.pushes import BoardFrame, Watcher
from matches.store.load_match import load_table
from realtime.sockets import encode_message
from tests.platform.matches.cast import act, dealt, person

WATCHING = 5

pytestmark = pytest.mark.django_db


def spectator(user_id: int | None = None, **more: Any) -> Watcher:
    return Watcher(user_id, 0, "en", "UTC", "", False, None, -1, None, **more)


def drawn(match_id: Any, watchers: list[Watcher]) -> list[BoardFrame]:
    """Return the frames of these pages now, in their order."""
    found = pushes.frames(Drawing(load_table(match_id)), watchers)
    frames = [found[watcher] for watcher in watchers]
    assert all(isinstance(frame, BoardFrame) for frame in frames)
    return frames  # type: ignore[return-value]  # as asserted


def test_spectators_share_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those with accounts; a page that shows an older board gets a message of its own."""
    encoded: list[Any] = []

    def encode(message: Any) -> str:
        encoded.append(message)
        return encode_message(message)

    monkeypatch.setattr(pushes, "encode_message", encode)
    match = dealt(person("Anna"), person("Bo"), public=True)
    pages = [spectator(), *(spectator(9_000 + number) for number in range(WATCHING))]
    for _ in range(3):
        frames = drawn(match.pk, pages)
        messages = {
            frame.message_after(page.page) for frame, page in zip(frames, pages, strict=True)
        }
        assert len(encoded) == len(messages) == 1
        (message,) = messages
        assert message == frames[0].answer_after(pages[0].page)
        encoded.pop()
        late = frames[0].message_after(Page())
        assert "content" in msgspec.json.decode(late)
        pages = [frame.shown_by(page) for frame, page in zip(frames, pages, strict=True)]
        encoded.clear()
        act(match)


def test_equal_watchers_become_one_with_the_board_of_the_frame() -> None:
    match = dealt(person("Anna"), person("Bo"), public=True)
    one, other = spectator(), spectator()
    frames = drawn(match.pk, [one, other])
    after = frames[0].shown_by(one)
    assert after is frames[1].shown_by(other)
    assert (after.page.board, after.shown) == (frames[0].board, frames[0].version)
    newer = spectator(plays=True)
    assert frames[0].shown_by(newer).plays


def test_a_board_without_changes_is_no_message() -> None:
    match = dealt(person("Anna"), person("Bo"), public=True)
    (frame,) = drawn(match.pk, [spectator()])
    assert frame.message_after(Page(frame.board)) == ""
