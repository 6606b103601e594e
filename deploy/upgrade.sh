#!/bin/sh
# A new release under systemd, over running matches: `sh /srv/nightcap/deploy/upgrade.sh [REVISION]`, as root.
# It gets a folder of its own beside the one that runs. Only when all of it is prepared, the link /srv/nightcap
# leads there, and one process after the other starts anew. docs/without-compose.md tells the rest.
set -eu
umask 022

link=${NIGHTCAP_HOME:-/srv/nightcap}
units=${NIGHTCAP_UNITS:-/etc/systemd/system}
PATIENCE=60

say() {
    printf '\n== %s\n' "$*"
}

give_up() {
    printf '%s\n' "$*" >&2
    exit 1
}

running() {
    systemctl list-units --plain --no-legend --state=active "$@" | cut -d ' ' -f 1
}

# Without a proxy of the environment's: this is about our own machine.
answers() {
    "$release/.venv/bin/python" -c 'import sys, urllib.request as u
u.build_opener(u.ProxyHandler({})).open(sys.argv[1], timeout=4)' "http://127.0.0.1:$1/healthz" 2>/dev/null
}

[ -L "$link" ] || give_up "$link is no link to a release: mv $link $link-1 && ln -s $link-1 $link"
before=$(readlink -f "$link")
release="$link-$(date -u +%Y-%m-%dT%H-%M-%SZ)"

say "Fetching and setting up $release"
git clone --quiet "$(git -C "$before" remote get-url origin)" "$release"
git -C "$release" checkout --quiet --detach "${1:-origin/HEAD}"
[ $# -eq 0 ] || shift
make -C "$release" setup
# Pages of the release before may ask for a file yet. With its own date each is older than one to be collected.
[ ! -d "$before/var/static" ] || { mkdir -p "$release/var" && cp -a "$before/var/static" "$release/var/"; }

say "Preparing: static files, migrations, and whether every running match can go on"
"$release/deploy/nightcap" prepare "$@" || give_up "Nothing new runs: $link leads to $before as before."
[ "$release/var/static/staticfiles.json" -nt "$release/manage.py" ] ||
    give_up "Nothing new runs: NIGHTCAP_STATIC_ROOT is set, but each release has static files of its own."

say "Starting it, one process after the other"
ln -sfn "$release" "$link.new"
mv -T "$link.new" "$link"
cp -r "$release/deploy/systemd/." "$units/"
systemctl daemon-reload
for unit in $(running 'nightcap-web@*.service'); do
    systemctl restart "$unit"
    port=${unit#*@}
    seconds=0
    until answers "${port%.service}"; do
        seconds=$((seconds + 1))
        [ "$seconds" -lt "$PATIENCE" ] || give_up "$unit does not answer. The others go on with the release before." \
            "To go back to it, with its own units: ln -sfn $before $link && cp -r $before/deploy/systemd/. $units/ &&" \
            "systemctl daemon-reload && systemctl restart $unit"
        sleep 1
    done
done
for unit in $(running 'nightcap-worker@*.service' nightcap-bots.service nightcap-slow.service nightcap-beat.service); do
    systemctl restart "$unit"
    sleep 5
    systemctl --quiet is-active "$unit" || give_up "$unit does not run: journalctl -u $unit says why."
done
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$release/pyproject.toml")
say "Done: version $version runs. What ran before lies in $before; remove it when you need it no more."
