"""`manage.py reset_second_factor`: remove the second factor of a user who has lost it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import names, second_factor
from accounts.models import User


class Command(BaseCommand):
    """Remove second factors after a lost phone without recovery codes, or a change of the secret
    key.
    """

    help = "Delete the second factor and the recovery codes of an account. Its password stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("name", nargs="?", help="the name of the account, as tables show it")
        whose.add_argument("--all", action="store_true", help="do it for all accounts")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["all"]:
            count = sum(map(second_factor.reset_second_factor, second_factor.who_have_one()))
            self.stdout.write(
                f"{count} second factors removed. Their owners sign in with the password alone."
            )
        else:
            self._reset(options["name"])

    def _reset(self, name: str) -> None:
        user = User.objects.filter(name_key=names.key_of(name), is_guest=False).first()
        if user is None:
            raise CommandError(f"There is no account named {name}.")
        if not second_factor.reset_second_factor(user):
            raise CommandError(f"{user} has no second factor.")
        self.stdout.write(
            f"{user} signs in with the password alone, and can set up a new second factor."
        )
