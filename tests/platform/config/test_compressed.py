"""Pages are compressed if the browser accepts that, and their length reveals nothing."""

from __future__ import annotations

import gzip
import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

TAKES_IT = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.mark.parametrize("address", ["/", "/tables/", "/sign-in/", "/nowhere/"])
def test_pages_are_a_fraction_as_long(client: Client, address: str) -> None:
    plain, packed = client.get(address), client.get(address, headers=TAKES_IT)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.content)
    assert len(packed.content) < len(plain.content) / 2
    assert gzip.decompress(packed.content).lower().startswith(b"<!doctype html>")
    for page in (plain, packed):
        assert {"Accept-Encoding", "Cookie"} <= set(page.headers["Vary"].split(", "))


def test_a_page_has_another_length_and_token_each_time(client: Client) -> None:
    packed = [client.get("/sign-in/", headers=TAKES_IT).content for _ in range(8)]
    assert len({len(one) for one in packed}) > 1
    tokens = [
        re.findall(rb'name="csrfmiddlewaretoken" value="(\w+)"', gzip.decompress(one))[0]
        for one in packed
    ]
    assert len(set(tokens)) == len(packed)


@pytest.mark.usefixtures("static_files")
@pytest.mark.parametrize("address", ["/healthz", "/static/core/css/base.css"])
def test_what_is_short_or_packed_already_stays_as_it_is(address: str) -> None:
    answer = Client().get(address, headers=TAKES_IT)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
