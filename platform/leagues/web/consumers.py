"""The sockets of a division's page (table and fixtures) and of a fixture's page (messages)."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from accounts.zones import zone_of
from core.numbers import read_id
from leagues.models import Division, Fixture
from leagues.present import division_page, thread
from leagues.present.fixture_view import fixture_view
from leagues.season import access, topics
from realtime.sockets import Fragments, ListSocket, PageReader, Readers


class DivisionSocket(ListSocket):
    """A page of the division in its address."""

    def topics(self) -> list[str]:
        return [topics.of_division(_division_of(self.reader))]

    @classmethod
    def draw(cls, readers: Readers) -> dict[PageReader, Fragments | None]:
        """Return the table for each of these pages; anonymous visitors share one for each language
        and time zone.
        """
        divisions = Division.objects.select_related("season__league").in_bulk(
            {_division_of(reader) for reader in readers}
        )
        rendered: dict[tuple[object, ...], Fragments | None] = {}
        answer: dict[PageReader, Fragments | None] = {}
        for reader, user in readers.items():
            zone = zone_of(user, reader.zone)
            alike = (_division_of(reader), reader.language, zone.key, reader.user_id)
            if alike not in rendered:
                division = divisions.get(_division_of(reader))
                shown = division is not None and access.may_see(user, division.season.league)
                rendered[alike] = (
                    _parts(division, user, reader.language, zone) if division and shown else {}
                )
            answer[reader] = rendered[alike]
        return answer


class FixtureSocket(ListSocket):
    """A page of the fixture in its address: its messages, and its beginning."""

    def topics(self) -> list[str]:
        return [topics.of_fixture(_number_in(self.reader, "fixture"))]

    @classmethod
    def draw(cls, readers: Readers) -> dict[PageReader, Fragments | None]:
        """Return the messages for each of these readers, and the link to the match; staff pages,
        which show more, reload.
        """
        fixtures = Fixture.objects.select_related(
            "division__season__league", "match", "game__rules"
        ).in_bulk({_number_in(reader, "fixture") for reader in readers})
        answer: dict[PageReader, Fragments | None] = {}
        for reader, user in readers.items():
            fixture = fixtures.get(_number_in(reader, "fixture"))
            answer[reader] = None
            if fixture and user and thread.belongs_to(fixture, user):
                answer[reader] = _fixture_parts(fixture, user, reader)
        return answer


def _fixture_parts(fixture: Fixture, user: User, reader: PageReader) -> Fragments:
    with translation.override(reader.language), timezone.override(zone_of(user, reader.zone)):
        one = fixture_view(fixture, user.pk)
        messages = {"letters": thread.letters_for(fixture, user), "of": "fixture"}
        return {
            "#thread": render_to_string("components/thread.html", messages),
            "#to-table": render_to_string("leagues/_to_table.html", {"one": one}),
        }


def _parts(division: Division, user: User | None, language: str, zone: ZoneInfo) -> Fragments:
    with translation.override(language), timezone.override(zone):
        sheet = division_page.table_and_fixtures(division, user.pk if user else None)
        organises = user is not None and access.may_organise(user, division.season.league)
        context = sheet | {"may_organise": organises}
        return {"#sheet": render_to_string("leagues/_sheet.html", context)}


def _division_of(reader: PageReader) -> int:
    """Return the id of the division in the address; 0 is invalid."""
    return _number_in(reader, "division")


def _number_in(reader: PageReader, name: str) -> int:
    """Return the id with this name in the address; 0 is invalid."""
    return read_id(dict(reader.query).get(name))
