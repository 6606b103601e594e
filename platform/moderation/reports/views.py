"""The view in which any user files a report."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.find_people import people_called
from accounts.models import User
from accounts.signed_in import signed_in_page
from core.http import form_page, refused_until
from core.refusals import Refused, refused, sentence, status
from core.reportable import Written, find_written
from matches.models import Message
from matches.present import talk
from matches.store.snapshot import Table
from matches.web.access import visible_table
from moderation.forms import ReportForm
from moderation.models import Report
from moderation.reports.services.file_report import file_report


@dataclass(frozen=True, slots=True)
class ReportOccasion:
    """The subject of a report in an address: a table, a message there, a text elsewhere, or a
    person.
    """

    people: list[User]
    table: Table | None = None
    said: Message | None = None
    written: Written | None = None

    @property
    def quoted(self) -> str:
        """The message that it is about, or None."""
        if self.written is not None:
            return self.written.lines[-1].words
        return "" if self.said is None else self.said.text or self.said.preset

    @property
    def path(self) -> str:
        """The page that the reporter came from."""
        if self.written is not None:
            return self.written.path
        if self.table is not None:
            return reverse("matches:table", args=[self.table.match_id])
        return reverse("pages:person", args=[self.people[0].name])


@form_page
@signed_in_page
def file_report_page(request: HttpRequest) -> HttpResponse:
    """File a report, which a person reads; it has no automatic effect."""
    occasion = _occasion(request)
    form = ReportForm(
        occasion.people,
        request.POST if request.method == "POST" else None,
        is_message=bool(occasion.quoted),
        goes_along=occasion.table is not None or occasion.written is not None,
    )
    code = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            _send(request, occasion, form.cleaned_data)
        except Refused as error:
            refusal = error.refusal
            form.add_error(None, sentence(refusal))
            return refused_until(_page(request, occasion, form, status(refusal)), refusal)
        messages.success(request, _("Thank you. Our staff will look at it."))
        return redirect(occasion.path)
    return _page(request, occasion, form, code)


def _page(
    request: HttpRequest, occasion: ReportOccasion, form: ReportForm, code: int
) -> HttpResponse:
    context = {"form": form, "occasion": occasion}
    return render(request, "moderation/report.html", context, status=code)


def _occasion(request: HttpRequest) -> ReportOccasion:
    """Return the subject that the address names, as far as the reporter may see it.

    Raises:
        Refused: `not_found`, and those of `access.visible_table`.
    """
    assert isinstance(request.user, User)
    if "of" in request.GET:
        return _written_occasion(request.user, request.GET["of"], request.GET.get("said", ""))
    table = None
    if "match" in request.GET:
        table = visible_table(request, _uuid(request.GET["match"]))
    if "said" in request.GET and table is not None:
        said = talk.said_as(table, request.user.pk, request.GET["said"])
        if said is None or said.author_id == request.user.pk:
            raise refused("not_found")
        return ReportOccasion([said.author], table, said)
    if "about" in request.GET:
        found = people_called(request.GET["about"]).filter(gone_at=None)
        found = found.exclude(pk=request.user.pk)
        people = list(found)
    elif table is not None:
        seated = [seat.user_id for seat in table.seats if seat.user_id is not None]
        people = list(User.objects.filter(pk__in=seated).exclude(pk=request.user.pk))
        people.sort(key=lambda user: seated.index(user.pk))
    else:
        people = []
    if not people:
        raise refused("nobody_to_report")
    return ReportOccasion(people, table)


def _written_occasion(reader: User, kind: str, name: str) -> ReportOccasion:
    """Return a text that the reporter reads outside of a table."""
    written = find_written(kind, reader.pk, name)
    if written is None or written.author_id == reader.pk:
        raise refused("not_found")
    return ReportOccasion([User.objects.get(pk=written.author_id)], written=written)


def _uuid(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise refused("no_match") from None


def _send(request: HttpRequest, occasion: ReportOccasion, typed: dict[str, Any]) -> None:
    assert isinstance(request.user, User)
    people = {user.pk: user for user in occasion.people}
    about = people[typed["who"]] if "who" in typed else occasion.people[0]
    kind = Report.Kind.MESSAGE if occasion.quoted else typed["kind"]
    file_report(
        request.user,
        kind,
        about=about,
        table=occasion.table,
        said=occasion.said,
        written=occasion.written,
        text=typed["words"],
    )
