"""A program that uses the API, for tests."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import User
from api.models import Scope
from api.services import tokens
from api.services.declare_bot import declare_bot
from tests.platform.matches.cast import person

ROOT = "/api/v1/"


def token_of(user: User, *scopes: Scope) -> str:
    """The text of a new token of this user, for reading if nothing is said."""
    return tokens.create_token(user, "a program", scopes or (Scope.READ,))[1]


def bot_called(name: str) -> User:
    """An account that was declared a bot."""
    user = person(name)
    declare_bot(user)
    user.refresh_from_db()
    return user


class Program:
    """A client that sends a token in its header, or none."""

    def __init__(self, token: str = "", **headers: str) -> None:
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = Client(raise_request_exception=True)
        self.headers = bearer | headers

    def get(self, address: str, **query: Any) -> Any:
        """The answer to GET, whatever its status."""
        headers = self.headers
        return self.client.get(f"{ROOT}{address}", query, headers=headers)

    def read(self, address: str, **query: Any) -> Any:
        """What is read there."""
        answer = self.get(address, **query)
        assert answer.status_code == 200, answer.content
        assert answer.headers["Content-Type"] == "application/json"
        return answer.json()

    def call(self, method: str, address: str, **body: Any) -> Any:
        """The answer to a request with a body of JSON, or without one if it is GET."""
        if method == "get":
            return self.get(address)
        return self.client.post(
            f"{ROOT}{address}", body, content_type="application/json", headers=self.headers
        )

    def send(self, address: str, **body: Any) -> Any:
        """What comes of a POST that is carried out."""
        answer = self.call("post", address, **body)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def refused(self, address: str, **query: Any) -> tuple[int, str]:
        """Status and code of a refusal, which has a sentence for people, too."""
        answer = self.get(address, **query)
        told = answer.json()
        assert set(told) == {"code", "sentence"}
        assert told["sentence"].endswith(".")
        assert "%(" not in told["sentence"]
        assert "ETag" not in answer.headers
        return answer.status_code, told["code"]
