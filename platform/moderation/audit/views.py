"""Views of the audit log: search and export."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, time
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.staff import staff_page
from core.formulas import defuse
from core.http import page
from core.paging import number_of, page_links, paginate
from core.refusals import refused
from core.spreadsheets import Cell, Sheet, as_csv
from moderation.forms import SearchForm
from moderation.models import AuditEntry

SEE = "moderation.see_audit"
MOST = 10_000
"""Entries in an export, the newest."""


@page
@staff_page(SEE)
def audit_page(request: HttpRequest) -> HttpResponse:
    """Show the staff's actions, newest first."""
    form = SearchForm(request.GET)
    found = _find_entries(form)
    asked = {name: request.GET.get(name, "") for name in form.fields}
    here = paginate(found, number_of(request.GET.get("page", "")), 50, lambda row: row)
    context = {
        "form": form,
        "lines": here.lines,
        "total": here.total,
        "page_links": page_links(here, "page", asked),
        "query": request.GET.urlencode(),
    }
    return render(
        request, "moderation/staff/audit.html", context, status=422 if form.errors else 200
    )


@page
@staff_page(SEE)
def export_audit_log(request: HttpRequest, shape: str) -> HttpResponse:
    """Return the found entries as CSV or JSON.

    Raises:
        Refused: `bad_search`.
    """
    form = SearchForm(request.GET)
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        raise refused("bad_search", field=str(form[name].label), error=str(errors[0]))
    entries = _find_entries(form)[:MOST]
    content: str | bytes
    if shape == "json":
        rows = [_row(entry) for entry in entries]
        content, kind = json.dumps(rows, ensure_ascii=False, indent=1), "application/json"
    else:
        content, kind = as_csv(_sheet(entries), request.GET.get("separator", "")), "text/csv"
    response = HttpResponse(content, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="audit.{shape}"'
    return response


def _row(entry: AuditEntry) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "at": entry.at.isoformat(),
        "by_id": entry.by_id,
        "by": str(entry.by or ""),
        "app": entry.app,
        "verb": entry.verb,
        "target": entry.target,
        "facts": entry.facts,
    }


def _sheet(entries: Iterable[AuditEntry]) -> Sheet:
    """Return the entries for a spreadsheet: a time becomes a date cell, and facts stay JSON."""
    heads = ("id", "at", "by_id", "by", "app", "verb", "target", "facts")
    rows: list[tuple[Cell, ...]] = []
    for entry in entries:
        facts = json.dumps(_defused(entry.facts), ensure_ascii=False)
        row = _row(entry) | {"at": entry.at, "facts": facts}
        rows.append(tuple(row[head] for head in heads))
    return Sheet("", heads, rows)


def _defused(value: Any) -> Any:
    """Return a value in which a spreadsheet finds no formula."""
    match value:
        case str():
            return defuse(value)
        case list():
            return [_defused(one) for one in value]
        case dict():
            return {name: _defused(one) for name, one in value.items()}
    return value


def _find_entries(form: SearchForm) -> QuerySet[AuditEntry]:
    rows = AuditEntry.objects.select_related("by")
    if not form.is_valid():
        return rows.none()
    wanted = form.cleaned_data
    for field, lookup in (
        ("who", "by__name__icontains"),
        ("verb", "verb__icontains"),
        ("target", "target__icontains"),
    ):
        if wanted[field]:
            rows = rows.filter(**{lookup: wanted[field]})
    if wanted["since"]:
        rows = rows.filter(at__gte=datetime.combine(wanted["since"], time.min, UTC))
    if wanted["until"]:
        rows = rows.filter(at__lte=datetime.combine(wanted["until"], time.max, UTC))
    return rows
