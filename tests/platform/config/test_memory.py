"""The memory of a process: only needed code, and no garbage."""

from __future__ import annotations

import os

from tests.platform.config.server import printed

PROGRAM = """
import gc, json, weakref
from config.serving.memory import leave_alone_what_is_loaded

class Ring:
    pass

leave_alone_what_is_loaded()
frozen = gc.get_freeze_count()
ring = Ring()
ring.itself = ring
gone = weakref.ref(ring)
del ring
gc.collect()
print(json.dumps([frozen > 1_000, gone() is None, gc.get_freeze_count() == frozen]))
"""


def test_garbage_collection_leaves_alone_what_is_loaded() -> None:
    """New garbage is still collected."""
    assert printed(PROGRAM) == "[true, true, true]\n"


RARE = {
    "notifications.web_push": "cryptography, for the page on which notices are set up",
    "twisted.internet.reactor": "daphne, for web processes",
    "coloraide": "pictures for link previews",
    "icalendar": "appointments of leagues",
    "qrcode": "invitations",
    "xlsxwriter": "tables of leagues as files",
}
"""Modules that take 2 to 20 MB each, and their users."""


def test_nothing_is_loaded_that_is_rarely_needed() -> None:
    """Workers and commands do not load daphne's server, for example.

    Once everything is loaded, garbage is collected as usual.
    """
    script = (
        "import django, gc, sys; django.setup();"
        "import config.urls, config.celery, core.templatetags.qr, notifications.tasks;"
        f"print(gc.isenabled(), sorted({set(RARE)} & sys.modules.keys()))"
    )
    like_here = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    assert printed(script, like_here) == "True []\n"


WORKER = """
import gc, json, sys
from celery.signals import celeryd_after_setup
from config.celery import app

app.loader.init_worker()
app.finalize()
celeryd_after_setup.send(sender="worker", instance=None, conf=app.conf)
print(json.dumps(["config.urls" in sys.modules, gc.get_freeze_count() > 100_000]))
"""


def test_a_worker_has_all_it_needs_before_it_forks() -> None:
    """Its processes share that memory, because the garbage collector does not write to it.

    Pages are not among it.
    """
    like_here = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    assert printed(WORKER, like_here) == "[false, true]\n"
