#!/usr/bin/env bash
# The tests with coverage, subprocesses included; by package, and never below the floor.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=.venv/bin
# Per cent, as measured and rounded down. Raise it, never lower it.
declare -A floor=([tools/msxkit]=94 [pyport/battleship]=87)

mkdir -p build/coverage
rm -f build/coverage/data*
code=0
# Measured tests take twice as long, on a busy machine many times.
limit=(--timeout 600)
# Coverage's lock is not made for interrupts: a process that gets one while a new file is noted stands still for ever,
# and its test fails. What has failed is run once more, and fails then or never.
"$bin/coverage" run -m pytest -q "${limit[@]}" -n 2 --dist worksteal -m 'not slow or more' \
  || "$bin/coverage" run -m pytest -q "${limit[@]}" -p no:xdist -m 'not slow or more' --last-failed --last-failed-no-failures none || code=1
"$bin/coverage" combine --quiet
declare -A reached
for package in "${!floor[@]}"; do
  echo
  "$bin/coverage" report --include="$package/*" --sort=cover
  reached[$package]=$("$bin/coverage" report --include="$package/*" --format=total --precision=2)
done
"$bin/coverage" html --quiet --include='tools/msxkit/*,pyport/battleship/*' --directory build/coverage/html
echo
for package in "${!floor[@]}"; do
  told="${package#*/}: ${reached[$package]} %, the floor is ${floor[$package]} %"
  if awk "BEGIN { exit !(${reached[$package]} < ${floor[$package]}) }"; then code=1 told+=": it has fallen"; fi
  echo "$told"
done
echo "line by line: build/coverage/html/index.html"
exit $code
