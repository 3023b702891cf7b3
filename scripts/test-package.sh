#!/usr/bin/env bash
# test-package.sh [PROGRAM]: installs the Debian package in a copy of this machine, upgrades it over the data of an older
# version, removes and purges it. Default: the program of `make dist`, else a build for development.
#
# The copy is an overlay of / in the memory, with namespaces of its own for mounts, processes and the network: nothing on
# this machine changes. It needs root and Debian. systemd does not run in it: the server is started as its unit says, by
# the user of the unit.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != inside ]; then
  if [ "$(id -u)" != 0 ] || ! command -v dpkg-deb >/dev/null; then
    echo 'test-package needs root and Debian' >&2
    exit 1
  fi
  program=${1:-}
  for candidate in target/dist/chautari target/release/chautari target/debug/chautari; do
    if [ -z "$program" ] && [ -x "$candidate" ]; then program=$candidate; fi
  done
  [ -x "$program" ] || { echo 'no program: run make dist first' >&2; exit 1; }
  echo "testing the package of $program"
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  # Fast to compress: the package is installed once.
  export CHAUTARI_DEB_COMPRESSION='-Zgzip -z1'
  strip --strip-debug -o "$folder/chautari" "$program" 2>/dev/null || cp "$program" "$folder/chautari"
  program=$folder/chautari
  old=$(bash scripts/package-deb.sh "$program" "$folder" 0.0.1)
  new=$(bash scripts/package-deb.sh "$program" "$folder")
  node -e '
    const { brotliDecompressSync } = require("node:zlib");
    const { readFileSync, writeFileSync } = require("node:fs");
    const from = "crates/server/tests/fixtures/databases/2026-11-23";
    for (const name of ["chautari.db", "chautari.db-wal"])
      writeFileSync(`${process.argv[1]}/${name}`, brotliDecompressSync(readFileSync(`${from}/${name}.br`)));
    writeFileSync(`${process.argv[1]}/secret.key`, readFileSync(`${from}/secret.key`));
  ' "$folder"
  cp "$0" "$folder/test.sh"
  # The process 1 of the namespace ends, and every server with it.
  unshare --mount --net --pid --fork bash -c '
    set -euo pipefail
    mount -t tmpfs tmpfs /mnt
    mkdir /mnt/upper /mnt/work /mnt/root
    mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
    mount -t proc proc /mnt/root/proc
    mount --rbind /dev /mnt/root/dev
    mount -t tmpfs tmpfs /mnt/root/run
    mount --bind "$1" /mnt/root/srv
    ip link set lo up 2>/dev/null || true
    exec chroot /mnt/root bash /srv/test.sh inside "/srv/${2##*/}" "/srv/${3##*/}"
  ' bash "$folder" "$old" "$new"
  exit
fi

cd /
old=$2
new=$3
export DEBIAN_FRONTEND=noninteractive
said=/tmp/said

step() { echo "  ok  $1"; }
fail() {
  echo "FAILED  $1" >&2
  tail -n 20 "$said" >&2 || true
  exit 1
}
has() { "$@" >"$said" 2>&1 || fail "$*"; }
lacks() { [ ! -e "$1" ] || fail "$1 exists"; }
owner() { [ "$(stat -c '%U:%G %a' "$1")" = "$2" ] || fail "$1 is $(stat -c '%U:%G %a' "$1"), not $2"; }

unit=/lib/systemd/system/chautari.service
enabled=/etc/systemd/system/multi-user.target.wants/chautari.service
# Starts the server with the user, folder and command of the unit, and waits until it is ready.
start() {
  local command user
  command=$(sed -n 's/^ExecStart=//p' "$unit")
  user=$(sed -n 's/^User=//p' "$unit")
  # shellcheck disable=SC2086 # the command of the unit has no quotes
  setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
    env -i -C "$(sed -n 's/^WorkingDirectory=//p' "$unit")" PATH=/usr/bin:/bin $command >/tmp/log 2>&1 &
  server=$!
  for _ in $(seq 300); do
    as_user health >/dev/null 2>&1 && return
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  cp /tmp/log "$said"
  fail 'the server does not become ready'
}
stop() {
  kill "$server"
  wait "$server" || fail 'the server does not stop in order'
}
as_user() {
  local command=$1
  shift
  setpriv --reuid=chautari --regid=chautari --clear-groups chautari "$command" "$@" --config /etc/chautari/chautari.toml
}
login() {
  curl -sf -H 'content-type: application/json' -d "$1" http://127.0.0.1:8080/api/auth/login >"$said"
}

