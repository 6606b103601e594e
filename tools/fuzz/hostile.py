"""Hostile requests, drawn from a seed: valid input that is then broken."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

WORDS: tuple[bytes, ...] = (
    b"", b"\0", b"a\0b", b"\xff\xfe", b"\xed\xa0\x80", b"%", b"%zz", b"%00", b"../../etc/passwd",
    b"' OR 1=1 --", b'"><script>alert(1)</script>', b"{{7*7}}", b"${jndi:ldap://x}", b"\r\nX-Evil: 1",
    b"-1", b"0", b"1", b"9" * 30, b"1e999", b"NaN", b"null", b"true", b"[]", b"{}", b"x" * 5_000,
    "‮abc".encode(), "💤".encode() * 50, "٣".encode(), "İı".encode(), b"1" * 4_400,
)  # fmt: skip
NUMBERS: tuple[Any, ...] = (
    0, -1, 1, 2**31, 2**63, -(2**63) - 1, 10**30, 1.5, 1e308, True, False, None, "", "1", "x" * 300,
)  # fmt: skip
METHODS = (b"GET", b"POST", b"HEAD", b"PUT", b"DELETE", b"OPTIONS", b"PATCH", b"BREW", b"get")
CSRF = b"c" * 32
API_SOCKET = "/ws/api/v1/"
PLACE = re.compile(r"<(?:(\w+):)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as bytes, and its description."""

    raw: bytes
    what: str


