"""Users: people with an account, and guests, who are rows of the same table."""

from __future__ import annotations

import zoneinfo
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now, TruncDate
from django.utils.dates import WEEKDAYS as NAMES_OF_DAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import names, portraits
from accounts.countries import CODES
from accounts.hours import DAY, Hours
from accounts.models.former_names import FormerName
from core import clock

WEEKDAYS = tuple(NAMES_OF_DAYS.items())
"""The days of the week; 0 is Monday."""
READING_PACES = (
    (160, pgettext_lazy("speed", "Calm")),
    (100, pgettext_lazy("speed", "Normal")),
    (50, pgettext_lazy("speed", "Quick")),
)
"""How long a user wants sentences to stand at a table, in percent of the usual time."""
TAKEN = _("This name, or one that looks like it, is already taken.")


def validate_time_zone(name: str) -> None:
    """Raise `ValidationError` if this is not an IANA time zone."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("There is no such time zone."), code="time_zone")


def language_choices() -> list[tuple[str, Any]]:
    """Return the choices of a preferred language: the browser's, or a language of the site."""
    return [("", _("Browser language")), *settings.LANGUAGES]


def validate_country(code: str) -> None:
    """Raise `ValidationError` if this is not the code of a country."""
    if code not in CODES:
        raise ValidationError(_("There is no such country."), code="country")


