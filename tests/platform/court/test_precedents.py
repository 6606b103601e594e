"""Releases of the word list: new matches use the latest, running matches keep theirs."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse

from core import clock, data_releases
from core.signals import contested
from court import backlog, precedents
from court.models import Case, Citation, Dispute, Ruling
from court.services.publish_releases import publish_releases
from games.kernel.contests import PRECEDENTS, Contest, Decision, Precedent
from games.kernel.contract import Rules
from games.wortspiel.lexicon import ruling as ruled_on
from matches.engine import catalogue, editions
from matches.models import Match, Release, Round, RulesVersion
from matches.services import rules_versions
from matches.services.release import publish_release
from tests.platform.accounts.cast import browser
from tests.platform.court.cast import appealed, doubted, moderator, play_doze, table
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db(transaction=True)
META = catalogue.game_of("wortspiel").meta


@pytest.fixture
def case(monkeypatch: pytest.MonkeyPatch) -> Case:
    play_doze(monkeypatch)
    alice = person("Alice")
    return appealed(table(alice, person("Bob")), alice)


def ruling(case: Case, word: str, parts: list[str], decision: str) -> Ruling:
    """Return an entry of the list for a word of Wortspiel."""
    return Ruling.objects.create(
        case=case,
        game="wortspiel",
        entry=word,
        pair="+".join(sorted(parts)),
        word=word,
        parts=parts,
        decision=decision,
        reason="So it is.",
        by=moderator(f"Mona {Ruling.objects.count()}"),
        at=clock.now(),
    )


def rules(row: RulesVersion) -> Rules:
    return catalogue.rules_of(row.pk)[1]


def test_new_matches_know_the_rulings_and_old_ones_go_on(case: Case) -> None:
    old = rules_versions.version_for_table("wortspiel")
    assert (old.data, editions.current(META)) == (META.data, META.data)
    ruling(case, "FISCHTELEFON", ["FISCH", "TELEFON"], "valid")
    made = publish_releases()["wortspiel"]
    assert made is not None
    new = rules_versions.version_for_table("wortspiel")
    assert new.pk != old.pk
    assert new.data == made.hash == editions.current(META)
    assert ruled_on(rules(new).data, "FISCH", "TELEFON", "FISCHTELEFON") is True
    assert ruled_on(rules(old).data, "FISCH", "TELEFON", "FISCHTELEFON") is None
    judged = rules_versions.version_for_table("wortspiel", options={"judge": "precedents"})
    assert judged.data == made.hash
    assert publish_releases() == {"wortspiel": None}
    assert Release.objects.count() == 1


def test_the_hash_is_that_of_all_its_files(case: Case) -> None:
    line = ruling(case, "FISCHTELEFON", ["FISCH", "TELEFON"], "valid")
    made = publish_releases()["wortspiel"]
    assert made is not None
    (folder,) = (
        f
        for f in data_releases.release_folders("wortspiel")
        if data_releases.hash_of(data_releases.read_release(f)) == META.data
    )
    files = data_releases.read_release(folder) | made.files
    assert data_releases.hash_of(files) == made.hash
    told = json.loads(made.files[PRECEDENTS])
    assert [(one["ruling"], one["word"], one["decision"]) for one in told] == [
        (line.pk, "FISCHTELEFON", "valid")
    ]
    shown = browser().get(f"/words/releases/{made.hash}.json").json()
    assert (shown["base"], shown["files"]) == (META.data, made.files)
    assert made.hash[:16] in browser().get("/words/").content.decode()


def test_an_overturned_ruling_is_another_release(case: Case) -> None:
    """The first release stays."""
    ruling(case, "FISCHTELEFON", ["FISCH", "TELEFON"], "valid")
    publish_releases()
    first = rules_versions.version_for_table("wortspiel")
    ruling(case, "FISCHTELEFON", ["TELEFON", "FISCH"], "invalid")
    publish_releases()
    second = rules_versions.version_for_table("wortspiel")
    assert ruled_on(rules(second).data, "FISCH", "TELEFON", "FISCHTELEFON") is False
    catalogue.rules_of.cache_clear()
    assert ruled_on(rules(first).data, "FISCH", "TELEFON", "FISCHTELEFON") is True
    assert len(precedents.in_force()) == 1
    with pytest.raises(Exception, match="refused"), transaction.atomic():
        Release.objects.update(files={})


def test_what_was_withdrawn_from_new_tables_stays_so(case: Case) -> None:
    row = rules_versions.version_for_table("wortspiel")
    rules_versions.offer_versions([row.pk], offered=False)
    ruling(case, "FISCHTELEFON", ["FISCH", "TELEFON"], "valid")
    publish_releases()
    assert rules_versions.offered_versions("wortspiel") == []


def test_a_release_that_was_changed_or_is_gone_is_not_played_by() -> None:
    game = catalogue.game_of("wortspiel")
    with pytest.raises(data_releases.MissingRelease):
        editions.load(game, "0" * 64)
    with pytest.raises(data_releases.MissingRelease):
        data_releases.load_release(game, "1" * 64, (META.data, {PRECEDENTS: "[]"}))
    with pytest.raises(Exception, match="Expected"):
        publish_release("wortspiel", {PRECEDENTS: "{}"})
    assert not Release.objects.exists()


def test_the_command_says_what_it_did(case: Case) -> None:
    def said(**options: bool) -> str:
        out = StringIO()
        call_command("publish_words", stdout=out, **options)
        return out.getvalue()

    assert said() == "There are no rulings yet.\n"
    ruling(case, "FISCHTELEFON", ["FISCH", "TELEFON"], "valid")
    made = json.loads(said(json=True))
    assert made == {"wortspiel": Release.objects.get().hash}
    assert said() == "wortspiel: nothing new\n"


def test_a_table_told_of_a_ruling_is_counted_after_its_round(case: Case) -> None:
    line = ruling(case, "hmhmhm", ["h", "mhmhm"], "valid")
    Ruling.objects.filter(pk=line.pk)
    match = table(person("Dora"), person("Emil"))
    dispute = doubted(match)
    sat = [[place.user_id, place.bot] for place in match.seats.all()]
    told = Contest(
        author=0,
        word="hmhmhm",
        parts=["h", "mhmhm"],
        seq=9,
        doubters=[1],
        votes=[(1, False), (0, True), (2, True)],
        stands=True,
        by="vote",
        precedent=Precedent(line.pk, "hmhmhm", ("h", "mhmhm"), Decision.VALID, "2026-11-22"),
    )
    at = {"match_id": match.pk, "rules_id": dispute.rules_id, "round": 1, "at_ms": 1}
    Match.objects.filter(pk=match.pk).update(game="wortspiel")
    for _ in range(2):
        contested.send(sender=Dispute, **at, move=999, index=0, contest=told, sat=sat)
    assert Citation.objects.get().ruling == line
    Match.objects.filter(pk=match.pk).update(game="doze")

    def cited() -> int:
        rulings: Any = precedents.find_rulings(precedents.WantedRulings(words="hmhmhm"))
        (found,) = rulings
        count: int = found.cited
        return count

    assert cited() == 0, "that round is not over"
    Round.objects.filter(match=match).update(outcome={})
    assert cited() == 1
    assert "cited once" in browser().get(reverse("court:ruling", args=[line.pk])).content.decode()


# The backlog ------------------------------------------------------------------------------------


def at(day: int) -> datetime:
    return datetime(2026, 11, day, 12, tzinfo=UTC)


def test_the_backlog_counts_what_was_open_at_the_end_of_each_day() -> None:
    spans = [
        (at(1), at(3)),
        (at(2), None),
        (at(3), at(3)),
        (datetime(2026, 1, 1, tzinfo=UTC), at(2)),
    ]
    days = backlog.backlog_by_day(spans, date(2026, 11, 4))
    assert len(days) == backlog.DAYS
    told = {day.day.day: (day.waiting, day.came, day.went) for day in days[-4:]}
    assert told == {1: (2, 1, 0), 2: (2, 1, 1), 3: (1, 1, 2), 4: (1, 0, 0)}
    assert days[0].waiting == 1
    chart = backlog.draw_chart(days)
    tops = [float(bar.y) for bar in chart.bars]
    heights = [float(bar.height) for bar in chart.bars]
    assert max(heights) == heights[-4]
    assert min(tops) == backlog.TOP
    assert [value for value, _ in chart.marks] == [0, 1, 2]


def test_the_backlog_of_an_empty_court_is_flat() -> None:
    chart = backlog.draw_chart(backlog.backlog_by_day([], date(2026, 11, 4)))
    assert {bar.height for bar in chart.bars} == {"0.0"}
    assert [value for value, _ in chart.marks] == [0, 1]
