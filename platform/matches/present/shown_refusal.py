"""A refusal as a board shows it: the sentence, and the clause in the rules of its table."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from core.refusals import sentence
from games.kernel.contract import Refusal
from matches.engine import catalogue
from matches.store.snapshot import Table


@dataclass(frozen=True, slots=True)
class ShownRefusal:
    """A refusal as a template gets it.

    `clause`: the clause of the rules behind it, if there is one; `rule`: its address.
    """

    code: str
    sentence: str
    clause: str = ""
    rule: str = ""


def show_refusal(table: Table, refusal: Refusal) -> ShownRefusal:
    """Return a refusal in the form that this table shows."""
    if not refusal.clause:
        return ShownRefusal(refusal.code, sentence(refusal))
    version = catalogue.number_of(table.match.rules_id)
    page = reverse("pages:rules_version", args=[table.meta.slug, version])
    return ShownRefusal(refusal.code, sentence(refusal), refusal.clause, f"{page}#{refusal.clause}")
