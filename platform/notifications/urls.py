"""Addresses of notices and of the unsubscribe link."""

from __future__ import annotations

from django.urls import path, re_path

from notifications import views

app_name = "notifications"

urlpatterns = [
    path("notices/", views.notices_page, name="notices"),
    path("notices/webhook/", views.set_webhook, name="set_webhook"),
    path("notices/browser/", views.subscribe_browser, name="subscribe_browser"),
    path("notices/<int:pk>/choose/", views.choose_kinds, name="choose_kinds"),
    path("notices/<int:pk>/switch/", views.switch_channel, name="switch_channel"),
    path("notices/<int:pk>/try/", views.try_channel, name="try_channel"),
    path("notices/<int:pk>/remove/", views.remove_channel, name="remove_channel"),
    re_path(r"^notices/stop/(?P<token>[-:\w]{1,200})/$", views.stop_mails, name="stop_mails"),
]
