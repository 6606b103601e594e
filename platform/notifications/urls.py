"""What somebody is told, and the way out of it."""

from __future__ import annotations

from django.urls import path, re_path

from notifications import views

app_name = "notifications"

urlpatterns = [
    path("notices/", views.notices, name="notices"),
    path("notices/webhook/", views.webhook, name="set_webhook"),
    path("notices/browser/", views.browser, name="subscribe_browser"),
    path("notices/<int:pk>/choose/", views.choose, name="choose_kinds"),
    path("notices/<int:pk>/switch/", views.switch, name="switch_channel"),
    path("notices/<int:pk>/try/", views.attempt, name="try_channel"),
    path("notices/<int:pk>/remove/", views.remove, name="remove_channel"),
    re_path(r"^notices/stop/(?P<token>[-:\w]{1,200})/$", views.stop, name="stop_mails"),
    path("sw.js", views.service_worker, name="service_worker"),
]
