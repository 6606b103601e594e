"""Where people come in, go out and say what they prefer."""

from __future__ import annotations

from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", views.SignOut.as_view(), name="sign_out"),
    path("password/", views.NewPassword.as_view(), name="password"),
    path("preferences/", views.preferences, name="preferences"),
    path("language/", views.language, name="language"),
]
