#!/usr/bin/env bash
# Writes dist/: the program, the Debian package, bills of materials (CycloneDX), third-party notices and checksums.
# CHAUTARI_BIN names an existing program, to try the packaging without the optimised build (ten minutes on two cores).
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
# Older ones, such as that of Debian 12, have no `npm sbom`.
npm=$(npm --version)
if ! printf '10.2\n%s\n' "$npm" | sort --check=quiet --version-sort; then
  echo "npm 10.2 or newer is needed for the bill of materials, this is $npm: npm install --global npm@11" >&2
  exit 1
fi
bash scripts/npm-install.sh web
node scripts/notices.mjs --check
program=${CHAUTARI_BIN:-}
if [ -z "$program" ]; then
  bash scripts/web-build.sh
  # The level of the last crate is that of the link-time optimisation, which at `s` vectorises no loop: each crate does so
  # before, at its own level (profile `dist` in Cargo.toml).
  flags="${RUSTFLAGS:-} -C passes=function(loop-vectorize,slp-vectorizer)"
  link=(-C opt-level=s)
  # Rust links with lld here: equal functions once, and the addresses that change with the load address packed (glibc 2.36).
  [ "$(rustc -vV | sed -n 's/^host: //p')" = x86_64-unknown-linux-gnu ] &&
    link+=(-C link-arg=-Wl,--icf=all -C link-arg=-Wl,-z,pack-relative-relocs)
  RUSTFLAGS=$flags cargo rustc --profile dist --locked -p chautari-server --bin chautari -- "${link[@]}"
  program=target/dist/chautari
fi

rm -rf dist
mkdir dist
install -m 0755 "$program" dist/chautari
install -m 0644 web/public/third-party-notices.txt dist/
if command -v dpkg-deb >/dev/null; then
  bash scripts/package-deb.sh dist/chautari dist
else
  echo 'no Debian package: dpkg-deb is missing'
fi

# Of what is linked into the program and bundled into the web app, without tools and tests.
npm --prefix web sbom --sbom-format=cyclonedx --omit=dev --package-lock-only >dist/chautari.web.cdx.json
version=0.5.9 tools=$PWD/target/tools
if [ "$("$tools/bin/cargo-cyclonedx" cyclonedx --version 2>/dev/null)" != "cargo-cyclonedx-cyclonedx $version" ]; then
  echo "installing cargo-cyclonedx $version into target/tools: once, some minutes"
  CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
    cargo install --quiet --locked --root "$tools" "cargo-cyclonedx@$version"
fi
# It writes a file beside the manifest of each crate of the workspace.
trap 'rm -f crates/*/chautari.rust.cdx.json' EXIT
"$tools/bin/cargo-cyclonedx" cyclonedx --quiet --manifest-path crates/server/Cargo.toml --format json --spec-version 1.5 \
  --no-build-deps --target "$(rustc -vV | sed -n 's/^host: //p')" --override-filename chautari.rust.cdx
mv crates/server/chautari.rust.cdx.json dist/

(cd dist && sha256sum -- * >../SHA256SUMS.part && mv ../SHA256SUMS.part SHA256SUMS)
size=$(stat -c %s dist/chautari)
ls -l dist
# Pictures of the demo are 6 MB of it, fonts 3, the web app 2.
limit=40000000
if [ -z "${CHAUTARI_BIN:-}" ] && [ "$size" -ge "$limit" ]; then
  echo "the program has $size bytes, and should stay below $limit" >&2
  exit 1
fi
