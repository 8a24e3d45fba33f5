#!/usr/bin/env bash
# Break a module (a file or a folder) at each place that cosmic-ray knows, one at a time, in a copy of the last commit,
# and list the breakages that the tests do not notice: mutants.sh MODULE TESTS...
set -euo pipefail
cd "$(dirname "$0")/.."
module=$1
shift
copy=build/mutants
python=$PWD/.venv/bin/python
cosmic=$PWD/.venv/bin/cosmic-ray
rm -rf "$copy"
mkdir -p build
git clone --quiet . "$copy"
cd "$copy"
cat >mutants.toml <<END
[cosmic-ray]
module-path = "$module"
timeout = 30.0
excluded-modules = []
test-command = "$python -m pytest -x -q -p no:cacheprovider -m 'not slow' $*"
[cosmic-ray.distributor]
name = "local"
END
export PYTHONPATH=$PWD/tools:$PWD/pyport PYTHONDONTWRITEBYTECODE=1
unset PYTHONPYCACHEPREFIX
"$cosmic" baseline mutants.toml
"$cosmic" init mutants.toml mutants.sqlite
"$cosmic" exec mutants.toml mutants.sqlite
"${cosmic%cosmic-ray}cr-report" --surviving-only --show-diff mutants.sqlite
