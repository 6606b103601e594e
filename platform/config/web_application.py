"""The application of a web process that serves people: `config.asgi`, its heartbeat, its memory, and the
watch over its connections and its loop."""

from __future__ import annotations

from config.asgi import application
from config.half import end_on_half_a_database
from config.heartbeat import start_heartbeat
from config.loop_watch import watch_loop
from config.memory import leave_alone_what_is_loaded
from config.monitoring import exporter
from config.pool_watch import watch_pool
from config.unknown_settings import say_unknown
from core.rendering.preload import load_templates
from realtime.admission import lets_in_soon

__all__ = ("application",)

say_unknown()
end_on_half_a_database()
load_templates()
leave_alone_what_is_loaded()
start_heartbeat("web", lets_in_soon)
watch_pool()
watch_loop()
exporter.open_for_web()
