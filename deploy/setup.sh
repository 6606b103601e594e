#!/bin/sh
# Finds a Python that is new enough and runs deploy/setup.py with it, which prepares .venv.
cd "$(dirname "$0")/.." || exit 1

for python in python3 python3.13 python3.12 python3.11; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" deploy/setup.py "$@"
    fi
done
echo "Nightcap needs Python 3.11 or newer: install it as python3, python3.13, python3.12 or python3.11." >&2
exit 1
