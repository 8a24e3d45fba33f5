#!/usr/bin/env bash
# A machine with Python, make and git alone, made of this one: `make verify` and `make test` of a clean clone, with
# none of the outside programs that some tests use, and four variables in the environment. Arguments: the values of
# TERM, each a run of its own; without any, dumb and xterm.
set -euo pipefail
cd "$(dirname "$0")/.."
(($#)) || set -- dumb xterm

# By their own names and by those of what they are links to: mcopy is mtools, vi may be nvim, npm is npm-cli.js.
absent='openmsx|mtools|(mk|fsck\.|mkfs\.)?(fat|dosfs|msdos|vfat)|dosfsck|node(js)?|npm(-cli\.js)?|npx(-cli\.js)?|code-server'
absent+='|chromium.*|nvim|emacs.*|pasmo|sdcc|tmux'

here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mkdir "$here/bin" "$here/home"
python=$(python3 -c 'import sys; print(sys.executable)') # not pyenv's script of that name, which wants pyenv
ln -s "$python" "$here/bin/python3"
IFS=: read -ra folders <<<"$PATH:/usr/sbin:/sbin"
for folder in "${folders[@]}"; do
  [[ $folder == */shims ]] && continue
  for program in "$folder"/*; do
    name=${program##*/}
    [[ -f $program && -x $program && ! -e $here/bin/$name ]] || continue
    real=$(readlink -f "$program")
    [[ $name =~ ^($absent)$ || ${real##*/} =~ ^($absent)$ ]] || ln -s "$program" "$here/bin/$name"
  done
done

git clone --quiet . "$here/clone"
cd "$here/clone"
# How packages are reached is this machine's affair: its own environment makes that of Python.
PATH=$here/bin make .venv/.ready CONSTRAINTS=.ci/constraints.txt
for term; do
  for target in verify test; do
    echo "bare machine, TERM=$term: make $target"
    env -i PATH="$here/bin" HOME="$here/home" LANG="${LANG:-C.UTF-8}" TERM="$term" make "$target" </dev/null
  done
done
