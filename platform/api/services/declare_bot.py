"""The declaration that an account is a bot's: a program plays for it, and its name shows that."""

from __future__ import annotations

from django.db import transaction

from accounts import names
from accounts.models import User
from accounts.services.rename_user import name_is_taken, save_renamed
from core.refusals import refused
from matches.models import Seat


@transaction.atomic
def declare_bot(user: User) -> None:
    """Make this account a bot's, permanently, and add the mark of a bot to its name.

    The account must not have played: a person's matches would appear under a bot's name, and bots
    have separate ratings.

    Raises:
        Refused: `bot_already`, `has_played`, `name_too_long`.
        ValidationError: another user has the name that it would get.
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
