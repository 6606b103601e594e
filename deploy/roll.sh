#!/bin/sh
# Rolls out a new release under running matches. Builds it, then lets `prepare` migrate and check every running
# match. Then replaces the containers of each service: the old ones run until the new ones answer.
# Usage: `sh deploy/roll.sh`, with a filled-in .env in this folder. See docs/hosting.md.
set -eu
cd "$(dirname "$0")"

# Seconds until nginx uses new web processes: it looks for them every five seconds.
SETTLED=6

say() {
    printf '\n== %s\n' "$*"
}

# Replaces all containers of a service: starts as many new ones, then stops the old ones one by one.
replace() {
    old=$(docker compose ps --quiet "$1")
    count=$(printf '%s\n' "$old" | grep -c . || true)
    if [ "$count" -eq 0 ]; then
        docker compose up --detach --no-deps --wait "$1"
        return
    fi
    say "$1: $count to replace"
    docker compose up --detach --no-deps --no-recreate --wait --scale "$1=$((count * 2))" "$1"
    sleep "$SETTLED"
    for container in $old; do
        docker stop "$container"
        docker rm "$container"
        sleep "$SETTLED"
    done
}

say "Building"
docker compose build
say "Preparing: migrations, and a check of every running match"
docker compose run --rm --no-deps prepare
# `front` has the new release's static files. It requests those of the old release from the web processes.
say "front"
docker compose up --detach --no-deps front
replace web
for service in worker bots slow; do
    replace "$service"
done
# These services have one container each. Sweeps are late by a moment.
say "beat, backup"
docker compose up --detach --no-deps beat backup
say "Done"
docker compose ps
