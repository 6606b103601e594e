#!/bin/sh
# Prints the path of a Chromium for the browser tests; as root it installs one if there is none.
if [ -n "$CHROMIUM" ]; then
    [ -x "$CHROMIUM" ] && echo "$CHROMIUM" && exit 0
    echo "CHROMIUM is $CHROMIUM, and that is no program." >&2
    exit 1
fi

find_one() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return 0
    done
    return 1
}

find_one && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests …" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2 && apt-get install -qq -y --no-install-recommends chromium >&2 && find_one && exit 0
fi
echo "The browser tests need Chromium: install it (on Debian: apt-get install chromium), or set CHROMIUM to its path." >&2
exit 1
