"""The length of a message hardly depends on what it says: TLS does not hide lengths."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from realtime.sockets import STEP, encode_message
from tests.platform.config.web import Web, web_process

CARDS = ["7", "10", "king", "dragon", "queen-ladybird", "Straßenkatze"]


def test_cards_with_longer_names_make_no_longer_message() -> None:
    drawn = [encode_message({"fragments": {"hand": [0, 40, f"You drew: {one}."]}}) for one in CARDS]
    assert {len(message.encode()) for message in drawn} == {STEP}
    assert [json.loads(message)["fragments"]["hand"][2][10:-1] for message in drawn] == CARDS


@pytest.mark.parametrize("length", [0, 1, STEP, 1_000])
def test_lengths_go_in_steps(length: int) -> None:
    assert len(encode_message({"said": "x" * length})) % STEP == 0


@pytest.mark.django_db(transaction=True)
def test_no_socket_is_compressed(tmp_path: Path) -> None:
    """Compression would mix a player's cards with texts that others write (docs/threats.md)."""
    with web_process(tmp_path) as web:
        asyncio.run(_offer_compression(web))


async def _offer_compression(web: Web) -> None:
    page = await web.page()
    assert page.request is not None
    assert page.response is not None
    assert "permessage-deflate" in page.request.headers["Sec-WebSocket-Extensions"]
    assert "Sec-WebSocket-Extensions" not in page.response.headers
    assert page.protocol.extensions == []
    await page.close()
