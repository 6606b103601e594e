#!/bin/sh
# Prints the path of a Chromium for the browser tests. As root, installs one if none is found. The headless shell is
# preferred: the same engine without windows, at half the work. The full Chromium is installed beside it, since only
# that shows notifications.
if [ -n "$CHROMIUM" ]; then
    [ -x "$CHROMIUM" ] && echo "$CHROMIUM" && exit 0
    echo "CHROMIUM is $CHROMIUM, which is not a program: set it to the path of Chromium." >&2
    exit 1
fi

find_one() {
    for name in "$@"; do
        command -v "$name" && return 0
    done
    return 1
}

install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    echo "Installing Chromium for the browser tests …" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2 && apt-get install -qq -y --no-install-recommends "$@" >&2
}

find_one chromium-headless-shell && exit 0
install chromium-headless-shell chromium && find_one chromium-headless-shell && exit 0
find_one chromium chromium-browser google-chrome google-chrome-stable && exit 0
install chromium && find_one chromium && exit 0
echo "The browser tests need Chromium: install it (on Debian: apt-get install chromium-headless-shell), or set CHROMIUM to its path." >&2
exit 1
