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
    """Create a token of this user, by default for reading; return its text."""
    return tokens.create_token(user, "a program", scopes or (Scope.READ,))[1]


def bot_called(name: str) -> User:
    """Create an account that was declared a bot."""
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
        """Return the answer to GET, whatever its status."""
        headers = self.headers
        return self.client.get(f"{ROOT}{address}", query, headers=headers)

    def read(self, address: str, **query: Any) -> Any:
        """Return the content of a successful GET."""
        answer = self.get(address, **query)
        assert answer.status_code == 200, answer.content
        assert answer.headers["Content-Type"] == "application/json"
        return answer.json()

    def call(self, method: str, address: str, **body: Any) -> Any:
        """Return the answer to a request with a JSON body; GET has none."""
        if method == "get":
            return self.get(address)
        return self.client.post(
            f"{ROOT}{address}", body, content_type="application/json", headers=self.headers
        )

    def send(self, address: str, **body: Any) -> Any:
        """Return the content of a successful POST."""
        answer = self.call("post", address, **body)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def refused(self, address: str, **query: Any) -> tuple[int, str]:
        """Return status and code of a refusal, which also has a sentence for people."""
        answer = self.get(address, **query)
        told = answer.json()
        assert set(told) == {"code", "sentence"}
        assert told["sentence"].endswith(".")
        assert "%(" not in told["sentence"]
        assert "ETag" not in answer.headers
        return answer.status_code, told["code"]
