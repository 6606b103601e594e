"""The ASGI application of the web process: pages over HTTP, and the sockets of the tables."""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config import process

process.serves_pages = True

import django

django.setup(set_prefix=False)

# Everything below needs the apps that the line above has loaded.
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import re_path

from api.routing import websocket_urlpatterns as of_programs
from clubs.routing import websocket_urlpatterns as of_clubs
from config.serving.count_answers import CountAnswers
from config.serving.in_turn import InTurn
from config.serving.own_origin import Denied, OwnOrigin
from config.serving.page_handler import PageHandler
from config.serving.proxies import BehindProxies
from config.serving.request_ids import WithRequestId
from config.serving.uncancelled_requests import ToItsEnd
from config.serving.visitors import with_visitor
from leagues.web.routing import websocket_urlpatterns as of_leagues
from lobby.routing import websocket_urlpatterns as of_lobby
from matches.web.routing import websocket_urlpatterns as of_matches
from pages.routing import websocket_urlpatterns as of_pages

nowhere = re_path("", Denied.as_asgi())
of_people = URLRouter([*of_matches, *of_lobby, *of_leagues, *of_clubs, *of_pages, nowhere])

for_people: Any = OwnOrigin(with_visitor(of_people))

application = WithRequestId(
    BehindProxies(
        ProtocolTypeRouter(
            {
                "http": CountAnswers(ToItsEnd(InTurn(PageHandler()))),
                "websocket": URLRouter([*of_programs, re_path("", for_people)]),
            }
        ),
        settings.PROXIES,
    ),
    behind_proxy=settings.PROXIES > 0,
)
