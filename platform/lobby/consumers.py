"""The socket of the list of public tables."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from friends.friend_lists import visible_friends
from lobby import open_tables
from matches.store import topics
from realtime.sockets import Fragments, ListSocket, PageReader, Readers


class TablesSocket(ListSocket):
    """A page that shows the public tables. Pages with the same filter share a rendering, unless the
    viewer sits at a table or has a friend at one.
    """

    def topics(self) -> list[str]:
        user_id = self.reader.user_id
        return [topics.TABLES] if user_id is None else [topics.TABLES, topics.of_user(user_id)]

    @classmethod
    def draw(cls, readers: Readers) -> dict[PageReader, Fragments | None]:
        """Return the list as each of these pages shows it."""
        rendered: dict[tuple[object, ...], Fragments] = {}
        answer: dict[PageReader, Fragments | None] = {}
        lists: dict[tuple[open_tables.WantedTables, frozenset[int]], dict[str, Any]] = {}
        friends = visible_friends({one.user_id for one in readers if one.user_id is not None})
        sitting = open_tables.users_at_open_tables(frozenset().union(*friends.values()))
        for reader in readers:
            asked, _ = open_tables.parse_wanted(dict(reader.query))
            wanted = asked, friends.get(reader.user_id or 0, frozenset()) & sitting
            if wanted not in lists:
                lists[wanted] = open_tables.listing_context(*wanted)
            you = reader.user_id if reader.user_id in lists[wanted]["seated"] else None
            alike = (*wanted, reader.language, you)
            if alike not in rendered:
                context = lists[wanted] | {"you": you}
                with translation.override(reader.language):
                    rendered[alike] = {"#tables": render_to_string("lobby/_tables.html", context)}
            answer[reader] = rendered[alike]
        return answer
