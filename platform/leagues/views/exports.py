"""A division's table and fixtures for programs: CSV and JSON."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from accounts import limits
from accounts.costly import costly
from core.http import page
from leagues import division_page
from leagues.division_export import fixtures_of, table_of
from leagues.models import Division

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula."""


@page
@costly(limits.FILES)
def table_csv(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    """The table: a line for each place."""
    division = _division(request, slug, number, tier)
    return _csv(f"{_name(division)}-table", _table(division))


@page
@costly(limits.FILES)
def fixtures_csv(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    """The fixtures: a line for each seat of each."""
    division = _division(request, slug, number, tier)
    rows = [
        {key: value for key, value in fixture.items() if key != "seats"} | seat
        for fixture in _fixtures(division)
        for seat in fixture["seats"]
    ]
    return _csv(f"{_name(division)}-fixtures", rows)


@page
@costly(limits.FILES)
def division_json(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    """Table, fixtures and history."""
    division = _division(request, slug, number, tier)
    season = division.season
    told = {
        "league": season.league.name,
        "season": season.number,
        "division": tier,
        "state": season.state,
        "matches_each": division.matches_each,
        "imbalance": division.imbalance,
        "table": _table(division),
        "fixtures": _fixtures(division),
        "history": [
            {
                "number": change.number,
                "at": change.at.isoformat(),
                "kind": change.kind,
                "fixture": change.fixture.ordinal if change.fixture else None,
                "reason": change.reason,
                "table": change.table,
            }
            for change in division.changes.select_related("fixture")
        ],
    }
    return JsonResponse(told)


def _division(request: HttpRequest, slug: str, number: int, tier: int) -> Division:
    found = division_page.division_of(request.user, slug, number, tier)
    if found is None:
        raise Http404
    return found


def _name(division: Division) -> str:
    return f"{division.season.league.slug}-{division.season.number}-{division.tier}"


def _table(division: Division) -> list[dict[str, Any]]:
    # Beside `wins`, a number, there may be what the tie-break of that name says, in words.
    return [
        {key: value for key, value in msgspec.to_builtins(row).items() if key != "tie_breaks"}
        | {f"tie_break_{name}": value for name, value in row.tie_breaks.items()}
        for row in table_of(division)
    ]


def _fixtures(division: Division) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(fixture) for fixture in fixtures_of(division)]


def _csv(name: str, rows: Sequence[dict[str, Any]]) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    heads = list(dict.fromkeys(key for row in rows for key in row))
    writer = csv.writer(response)
    writer.writerow(heads)
    writer.writerows([_cell(row.get(head)) for head in heads] for row in rows)
    return response


def _cell(value: Any) -> Any:
    """Names are chosen by people: none of them is to be worked out by a spreadsheet."""
    if isinstance(value, str) and value.startswith(FORMULA) and not _is_number(value):
        return f"'{value}"
    return "" if value is None else value


def _is_number(text: str) -> bool:
    return all(part.lstrip("-").isdigit() for part in text.replace("/", " ").split())
