"""The publishing of static files: bundled, without layout, compressed, and under names that change
with their content.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.files.base import ContentFile
from rjsmin import jsmin
from servestatic.storage import CompressedManifestStaticFilesStorage

Sources = dict[str, tuple[Any, str]]
"""The storage of each file and its name there, by the published name."""

OTHERS = ("account/", "admin/", "core/vendor/", "mfa/")
"""Files of others, which stay as they are."""
COVER = re.compile(r"<!-- cover\b.*?-->(.*)<!-- end of the cover -->", re.DOTALL)
"""The part of a game's drawings that its cover shows, and the catalogue needs."""
IMPORT = re.compile(r'@import url\("([^"]+)"\);')

_LAYOUT = {
    # rcssmin also removes the space in `[data-phase="over"] :is(.mat)`, which changes the meaning.
    "css": (
        (r"/\*.*?\*/", ""),
        (r"\s*\n\s*", "\n"),
        (r"\s*([{};])\s*", r"\1"),
        (r"(?<=\w): ", ":"),
    ),
    "svg": ((r"<!--.*?-->", ""), (r"\s*\n\s*", "\n"), (r">\s+<", "><")),
}
"""Comments and layout, which only readers of the source need, by kind of file."""


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # no types
    """Django's manifest, which also follows the imports between modules of JavaScript.

    Otherwise a page could run modules of two releases together.
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: Sources, *args: Any, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Publish these files, ours as `published` returns them."""
        ours = _Texts(dict(published(paths)))
        for cover in ours.texts.keys() - paths.keys():
            self.delete(cover)
            self.save(cover, ours.open(cover))
        changed = {name: (ours, name) for name in ours.texts}
        yield from super().post_process(paths | changed, *args, **options)


@dataclass(frozen=True)
class _Texts:
    """A storage of texts in memory."""

    texts: dict[str, str]

    def open(self, name: str) -> ContentFile[bytes]:
        return ContentFile(self.texts[name].encode())


def published(paths: Sources) -> Iterator[tuple[str, str]]:
    """Yield our files without comments and layout, styles with their imports, and the covers."""
    for name in paths:
        folder, kind = name.rpartition("/")[0], name.rpartition(".")[2]
        if kind not in (*_LAYOUT, "js") or name.startswith(OTHERS):
            continue
        text = _source(paths, name)
        yield name, _compact(kind, text)
        if drawn := COVER.search(text):
            cover = f'<svg xmlns="http://www.w3.org/2000/svg">{drawn[1]}</svg>'
            yield f"{folder}/cover.svg", _compact(kind, cover)


def _source(paths: Sources, name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        text: str = file.read().decode()
    folder = posixpath.dirname(name)
    return IMPORT.sub(
        lambda found: _source(paths, posixpath.normpath(f"{folder}/{found[1]}")), text
    )


def _compact(kind: str, text: str) -> str:
    if kind == "js":
        return str(jsmin(text))
    for pattern, instead in _LAYOUT[kind]:
        text = re.sub(pattern, instead, text, flags=re.DOTALL)
    return text.strip()