class UserManager(BaseUserManager["User"]):
    """A manager that creates users; the services check permissions."""

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> User:
        """Create a user with a name. Without a password nobody can sign in as them."""
        user = self.model(name=names.tidy_name(name), **fields)
        user.email = user.email.lower()
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> User:
        """Create a user who may do everything in the admin."""
        return self.create_user(name, password, **fields, is_staff=True, is_superuser=True)

    def create_guest(self, name: str, language: str = "") -> User:
        """Create a guest, who lasts as long as the browser's session."""
        return self.create_user(name, None, is_guest=True, language=language)

    def called(self, name: str) -> QuerySet[User]:
        """Return a query for the user with this name, now or recently; it finds one at most.

        The name may have any spelling with the same key.
        """
        key = names.key_of(name)
        lately = self.filter(former_names__name_key=key, former_names__until__gt=clock.now())
        return self.filter(Q(name_key=key) | Q(pk__in=lately.values("pk")))

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user for a sign-in: by the name in any spelling with the same key, by a name
        given up recently, or by the email address.
        """
        if username is not None and "@" in username:
            return self._by_address(username.strip().lower())
        return self.called(username or "").get()

    def _by_address(self, address: str) -> User:
        """Return the user with this address; if nobody has confirmed it, the oldest account with it."""
        confirmed = F("emailaddress__verified").desc(nulls_last=True)
        user = self.filter(email=address).order_by(confirmed, "pk").first() if address else None
        if user is None:
            raise self.model.DoesNotExist
        return user


class User(AbstractBaseUser, PermissionsMixin):
    """A user, who can sit at a table."""

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        validators=[names.validate_kept_name],
        error_messages={"unique": TAKEN},
    )
    name_key = models.CharField(max_length=3 * names.LONGEST, unique=True, editable=False)
    email = models.EmailField(_("email address"), blank=True, default="", db_index=True)
    """A copy of allauth's `EmailAddress`; a confirmed address belongs to one user only."""
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("bot"), default=False, db_default=False, editable=False)
    """True if a program plays for this account: its owner declared so, permanently."""
    language = models.CharField(
        _("language"), max_length=2, choices=language_choices, blank=True, default=""
    )
    browser_language = models.CharField(
        max_length=2, default=settings.LANGUAGE_CODE, editable=False
    )
    """The language that their browser last requested; used for messages to them if they chose none.
    """
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, default="", validators=[validate_time_zone]
    )
    browser_zone = models.CharField(max_length=64, blank=True, default="", editable=False)
    """The time zone that their browser last named; used if they chose none."""
    quiet_from = models.PositiveSmallIntegerField(
        _("quiet hours from"), null=True, blank=True, validators=[MaxValueValidator(DAY - 1)]
    )
    """Minutes since midnight, in local time; null: no quiet hours."""
    quiet_until = models.PositiveSmallIntegerField(
        _("quiet hours to"), null=True, blank=True, validators=[MaxValueValidator(DAY - 1)]
    )
    rest_day = models.PositiveSmallIntegerField(
        _("rest day"), choices=WEEKDAYS, null=True, blank=True
    )
    hours_before = models.JSONField(default=list, editable=False)
    """Their former hours, each `accounts.hours.Hours` with `until_ms`, oldest first."""
    hides_presence = models.BooleanField(
        _("hides when they are here"), default=False, db_default=False
    )
    picture = models.CharField(
        _("picture"), max_length=40, blank=True, default="", db_default="", editable=False
    )
    """As `accounts.portraits` reads it; "" is the one that is drawn for them."""
    country = models.CharField(
        _("country"),
        max_length=2,
        blank=True,
        default="",
        db_default="",
        validators=[validate_country],
    )
    """ISO 3166, shown on their profile; "": they show none."""
    friends_challenge_only = models.BooleanField(
        _("is challenged by friends only"), default=False, db_default=False
    )
    reading_pace = models.PositiveSmallIntegerField(
        _("speed at the table"), choices=READING_PACES, default=100, db_default=100
    )
    is_active = models.BooleanField(_("may sign in"), default=True)
    is_staff = models.BooleanField(_("may open the admin"), default=False)
    created_at = models.DateTimeField(_("joined"), db_default=Now(), editable=False)
    seen_on = models.DateField(_("last active"), db_default=TruncDate(Now()), editable=False)
    decision_unread = models.BooleanField(default=False, editable=False)
    """True if the staff made a decision about them that they have not read yet."""
    push_ended = models.BooleanField(default=False, db_default=False, editable=False)
    """True if a browser of theirs no longer receives notices and they have not been told."""
    gone_at = models.DateTimeField(_("deleted"), null=True, editable=False)
    """The time when the account was anonymised."""
    epoch = models.PositiveIntegerField(
        default=1,
        editable=False,
        help_text=_(
            "Raised by signing out, a new password and a ban. Older sign-ins stop working."
        ),
    )

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(epoch__gte=1), name="accounts_user_epoch_positive"
            ),
            models.CheckConstraint(
                condition=~models.Q(name_key=""), name="accounts_user_name_key_not_empty"
            ),
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | models.Q(quiet_from__isnull=False, quiet_until__isnull=False)
                & models.Q(quiet_from__lt=DAY, quiet_until__lt=DAY),
                name="accounts_user_quiet_hours_are_a_pair",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def reads(self) -> str:
        """The language for messages to this user."""
        return self.language or self.browser_language

    @property
    def portrait(self) -> str:
        """The picture that others see, for `core.pictures.portrait`."""
        return portraits.shown(self.pk, self.picture)

    @property
    def zone(self) -> str:
        """The name of the user's time zone; "" if unknown."""
        return self.time_zone or self.browser_zone

    @property
    def hours(self) -> Hours:
        """The user's quiet hours and rest day, in which time does not count."""
        return Hours(self.zone, self.quiet_from, self.quiet_until, self.rest_day)

    def clean(self) -> None:
        """Bring the name and the address into the form in which they are stored.

        Raises:
            ValidationError: another user has this name, or one that looks like it; or the name ends in
                the mark of a bot and the user is not a bot, or a bot's name lacks the mark.
        """
        self.name = names.tidy_name(self.name)
        self.email = self.email.lower()
        if self.name.endswith(names.BOT_MARK) is not self.is_bot:
            raise ValidationError({"name": _("Only names of bots end in [bot].")})
        if User.is_name_taken(self.name, self.pk):
            raise ValidationError({"name": ValidationError(TAKEN, code="unique")})

    @classmethod
    def is_name_taken(cls, name: str, user_id: int | None) -> bool:
        """Return whether another user has a name like this one, or had it until recently."""
        key = names.key_of(name)
        twins = cls.objects.filter(name_key=key)
        if user_id is not None:
            twins = twins.exclude(pk=user_id)
        return twins.exists() or FormerName.is_claimed(key, user_id)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user; the key is always updated together with the name."""
        self.name_key = names.key_of(self.name)
        if kwargs.get("update_fields") is not None and "name" in kwargs["update_fields"]:
            kwargs["update_fields"] = {*kwargs["update_fields"], "name_key"}
        super().save(*args, **kwargs)
