"""The pages that join several apps."""

from __future__ import annotations

from django.urls import path

from pages import views

app_name = "pages"

urlpatterns = [
    path("", views.landing, name="landing"),
    path("rules/<slug:game>/", views.rules, name="rules"),
]