class Source:
    """The source of requests; the same seed yields the same ones."""

    def __init__(self, laid: dict[str, Any], host: str, seed: int) -> None:
        self.laid, self.host, self.luck = laid, host, random.Random(seed)
        self.people = [b"", laid["outsider"].encode(), laid["outsider"].encode()]
        self.count = 0

    # HTTP --------------------------------------------------------------------------------------

    def request(self) -> Sent:
        """Return any request to any address."""
        luck = self.luck
        if luck.random() < 0.2:
            return self._action()
        name, pattern = luck.choice(self.laid["routes"])
        path = self._path(pattern)
        if luck.random() < 0.3:
            path += b"?" + b"&".join(
                quote(luck.choice(self.laid["fields"])).encode() + b"=" + self._quoted()
                for _ in range(luck.randrange(1, 4))
            )
        method = luck.choice(METHODS if luck.random() < 0.2 else METHODS[:2])
        who = luck.choice(self.people)
        if method in (b"GET", b"HEAD") and luck.random() < 0.2:
            who = self.laid["staff"].encode()
        body, kind = (b"", b"") if method in (b"GET", b"HEAD") else self._body()
        token = b""
        if name.startswith("api:"):
            token = luck.choice(self.laid["tokens"]).encode() if luck.random() < 0.9 else body[:60]
            if body and luck.random() < 0.7:
                body, kind = self._json(), b"application/json"
        raw = self._raw(method, path, who, body, kind, token)
        return Sent(raw, f"{method.decode()} {name}")

    def _action(self) -> Sent:
        """Return an action of a user who may not act: a real one, or a changed one."""
        table = self._table()
        fields: dict[str, Any] = {
            "action": json.dumps(self.action(table)),
            "seen": self.luck.choice(NUMBERS),
            "key": f"fuzz-{self.count}",
        }
        who = self.luck.choice([*table["idle"], self.laid["outsider"]]).encode()
        if self.luck.random() < 0.3:
            path = f"/api/v1/matches/{table['match']}/actions".encode()
            token = self.luck.choice(self.laid["tokens"]).encode()
            body = json.dumps(fields).encode()
            raw = self._raw(b"POST", path, who, body, b"application/json", token)
            return Sent(raw, "POST an action of a program")
        if self.luck.random() < 0.5:
            body, kind = json.dumps(fields).encode(), b"application/json"
        else:
            body = b"&".join(
                f"{name}={quote(str(value))}".encode() for name, value in fields.items()
            )
            kind = b"application/x-www-form-urlencoded"
        path = f"/matches/{table['match']}/actions".encode()
        return Sent(self._raw(b"POST", path, who, body, kind), "POST an action")

    def _path(self, pattern: str) -> bytes:
        table = self._table()

        def fill(place: re.Match[str]) -> str:
            name = place[2] or place[3]
            known: dict[str, str] = {
                "match_id": table["match"],
                "game": table["game"],
                "number": "1",
                "league": self.laid["league"],
                "slug": self.laid["league"],
            }
            if name in known and self.luck.random() < 0.7:
                return known[name]
            return self._quoted().decode("latin-1")

        path = PLACE.sub(fill, pattern).replace("^", "").replace("$", "").replace("\\Z", "")
        return b"/" + path.encode("latin-1")

    def _quoted(self) -> bytes:
        word = self.luck.choice(WORDS)
        return quote(word).encode() if self.luck.random() < 0.9 else b"%" + word.hex().encode()[:40]

    def _body(self) -> tuple[bytes, bytes]:
        luck = self.luck
        kind = luck.randrange(5)
        if kind == 0:
            return self._json(), b"application/json"
        if kind == 1:
            return luck.choice(WORDS) * luck.choice((1, 1, 100)), luck.choice(
                (
                    b"text/plain",
                    b"application/json",
                    b"\xff",
                    b"multipart/form-data; boundary=",
                    b"",
                )
            )
        fields = [b"csrfmiddlewaretoken=" + CSRF]
        fields += [
            quote(luck.choice(self.laid["fields"])).encode() + b"=" + self._quoted()
            for _ in range(luck.randrange(6))
        ]
        if kind == 2:
            edge = b"--edge\r\nContent-Disposition: form-data; name="
            parts = [edge + b'"' + one.replace(b"=", b'"\r\n\r\n', 1) for one in fields]
            return b"\r\n".join([*parts, b"--edge--"]), b"multipart/form-data; boundary=edge"
        return b"&".join(fields), b"application/x-www-form-urlencoded"

    def _json(self) -> bytes:
        luck = self.luck
        if luck.random() < 0.2:
            deep = luck.choice((50, 2_000))
            return b"[" * deep + b"]" * luck.choice((deep, 3))
        return json.dumps(
            {luck.choice(self.laid["fields"]): self.value() for _ in range(luck.randrange(5))}
        ).encode()

    def _raw(
        self,
        method: bytes,
        path: bytes,
        who: bytes,
        body: bytes,
        kind: bytes,
        token: bytes = b"",
    ) -> bytes:
        luck = self.luck
        self.count += 1
        a, b = divmod(self.count, 250)
        cookie = b"csrftoken=" + CSRF + (b"; " + who if who else b"")
        if luck.random() < 0.1:
            cookie += (
                b"; "
                + luck.choice((b"language", b"messages", b"zone", b"sessionid"))
                + b"="
                + (luck.choice(WORDS).replace(b"\r\n", b"")[:2_000])
            )
        head = [
            method + b" " + path.replace(b" ", b"%20").replace(b"\r\n", b"") + b" HTTP/1.1",
            b"Host: " + (luck.choice(WORDS[:8]) if luck.random() < 0.02 else self.host.encode()),
            f"X-Forwarded-For: 10.{a // 250}.{a % 250}.{b}".encode(),
            b"Cookie: " + cookie.replace(b"\0", b""),
            b"X-CSRFToken: " + CSRF,
            b"Accept: " + luck.choice((b"text/html", b"application/json", b"*/*", b"\xff")),
            b"Accept-Language: " + luck.choice((b"de", b"en", b"x" * 600, b"\xff", b"*")),
            b"Content-Length: " + str(len(body)).encode(),
        ]
        if kind:
            head.append(b"Content-Type: " + kind)
        if token := token.translate(None, b"\0\r\n"):
            head.append(luck.choice((b"Authorization: Bearer ", b"authorization: bearer ")) + token)
        if luck.random() < 0.1:
            head.append(
                luck.choice((b"HX-Request", b"Referer", b"Origin", b"Range", b"If-Modified-Since"))
                + b": " + luck.choice(WORDS).replace(b"\r\n", b"").replace(b"\0", b"")
            )  # fmt: skip
        return b"\r\n".join(head) + b"\r\n\r\n" + body

    # Sockets -----------------------------------------------------------------------------------

    def socket(self) -> tuple[str, str]:
        """Return a socket to open: its path, and the user's cookie."""
        table = self._table()
        language = self.luck.choice(("en", "de", "%FF", "x" * 100))
        path = self.luck.choice(
            (f"/ws/en/matches/{table['match']}/", f"/ws/{language}/matches/{table['match']}/",
             f"/ws/{language}/tables/?game={'x' * 400}", "/ws/en/you/",
             "/ws/en/leagues/?division=9999999999", API_SOCKET, API_SOCKET)
        )  # fmt: skip
        return path, self.luck.choice([*table["idle"], self.laid["outsider"], ""])

    def greeting(self, path: str) -> str:
        """Return the first message that the socket requires; "": none."""
        if path != API_SOCKET:
            return ""
        return json.dumps({"type": "hello", "token": self.luck.choice(self.laid["tokens"])})

    def frame(self) -> str | bytes:
        """Return a frame to send on it."""
        luck = self.luck
        match luck.randrange(7):
            case 6:
                table = self._table()
                return json.dumps(
                    {"type": luck.choice(("act", "act", "hello", "x")), "match": table["match"],
                     "action": self.action(table), "seen": luck.choice(NUMBERS), "key": f"p{luck.random()}"}
                )  # fmt: skip
            case 0:
                return luck.choice(WORDS)
            case 1:
                return luck.choice(WORDS).decode("latin-1") * luck.choice((1, 1, 4))
            case 2:
                return self._json().decode()
            case 3:
                key = luck.choice(("sync", "ack", "say", "action", "pick", "seen", "key"))
                return json.dumps({key: self.value(), "key": self.value()})
            case _:
                action = self.action(self._table())
                return json.dumps(
                    {"action": action, "seen": luck.choice(NUMBERS), "key": f"f{luck.random()}"}
                )

    def action(self, table: dict[str, Any]) -> Any:
        """Return an action of this game, unchanged or with a change."""
        action = dict(self.luck.choice(table["actions"])) if table["actions"] else {}
        for _ in range(self.luck.randrange(3)):
            action[self.luck.choice([*action, "type", "seq", "x"])] = self.value()
        return action

    def value(self, deep: int = 0) -> Any:
        """Return any JSON."""
        match self.luck.randrange(4 if deep < 3 else 2):
            case 0:
                return self.luck.choice(NUMBERS)
            case 1:
                return self.luck.choice(WORDS).decode("latin-1")
            case 2:
                return [self.value(deep + 1) for _ in range(self.luck.randrange(4))]
            case _:
                return {str(self.luck.choice(NUMBERS)): self.value(deep + 1) for _ in range(2)}

    def _table(self) -> dict[str, Any]:
        table: dict[str, Any] = self.luck.choice(self.laid["tables"])
        return table
