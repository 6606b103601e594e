"""Vacations of users."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class Vacation(models.Model):
    """A vacation, in which a user need not decide anything in correspondence matches.

    `first` and `last`: the days that it uses up, by their calendar. Only `services.vacation`
    writes.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations")
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    begins_ms = models.BigIntegerField()
    ends_ms = models.BigIntegerField()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ("begins_ms",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(first__lte=models.F("last"), begins_ms__lte=models.F("ends_ms")),
                name="a_vacation_ends_after_it_begins",
            ),
        )

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"
