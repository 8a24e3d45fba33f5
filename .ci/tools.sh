#!/usr/bin/env bash
# Outside tools of the tests: the oracles for disk images, the emulator with its free BIOS, a browser, an editor.
set -euo pipefail
declare -A provides=([openmsx]=openmsx [cbios]=/usr/share/cbios [mtools]=mcopy [dosfstools]=fsck.fat [tmux]=tmux [chromium]=chromium [neovim]=nvim [npm]=npm)
missing=()
for package in "${!provides[@]}"; do
  probe=${provides[$package]}
  if [[ $probe == /* ]]; then [[ -e $probe ]] || missing+=("$package")
  else PATH="$PATH:/usr/sbin:/sbin" command -v "$probe" >/dev/null || missing+=("$package"); fi
done
((${#missing[@]})) || exit 0
as_root=()
if [[ $(id -u) != 0 ]]; then
  if sudo -n true 2>/dev/null; then as_root=(sudo)
  else echo "not root, so not installed: ${missing[*]} (tests that need them are skipped)"; exit 0; fi
fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
