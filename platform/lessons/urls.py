"""The address of a lesson: /learn/<game>/, with ?step=<number> for a place in it."""

from __future__ import annotations

from django.urls import path

from lessons import views

app_name = "lessons"

urlpatterns = [
    path("learn/<slug:game>/", views.lesson_page, name="lesson"),
    path("learn/<slug:game>/play", views.play_step, name="play"),
]
