"""Addresses of lessons and of examples of the rules; `?step=<number>` selects a step."""

from __future__ import annotations

from django.urls import path

from lessons import views

app_name = "lessons"

urlpatterns = [
    path("learn/<slug:game>/", views.lesson_page, name="lesson"),
    path("learn/<slug:game>/play", views.play_step, name="play"),
    path("rules/<slug:game>/examples/<slug:example>/", views.lesson_page, name="example"),
    path("rules/<slug:game>/examples/<slug:example>/play", views.play_step, name="play_example"),
]
