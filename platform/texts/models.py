"""A text of the host in one language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.line_fields import tidy_text

DRAFTS = Path(__file__).parent / "drafts"
BRACKETS = re.compile(r"\[[^\[\]]+\](?!\()")
"""A placeholder to fill in; brackets before `(` are a link."""


def language_choices() -> list[tuple[str, str]]:
    """Return the languages of the site."""
    return list(settings.LANGUAGES)


class Text(models.Model):
    """One page in one language, in Markdown; visitors see it once it is published."""

    class Page(models.TextChoices):
        """The possible pages; each has an address of its own."""

        HELP = "help", _("Help")
        PRIVACY = "privacy", _("Privacy")
        IMPRINT = "imprint", _("Imprint")

    page = models.SlugField(_("page"), max_length=20, choices=Page.choices)
    language = models.CharField(_("language"), max_length=10, choices=language_choices)
    body = models.TextField(
        _("text"),
        blank=True,
        max_length=50_000,
        help_text=_("In Markdown. To start from our draft, save it empty."),
    )
    published = models.BooleanField(_("published"), default=False)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("text")
        verbose_name_plural = _("texts")
        ordering = ("page", "language")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("page", "language"), name="one_text_a_language")
        ]

    def __str__(self) -> str:
        return f"{self.get_page_display()} ({self.language})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the text; an empty text starts as our draft."""
        self.body = draft(self.page, self.language) if self.is_empty else self.body.strip()
        super().save(*args, **kwargs)

    @property
    def is_empty(self) -> bool:
        """Return whether the page would be blank."""
        return not tidy_text(self.body)

    def clean(self) -> None:
        """Refuse to publish a text that still has placeholders such as "[mail address]"."""
        super().clean()
        unfilled = unfilled_brackets(self.page, self.body)
        if self.published and unfilled:
            words = _("Fill in the parts in brackets before you publish: %(brackets)s.")
            raise ValidationError(
                {"published": words % {"brackets": ", ".join(unfilled)}}, code="unfilled"
            )


def unfilled_brackets(page: str, body: str) -> list[str]:
    """Return the placeholders of our drafts of a page, in any language, that this text still
    contains.
    """
    drafts = (path.read_text(encoding="utf-8") for path in sorted(DRAFTS.glob(f"{page}.*.md")))
    known = {_letters(bracket) for text in drafts for bracket in BRACKETS.findall(text)}
    found = dict.fromkeys(BRACKETS.findall(body))
    return [bracket for bracket in found if _letters(bracket) in known]


def _letters(bracket: str) -> str:
    """Return the letters of a placeholder, without line breaks and markup."""
    return "".join(filter(str.isalnum, bracket.casefold()))


def draft(page: str, language: str) -> str:
    """Return our draft of a page: in English if this language has none, "" if no language has one."""
    for tried in (language, settings.LANGUAGE_CODE):
        path = DRAFTS / f"{page}.{tried}.md"
        if path.exists():
            return path.read_text(encoding="utf-8")
    return ""