# --- first installation ---
has dpkg --install "$old"
grep -q 'set public_url' "$said" || fail 'the installation does not say what to do next'
owner /etc/chautari 'root:chautari 750'
owner /var/lib/chautari 'chautari:chautari 700'
owner /var/backups/chautari 'chautari:chautari 700'
has dpkg-query -W -f '${Conffiles}' chautari
grep -q /etc/chautari/chautari.toml "$said" || fail 'chautari.toml is no conffile'
[ ! -L "$enabled" ] || fail 'the first installation enables the service'
if as_user serve >"$said" 2>&1; then fail 'it starts without an address'; fi
grep -q 'CHAUTARI_PUBLIC_URL' "$said" || fail 'the missing setting is not named'
step 'installed; the start without an address names the setting'

sed -i -e 's|^public_url = .*|public_url = "https://treks.example"|' -e 's|^# pay_on_arrival|pay_on_arrival|' \
  /etc/chautari/chautari.toml
start
[ "$(ps -o user= -p "$server")" = chautari ] || fail 'the server runs as another user'
echo 'a-long-password-2026' | as_user admin create --email owner@treks.example --name Owner >"$said" 2>&1 || fail 'admin create'
login '{"email":"owner@treks.example","password":"a-long-password-2026"}' || fail 'login of the owner'
has as_user check
grep -q FAILED "$said" && fail 'chautari check'
stop
step 'started by the unit, as its user; an administrator logs in'

# --- upgrade over the data of an older version ---
rm -rf /var/lib/chautari/chautari.db*
install -o chautari -g chautari -m 0600 -t /var/lib/chautari /srv/chautari.db /srv/chautari.db-wal /srv/secret.key
# That data was paid in the sandbox.
echo 'allow_sandbox = 1' >>/etc/chautari/chautari.toml
settings=$(md5sum /etc/chautari/chautari.toml)
has systemctl enable chautari.service
has dpkg --install "$new"
[ -L "$enabled" ] || fail 'the upgrade disables the service'
[ "$settings" = "$(md5sum /etc/chautari/chautari.toml)" ] || fail 'the upgrade changed the settings'
grep -q 'set public_url' "$said" && fail 'the upgrade repeats the hints of the installation'
[ "$(dpkg-query -W -f '${Version}' chautari)" != 0.0.1 ] || fail 'the version is the old one'
start
ls /var/lib/chautari/backups/before-*.tar.gz >/dev/null 2>&1 || fail 'no backup before the migration'
login '{"email":"maya@chautari.example","password":"trail-maya-2026"}' || fail 'login of a customer from before'
stop
has as_user ledger check
has as_user seats check
step 'upgraded; the data is backed up, migrated and served, and ledger and seats agree'

backup=$(sed -n "s/^ExecStart=.*exec \(.*\)'$/\1/p" /lib/systemd/system/chautari-backup.service)
backup=${backup//\$\$/\$}
setpriv --reuid=chautari --regid=chautari --clear-groups /bin/sh -c "${backup//%%/%}" >"$said" 2>&1 || fail 'the nightly backup'
ls /var/backups/chautari/chautari-*.tar.gz >/dev/null 2>&1 || fail 'the nightly backup wrote no file'
step 'the nightly backup writes its file'

# --- removal keeps data and settings ---
has dpkg --remove chautari
lacks /usr/bin/chautari
lacks "$unit"
[ -s /var/lib/chautari/chautari.db ] || fail 'the removal deleted the data'
[ -s /etc/chautari/chautari.toml ] || fail 'the removal deleted the settings'
has dpkg --install "$new"
[ -L "$enabled" ] || fail 'a second installation disables the service'
has systemctl disable chautari.service
has dpkg --install "$new"
[ ! -L "$enabled" ] || fail 'an upgrade enables a disabled service'
start
login '{"email":"maya@chautari.example","password":"trail-maya-2026"}' || fail 'login after a second installation'
stop
step 'removed with data and settings kept; installed again, it serves them'

# --- purge keeps data unless the question is answered with yes ---
has dpkg --purge chautari
lacks /etc/chautari
[ -s /var/lib/chautari/chautari.db ] || fail 'the purge deleted the data without a yes'
has dpkg --install "$new"
echo 'chautari chautari/purge_data boolean true' | debconf-set-selections
has dpkg --purge chautari
lacks /etc/chautari
lacks /var/lib/chautari
lacks /var/backups/chautari
if getent passwd chautari >/dev/null; then fail 'the user remains'; fi
step 'purged: the data goes only after a yes'
