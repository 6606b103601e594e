"""Addresses of the daily deal and its past days."""

from __future__ import annotations

import datetime

from django.urls import path, register_converter

from daily import views

app_name = "daily"


class DateConverter:
    """A date in ISO 8601 format, such as 2026-11-23."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> datetime.date:
        return datetime.date.fromisoformat(value)

    def to_url(self, value: datetime.date | str) -> str:
        return str(value)


register_converter(DateConverter, "date")

urlpatterns = [
    path("daily/", views.today_page, name="today"),
    path("daily/play", views.play_today, name="play"),
    path("daily/<date:date>/", views.day_page, name="day"),
    path("daily/<date:date>/practise", views.practise, name="practise"),
    path("daily/<date:date>/picture.png", views.picture, name="picture"),
    path("daily/<date:date>/publish", views.publish, name="publish"),
]
