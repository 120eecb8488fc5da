#!/bin/sh
# Runs the tests three times: alone, beside eight busy processes, and in random order in the background, where the
# shell makes programs ignore Ctrl-C. All three must be green. The argument is the make that calls it.
set -eu
make=${1:-make}

echo "== alone"
"$make" pytest

echo "== beside eight busy processes"
busy=""
for _ in 1 2 3 4 5 6 7 8; do
    timeout 5400 sh -c 'while :; do :; done' &
    busy="$busy $!"
done
trap 'kill $busy 2>/dev/null || true' EXIT
"$make" pytest
kill $busy
trap - EXIT

PLYGROUND_TEST_ORDER=$(date +%s)
export PLYGROUND_TEST_ORDER
echo "== in random order (PLYGROUND_TEST_ORDER=$PLYGROUND_TEST_ORDER), in the background"
"$make" pytest &
wait $!
