#!/usr/bin/env bash
# `make verify` and `make test` of a clean clone on a bare machine: a minimal Debian with Python, make and git, where no
# file of any other package exists. Arguments: the values of TERM, each a run of its own; without any, dumb and xterm.
# With --here first, the machine that this runs on is the bare one: a container.
set -euo pipefail
cd "$(dirname "$0")/.."

# $1: the clone; then the values of TERM. The environment is set aside, except where pip is to find its packages.
check() {
  cd "$1"
  shift
  make .venv/.ready CONSTRAINTS=.ci/constraints.txt </dev/null
  for term; do
    for target in verify test; do
      echo "bare machine, TERM=$term: make $target"
      env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root LANG=C.UTF-8 TERM="$term" make "$target" </dev/null
    done
  done
}

fail() {
  echo "bare machine: $1" >&2
  exit 1
}

place=
if [[ ${1:-} == --here ]]; then place=here; shift; fi
(($#)) || set -- dumb xterm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [[ $place == here ]]; then
  git clone --quiet . "$work/clone"
  (check "$work/clone" "$@")
  exit
fi

[[ $(id -u) == 0 ]] || fail "only root can make one; run .ci/bare.sh as root, or .ci/bare.sh --here in a container"
command -v mmdebstrap >/dev/null \
  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends mmdebstrap >/dev/null; } \
  || fail "mmdebstrap cannot be installed"
. /etc/os-release
[[ $ID == debian ]] && suite=$VERSION_CODENAME || suite=stable
mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' | awk -v suite="$suite" '$1 == suite && $2 == "main" { print $3; exit }')
root=$work/root
mmdebstrap --quiet --variant=minbase --include=python3,python3-venv,make,git,ca-certificates \
  "$suite" "$root" ${mirror:+"deb $mirror $suite main"} || fail "Debian $suite cannot be installed into a folder"

# How packages are reached is this machine's affair: its name servers, its certificates, pip's settings, and the files
# and folders that these name are lent.
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
{ echo "[global]"; python3 -m pip config list 2>/dev/null | sed -nE "s/^(:env:|global|install)\.([a-z-]+)='(.*)'$/\2 = \3/p" | awk '!seen[$1]++'; } >"$root/etc/pip.conf"
folders=()
for path in $(grep -oE '(= |[ ]|file://)/[^ ]+' "$root/etc/pip.conf" | grep -oE '/[^/].*'); do
  if [[ -f $path ]]; then install -D --mode=644 "$path" "$root$path"
  elif [[ $path =~ ^/[^/]+/[^/]+ && -d $path ]]; then folders+=("${BASH_REMATCH[0]}"); fi # an index leads to its neighbours
done
git clone --quiet . "$root/root/clone"

# The mounts live and die with the namespace, as do all processes.
export -f check
unshare --mount --pid --fork --kill-child bash -euc '
  root=$1 folders=$2
  shift 2
  for folder in $folders; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
  done
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  exec chroot "$root" /bin/bash -euc "check /root/clone \"\$@\"" - "$@"
' - "$root" "${folders[*]-}" "$@" || fail "it failed in the minimal Debian (above)"
