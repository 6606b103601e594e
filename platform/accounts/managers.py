"""How users come into being."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager
from django.db.models import F, Q, QuerySet

from accounts import names
from core import clock

if TYPE_CHECKING:
    from accounts.models import User


class UserManager(BaseUserManager["User"]):
    """Creates users; the rules about who may are the services'."""

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> User:
        """A person with a name; without a password nobody can sign in as them."""
        user = self.model(name=names.tidy_name(name), **fields)
        user.email = user.email.lower()
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> User:
        """Somebody who may do everything in the admin."""
        return self.create_user(name, password, **fields, is_staff=True, is_superuser=True)

    def create_guest(self, name: str, language: str = "") -> User:
        """Somebody who just sat down; lives as long as the browser's session."""
        return self.create_user(name, None, is_guest=True, language=language)

    def called(self, name: str) -> QuerySet[User]:
        """Whoever has this name, in any spelling that is the same, or had it until lately: one at most."""
        key = names.key_of(name)
        lately = self.filter(former_names__name_key=key, former_names__until__gt=clock.now())
        return self.filter(Q(name_key=key) | Q(pk__in=lately.values("pk")))

    def get_by_natural_key(self, username: str | None) -> User:
        """Sign-in takes the name in any spelling that is the same name, one given up lately, or the
        mail address."""
        if username is not None and "@" in username:
            return self._by_address(username.strip().lower())
        return self.called(username or "").get()

    def _by_address(self, address: str) -> User:
        """The user whose address it is; while nobody has confirmed it, the one who gave it first."""
        confirmed = F("emailaddress__verified").desc(nulls_last=True)
        user = self.filter(email=address).order_by(confirmed, "pk").first() if address else None
        if user is None:
            raise self.model.DoesNotExist
        return user
