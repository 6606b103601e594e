#!/bin/sh
# Lay out the templates, or with --check say whether they are: the boards are Jinja2's, the pages Django's.
set -eu
format="$PWD/.venv/bin/djangofmt"
cd templates
"$format" "$@" --profile jinja board games
"$format" "$@" --extend-exclude board --extend-exclude games .
