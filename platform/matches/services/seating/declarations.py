"""Answer the questions that a rulebook asks before the first round, such as who deals."""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts.models import User
from core.refusals import refused
from games.kernel.contract import Declaration, OptionValue
from matches.engine import choices
from matches.services.seating.seats import lock_open_match
from matches.store.change_match import count_change


@transaction.atomic
def keep_declaration(match_id: uuid.UUID, user: User, name: str, said: str) -> None:
    """Store this player's answer before the deal, as a form sends it; "" deletes it.

    Raises:
        Refused: `not_yours`, `not_asked`, `out_of_range`, `malformed`, and those of
            `seats.lock_open_match`.
    """
    match = lock_open_match(match_id)
    place = match.seats.filter(user=user).first()
    if place is None:
        raise refused("not_yours")
    asked = {one.name: one for one in choices.declarations(match.rules_id)}
    if name not in asked:
        raise refused("not_asked")
    place.declared.pop(name, None)
    if said:
        place.declared[name] = _read(asked[name], said)
    place.save(update_fields=["declared"])
    count_change(match)


def _read(asked: Declaration, said: str) -> OptionValue:
    if asked.kind == "flag":
        return True
    if asked.kind == "time":
        hours, _, minutes = said.partition(":")
        return _number(hours, 0, 23) * 60 + _number(minutes, 0, 59)
    return _number(said, asked.least, asked.most)


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10):
        raise refused("malformed")
    if not least <= int(text) <= most:
        raise refused("out_of_range", least=least, most=most)
    return int(text)
