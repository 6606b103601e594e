"""The application of a web process: `config.serving.asgi` with heartbeat, memory settings, and
watchdogs of its connections and its loop.
"""

from __future__ import annotations

from config.serving.asgi import application
from config.serving.loop_watch import watch_loop
from config.serving.memory import leave_alone_what_is_loaded
from core.rendering.preload import load_templates
from operations.heartbeat import start_heartbeat
from operations.incomplete_database import end_on_half_a_database
from operations.monitoring import prometheus_exporter
from operations.pool_watch import watch_pool
from operations.unknown_settings import say_unknown
from realtime.admission import lets_in_soon

__all__ = ("application",)

say_unknown()
end_on_half_a_database()
load_templates()
leave_alone_what_is_loaded()
start_heartbeat("web", lets_in_soon)
watch_pool()
watch_loop()
prometheus_exporter.open_for_web()
