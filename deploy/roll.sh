#!/bin/sh
# A new release over running matches: builds it, lets `prepare` migrate and look at every running match,
# then replaces the containers of each service, the new ones beside the old until they answer.
# `sh deploy/roll.sh`, beside a filled-in .env; docs/hosting.md tells the rest.
set -eu
cd "$(dirname "$0")"

# nginx looks for new web processes every five seconds.
SETTLED=6

say() {
    printf '\n== %s\n' "$*"
}

# Replaces all containers of a service: as many new ones beside them, then the old ones end one by one.
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
say "Preparing: migrations, and whether every running match can go on"
docker compose run --rm --no-deps prepare
# Its own files are those of the new release, and those of the release before it asks the web processes for.
say "front"
docker compose up --detach --no-deps front
replace web
for service in worker bots slow; do
    replace "$service"
done
# There is one of each of these. Sweeps are late by a moment.
say "beat, backup"
docker compose up --detach --no-deps beat backup
say "Done"
docker compose ps
