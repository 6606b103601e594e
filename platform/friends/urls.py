"""Addresses of friends: the page, requests, the user's own link, invitations."""

from __future__ import annotations

from django.urls import path

from friends import views

app_name = "friends"

urlpatterns = [
    path("friends/", views.friends_page, name="friends"),
    path("friends/ask", views.ask_friend, name="ask"),
    path("friends/accept", views.accept_friend, name="accept"),
    path("friends/end", views.end_friendship, name="end"),
    path("friends/link", views.renew_own_link, name="renew_link"),
    path("friends/invite", views.invite_friend, name="invite"),
    path("friends/invitations/<uuid:match_id>/accept", views.accept_invitation, name="accept_seat"),
    path(
        "friends/invitations/<uuid:match_id>/decline", views.decline_invitation, name="decline_seat"
    ),
    path("friends/invitations/<uuid:match_id>/later", views.put_away, name="put_away"),
    path("friends/invitations/<uuid:match_id>/seen", views.dismiss_answer, name="dismiss_answer"),
    path("people/<str:name>/challenge/", views.challenge_page, name="challenge"),
    path("friends/with/<str:token>/", views.link_page, name="link"),
]
