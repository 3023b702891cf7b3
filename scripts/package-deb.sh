#!/usr/bin/env bash
# package-deb.sh PROGRAM FOLDER [VERSION]: writes FOLDER/chautari_VERSION_ARCHITECTURE.deb with that program.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$1
folder=$2
version=${3:-$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)}
command -v dpkg-deb >/dev/null || { echo 'dpkg-deb is missing: Debian and Ubuntu have it' >&2; exit 1; }
architecture=$(dpkg --print-architecture)
root=$(mktemp -d "${TMPDIR:-/tmp}/chautari-deb.XXXXXX")
trap 'rm -rf "$root"' EXIT
chmod 0755 "$root"

from=packaging/debian
docs=$root/usr/share/doc/chautari
install -D -m 0755 "$program" "$root/usr/bin/chautari"
install -D -m 0644 -t "$root/lib/systemd/system" "$from"/*.service "$from"/*.timer
install -D -m 0644 -t "$root/etc/chautari" "$from/chautari.toml"
install -D -m 0644 -t "$docs" chautari.default.toml docs/operate.md docs/your-site.md
install -D -m 0644 -t "$docs" "$from/copyright"
install -D -m 0644 -t "$docs/examples" packaging/caddy/Caddyfile packaging/nginx/chautari.conf \
  packaging/grafana/chautari.json packaging/prometheus/chautari.rules.yml
gzip -9 -n -c CHANGELOG.md >"$docs/changelog.gz"
gzip -9 -n -c web/public/third-party-notices.txt >"$docs/third-party-notices.txt.gz"
chmod 0644 "$docs"/*.gz

install -d -m 0755 "$root/DEBIAN"
install -m 0755 -t "$root/DEBIAN" "$from/postinst" "$from/prerm" "$from/postrm"
install -m 0644 -t "$root/DEBIAN" "$from/conffiles" "$from/templates"
# The newest version of the C library that the program asks for.
needed=$(grep -aoE 'GLIBC_(2\.[0-9]+|ABI_DT_RELR)' "$program" | sort -u)
glibc=$(sed 's/GLIBC_ABI_DT_RELR/GLIBC_2.36/; s/GLIBC_//' <<<"$needed" | sort -Vu | tail -n 1)
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@GLIBC@/$glibc/" \
  -e "s/@KILOBYTES@/$(du -sk --exclude=DEBIAN "$root" | cut -f 1)/" "$from/control.in" >"$root/DEBIAN/control"
(cd "$root" && find usr lib -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
# The same files result in the same bytes.
find "$root" -exec touch -h -d "@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" {} +
mkdir -p "$folder"
file=$folder/chautari_${version}_$architecture.deb
# shellcheck disable=SC2086 # two options
dpkg-deb --root-owner-group ${CHAUTARI_DEB_COMPRESSION:--Zxz -z6} --build "$root" "$file" >/dev/null
echo "$file"
