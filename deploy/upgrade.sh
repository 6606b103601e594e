#!/bin/sh
# Installs a new release under systemd, under running matches. Run it as root:
# `sh /srv/nightcap/deploy/upgrade.sh [REVISION]`
# The release gets its own folder beside the running one. Once it is fully prepared, the link /srv/nightcap is
# changed, and the processes restart one by one. See docs/without-compose.md.
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

# Ignores the environment's proxy settings, as this connects to our own machine.
answers() {
    "$release/.venv/bin/python" -c 'import sys, urllib.request as u
u.build_opener(u.ProxyHandler({})).open(sys.argv[1], timeout=4)' "http://127.0.0.1:$1/healthz" 2>/dev/null
}

[ -L "$link" ] || give_up "$link is not a link to a release. Make it one: mv $link $link-1 && ln -s $link-1 $link"
before=$(readlink -f "$link")
release="$link-$(date -u +%Y-%m-%dT%H-%M-%SZ)"

say "Fetching and setting up $release"
git clone --quiet "$(git -C "$before" remote get-url origin)" "$release"
git -C "$release" checkout --quiet --detach "${1:-origin/HEAD}"
[ $# -eq 0 ] || shift
make -C "$release" setup
# Open pages of the old release may still request its files. Each copy keeps its date, which is older than that of a
# new file with the same name.
[ ! -d "$before/var/static" ] || { mkdir -p "$release/var" && cp -a "$before/var/static" "$release/var/"; }

say "Preparing: static files, migrations, and a check of every running match"
"$release/deploy/nightcap" prepare "$@" || give_up "No process was restarted: $link still leads to $before."
[ "$release/var/static/staticfiles.json" -nt "$release/manage.py" ] ||
    give_up "No process was restarted: NIGHTCAP_STATIC_ROOT is set. Remove it: each release needs its own static files."

say "Restarting one process after the other"
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
        [ "$seconds" -lt "$PATIENCE" ] || give_up "$unit does not answer. The other processes still run the old release." \
            "To go back to the old release and its units: ln -sfn $before $link && cp -r $before/deploy/systemd/. $units/ &&" \
            "systemctl daemon-reload && systemctl restart $unit"
        sleep 1
    done
done
for unit in $(running 'nightcap-worker@*.service' nightcap-bots.service nightcap-slow.service nightcap-beat.service \
    nightcap-workers.service); do
    systemctl restart "$unit"
    sleep 5
    systemctl --quiet is-active "$unit" || give_up "$unit does not run: journalctl -u $unit shows why."
done
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$release/pyproject.toml")
say "Done: version $version runs. The old release is in $before: remove it once you no longer need it."
