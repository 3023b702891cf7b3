#!/usr/bin/env bash
# garage.sh COMMAND…: runs it with CHAUTARI_TEST_STORAGE_URL of a bucket in a temporary Garage, an independent S3
# store.
# Built from crates.io the first time, which takes about 13 minutes on one core.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=2.5.0
root=$PWD/target/peers
garage=$root/bin/garage
if [ "$("$garage" --version 2>/dev/null | grep -o 'cargo:[0-9.]*')" != "cargo:$version" ]; then
  # A debug build is fast enough for these tests and takes half the time to compile.
  CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0 cargo install --locked --debug --root "$root" \
    --target-dir "$root/build" "garage@$version" --no-default-features --features sqlite,bundled-libs
  rm -rf "$root/build"
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/chautari-garage.XXXXXX")
server=
# shellcheck disable=SC2317 # called by the trap
stop() {
  trap - EXIT INT TERM
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT TERM

hex() { node -e 'console.log(require("crypto").randomBytes(+process.argv[1]).toString("hex"))' "$1"; }
read -r rpc s3 < <(node -e '
  const { createServer } = require("net");
  const probes = [0, 0].map(() => createServer().listen(0, "127.0.0.1"));
  Promise.all(probes.map((probe) => new Promise((done) => probe.once("listening", done)))).then(() => {
    console.log(probes.map((probe) => probe.address().port).join(" "));
    for (const probe of probes) probe.close();
  });')
AWS_ACCESS_KEY_ID=GK$(hex 12)
AWS_SECRET_ACCESS_KEY=$(hex 32)
cat >"$folder/garage.toml" <<END
metadata_dir = "$folder/meta"
data_dir = "$folder/data"
db_engine = "sqlite"
replication_factor = 1
rpc_bind_addr = "127.0.0.1:$rpc"
rpc_public_addr = "127.0.0.1:$rpc"
rpc_secret = "$(hex 32)"
[s3_api]
s3_region = "garage"
api_bind_addr = "127.0.0.1:$s3"
END
export GARAGE_DEFAULT_ACCESS_KEY=$AWS_ACCESS_KEY_ID GARAGE_DEFAULT_SECRET_KEY=$AWS_SECRET_ACCESS_KEY
GARAGE_DEFAULT_BUCKET=pictures "$garage" -c "$folder/garage.toml" server --single-node --default-bucket \
  >"$folder/log" 2>&1 &
server=$!
for _ in $(seq 600); do
  "$garage" -c "$folder/garage.toml" bucket info pictures >/dev/null 2>&1 && break
  kill -0 "$server" 2>/dev/null || break
  sleep 0.1
done
"$garage" -c "$folder/garage.toml" bucket info pictures >/dev/null || {
  tail -n 20 "$folder/log" >&2
  exit 1
}
export AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_REGION=garage AWS_ENDPOINT_URL=http://127.0.0.1:$s3
CHAUTARI_TEST_STORAGE_URL=s3://pictures/of-tests "$@"
