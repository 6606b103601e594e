"""A visit by a browser with an empty cache: a page, and all the files that it requests."""

from __future__ import annotations

import re
from collections import defaultdict
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

from tools.bench.http import ENCODINGS, NONE, load

KINDS = {"js": "scripts", "css": "styles", "woff2": "fonts"}
"""Kinds of files by the end of the path; all other files are pictures."""
RELS = {"stylesheet", "icon", "modulepreload", "preload"}
"""Links that a browser follows at once. It loads a manifest only when the user installs the page.
"""
RARE = re.compile(r"@font-face\s*{[^}]*unicode-range[^}]*}")
"""A font that a browser loads only for one of its letters; fonts of every page are preloaded."""
URL = re.compile(r"""url\(\s*['"]?([^'")]+)""")
IMPORT = re.compile(r"""(?:^|;)(?:import|export)\b[^'"();]*['"]([^'"]+)['"]""", re.MULTILINE)


class Visit:
    """The bytes on the wire, headers included, by the path of each file."""

    def __init__(self, host: str, path: str, cookie: str) -> None:
        self.sizes: dict[str, int] = {}
        self._host, self._page = host, path
        self._headers = {"Cookie": cookie} if cookie else {}
        self._load(path)

    def by_kind(self) -> dict[str, int]:
        """Return the bytes of the page, of scripts, styles, fonts and pictures."""
        found = defaultdict(int, dict.fromkeys(("page", *KINDS.values(), "pictures"), 0))
        for path, size in self.sizes.items():
            kind = KINDS.get(path.rpartition(".")[2], "pictures")
            found["page" if path == self._page else kind] += size
        return dict(found)

    def _load(self, path: str) -> None:
        if path in self.sizes:
            return
        answer = load(self._host, path, self._headers | {"Accept-Encoding": ENCODINGS})
        assert answer.status == 200, path
        self.sizes[path] = answer.size
        if path == self._page or path.endswith((".js", ".css")):
            plain = load(self._host, path, self._headers | {"Accept-Encoding": NONE}).body.decode()
            for found in files_of(path if path != self._page else f"{path}index.html", plain):
                self._load(found)


def files_of(path: str, text: str) -> list[str]:
    """Return the paths of the files that a page, a style sheet or a script of this path requests."""
    if path.endswith(".css"):
        found = URL.findall(RARE.sub("", text))
    elif path.endswith(".js"):
        found = IMPORT.findall(text)
    else:
        page = _Page()
        page.feed(text)
        found = page.found
    paths = (urldefrag(urljoin(path, one)).url for one in found if one[:1] != "#")
    return list(dict.fromkeys(one for one in paths if one.startswith("/")))


class _Page(HTMLParser):
    """Collects the files that a page requests."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in ("script", "img") and "src" in given:
            self.found.append(given["src"])
        elif (tag == "link" and given.get("rel") in RELS) or tag == "use":
            self.found.append(given.get("href", ""))
