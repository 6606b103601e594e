"""The socket of the list of public tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from lobby import listing
from matches.table import topics
from realtime.sockets import Fragments, ListSocket, Reader


class TablesSocket(ListSocket):
    """One page that shows the public tables; who asks for the same and sits at none shares it."""

    def topics(self) -> list[str]:
        return [topics.TABLES]

    @classmethod
    def fragments(cls, readers: Iterable[Reader]) -> dict[Reader, Fragments | None]:
        """The list as each of these pages wants it."""
        rendered: dict[tuple[object, ...], Fragments] = {}
        answer: dict[Reader, Fragments | None] = {}
        lists: dict[listing.Wanted, dict[str, Any]] = {}
        for reader in readers:
            asked, _ = listing.parse_wanted(dict(reader.query))
            if asked not in lists:
                lists[asked] = listing.listing_context(asked)
            you = reader.user_id if reader.user_id in lists[asked]["seated"] else None
            alike = (asked, reader.language, you)
            if alike not in rendered:
                context = lists[asked] | {"you": you}
                with translation.override(reader.language):
                    rendered[alike] = {"#tables": render_to_string("lobby/_tables.html", context)}
            answer[reader] = rendered[alike]
        return answer
