#!/bin/sh
# Format the templates, or check their format with --check: boards are Jinja2 templates, pages are Django templates.
set -eu
format="$PWD/.venv/bin/djangofmt"
cd templates
"$format" "$@" --profile jinja board games
"$format" "$@" --extend-exclude board --extend-exclude games .
