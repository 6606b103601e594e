"""A league as files: CSV and XLSX for spreadsheets, JSON for programs."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from core.costly_pages import FILES, costly
from core.http import page
from core.spreadsheets import Sheet, as_csv, as_xlsx
from leagues.models import Division, Season
from leagues.present import division_page, sheets
from leagues.present.division_export import fixtures_of, table_of
from leagues.season import access

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@page
@costly(FILES)
def table_csv(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    """Return the table of a division, a line for each place."""
    division = _division(request, slug, number, tier)
    return _csv(request, f"{_name(division)}-table", sheets.table_sheet([division]))


@page
@costly(FILES)
def fixtures_csv(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    """Return the fixtures of a division, a line for each seat."""
    division = _division(request, slug, number, tier)
    return _csv(request, f"{_name(division)}-fixtures", sheets.fixtures_sheet([division]))


@page
@costly(FILES)
def season_csv(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """Return all tables, all fixtures or all members of a season."""
    season = _season(request, slug, number)
    return _csv(request, f"{slug}-{number}-{what}", _sheet(season, what))


@page
@costly(FILES)
def season_xlsx(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return a whole season as a workbook."""
    season = _season(request, slug, number)
    book = as_xlsx([_sheet(season, what) for what in ("tables", "fixtures", "members")])
    return _file(book, XLSX, f"{slug}-{number}.xlsx")


def _sheet(season: Season, what: str) -> Sheet:
    if what == "members":
        return sheets.members_sheet(season)
    divisions = season.divisions.order_by("tier")
    return (sheets.table_sheet if what == "tables" else sheets.fixtures_sheet)(divisions)


@page
@costly(FILES)
def division_json(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    """Return table, fixtures and history."""
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
    # The number `wins` may be joined by the text of the tie-break with the same name.
    return [
        {key: value for key, value in msgspec.to_builtins(row).items() if key != "tie_breaks"}
        | {f"tie_break_{name}": value for name, value in row.tie_breaks.items()}
        for row in table_of(division)
    ]


def _fixtures(division: Division) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(fixture) for fixture in fixtures_of(division)]


def _season(request: HttpRequest, slug: str, number: int) -> Season:
    seasons = Season.objects.select_related("league").exclude(state=Season.State.PLANNED)
    found = seasons.filter(
        league__in=access.visible_to(request.user), league__slug=slug, number=number
    ).first()
    if found is None:
        raise Http404
    return found


def _csv(request: HttpRequest, name: str, sheet: Sheet) -> HttpResponse:
    content = as_csv(sheet, request.GET.get("separator", ""))
    return _file(content, "text/csv; charset=utf-8", f"{name}.csv")


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
