"""Declare an account to be a bot's: a program plays for it from now on, and that stands in its name."""

from __future__ import annotations

from django.db import transaction

from accounts import names
from accounts.models import User
from accounts.services.rename_user import name_is_taken, save_renamed
from core.refusals import refused
from matches.models import Seat


@transaction.atomic
def declare_bot(user: User) -> None:
    """Make this account a bot's, for good, and write it behind its name.

    Nobody has played with it: what a person did would stand under a bot's name, and its ratings
    are others than people's.

    Raises:
        Refused: `bot_already`, `has_played`, `name_too_long`.
        ValidationError: somebody else has the name that it would get.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.is_bot:
        raise refused("bot_already")
    if user.is_staff or Seat.objects.filter(user=user).exists() or user.dealt_seats.exists():
        raise refused("has_played")
    name = f"{user.name}{names.BOT_MARK}"
    if len(name) > names.LONGEST:
        raise refused("name_too_long", most=names.LONGEST - len(names.BOT_MARK))
    if User.is_name_taken(name, user.pk):
        raise name_is_taken()
    user.is_bot = True
    save_renamed(user, name, "is_bot")
