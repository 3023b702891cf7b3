#!/usr/bin/env bash
# apt-install.sh PACKAGE…: installs Debian packages without a prompt; exits with 1 without apt or root.
set -euo pipefail

command -v apt-get >/dev/null || exit 1
root=(env DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1)
if [ "$(id -u)" != 0 ]; then
  sudo -n true 2>/dev/null || exit 1
  root=(sudo -n "${root[@]}")
fi
patient=(-qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)

echo "installing $* (apt)"
"${root[@]}" apt-get "${patient[@]}" update </dev/null
"${root[@]}" apt-get "${patient[@]}" -o Dpkg::Options::=--force-confold install -y --no-install-recommends "$@" </dev/null
