#!/usr/bin/env bash
# The tests with coverage, subprocesses included; by package, and never below the floor.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=.venv/bin
declare -A floor=([msxkit]=90 [battleship]=90)

mkdir -p build/coverage
rm -f build/coverage/data*
"$bin/coverage" run -m pytest -q -n 2 --dist worksteal -m 'not slow'
"$bin/coverage" combine --quiet
code=0
for package in msxkit battleship; do
  echo
  "$bin/coverage" report --include="*/$package/*" --fail-under="${floor[$package]}" --sort=cover || code=1
done
"$bin/coverage" html --quiet --directory build/coverage/html
echo "line by line: build/coverage/html/index.html"
exit $code
