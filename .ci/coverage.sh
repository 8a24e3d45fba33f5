#!/usr/bin/env bash
# The tests with coverage, subprocesses included; by package, and never below the floor.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=.venv/bin
# msxkit: a whole run had 92. battleship: measured without the tests of arena. Raise it, never lower it.
declare -A floor=([msxkit]=90 [battleship]=77)

mkdir -p build/coverage
rm -f build/coverage/data*
code=0
"$bin/coverage" run -m pytest -q -n 2 --dist worksteal -m 'not slow' || code=1
"$bin/coverage" combine --quiet
for package in msxkit battleship; do
  echo
  "$bin/coverage" report --include="*/$package/*" --fail-under="${floor[$package]}" --sort=cover || code=1
done
"$bin/coverage" html --quiet --directory build/coverage/html
echo "line by line: build/coverage/html/index.html"
exit $code
