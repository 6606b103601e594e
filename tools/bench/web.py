"""A further web process beside an open server: `python -m tools.bench.web PORT`."""

from __future__ import annotations

import os
import sys

from config.local import installation


def main(port: str) -> None:
    """Become the web process, with the settings and services of the server."""
    with installation.services_for(("bench",)):
        server = ["-m", "config.serving.web_server", "-v", "0", "-b", "127.0.0.1", "-p", port]
        application = "config.serving.web_application:application"
        os.execv(sys.executable, [sys.executable, *server, application])


if __name__ == "__main__":
    main(*sys.argv[1:])
