"""Matches of leagues that were there before say which they are, too."""

from __future__ import annotations

from typing import Any

from django.db import migrations

SENTENCE = "%(league)s, season %(season)s, division %(division)s: match %(number)s"


def say(apps: Any, schema_editor: Any) -> None:
    fixtures = apps.get_model("leagues", "Fixture").objects.exclude(match=None)
    for fixture in fixtures.select_related("match", "division__season__league"):
        division = fixture.division
        season = division.season
        league = season.league
        fixture.match.occasion = {
            "sentence": SENTENCE,
            "facts": {
                "league": league.name,
                "season": season.number,
                "division": division.tier,
                "number": fixture.number + 1,
            },
            "path": f"/leagues/{league.slug}/{season.number}/{division.tier}/",
        }
        fixture.match.save(update_fields=["occasion"])


class Migration(migrations.Migration):
    dependencies = (("leagues", "0003_stays"), ("matches", "0016_occasion"))
    operations = (migrations.RunPython(say, migrations.RunPython.noop),)
