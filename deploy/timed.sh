#!/bin/sh
# Run a command and print the time that it took: timed.sh NAME COMMAND ...
name=$1
shift
begun=$(date +%s)
"$@"
status=$?
took=$(($(date +%s) - begun))
echo "$name: $((took / 60)) min $((took % 60)) s"
exit $status
