"""Ways to a table."""

from __future__ import annotations

from django.urls import path

from lobby import views

app_name = "lobby"

urlpatterns = [
    path("play/<slug:game>/", views.now, name="now"),
    path("play/<slug:game>/friends/", views.friends, name="friends"),
    path("join/<slug:token>/", views.join, name="join"),
    path("join/<slug:token>/sit", views.sit, name="sit"),
    path("join/<slug:token>/watch", views.watch, name="watch"),
]
