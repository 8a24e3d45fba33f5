#!/usr/bin/env bash
# Installs the newest versions that pyproject.toml allows into a new environment, and keeps them in .ci/constraints.txt.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[dev,docs]'
{
  echo "# The versions that CI uses; make constraints writes them anew."
  # What is only needed on some systems or by some versions of Python is found there.
  "$folder/bin/python" -m pip freeze --all --exclude-editable --exclude pip | grep -E '^[A-Za-z0-9._-]+=='
} > "$folder/constraints.txt"
LC_ALL=C sort -f -o "$folder/constraints.txt" "$folder/constraints.txt"
mv "$folder/constraints.txt" .ci/constraints.txt
