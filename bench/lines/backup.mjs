// Backup and restore, in seconds for each gigabyte of rows or pictures, beside a copy of the same files that is flushed.
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '../support/figures.mjs';
import { runBare } from '../support/programs.mjs';
import { folderOf } from './desk.mjs';

const BOOKINGS = 100_000;
const QUICK_BOOKINGS = 1000;
const PICTURES = 400;
const QUICK_PICTURES = 20;
/** A folder of pictures that the server knows. */
const PREFIX = 'images/banner';
/** Of one picture with its sizes. Random, because pictures do not compress. */
const PICTURE_BYTES = 1_000_000;

function bytesOf(folder) {
  const files = readdirSync(folder, { recursive: true }).map((file) => statSync(join(folder, file)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

/** A demo site with that many pictures; the demo's own are drawings of a few kilobytes. */
function makePictures(bench) {
  const folder = bench.demoFolder('pictures');
  const uploads = join(folder, 'uploads', PREFIX);
  mkdirSync(uploads, { recursive: true });
  const rows = [];
  for (let index = 0; index < (bench.quick ? QUICK_PICTURES : PICTURES); index++) {
    const name = `${randomUUID()}.webp`;
    writeFileSync(join(uploads, name), randomBytes(PICTURE_BYTES));
    rows.push(`('${PREFIX}/${name}', true, '2026-01-01T00:00:00+00:00')`);
  }
  const database = `sqlite://${join(folder, 'chautari.db')}`;
  runBare(bench.bare, ['sql', database], `INSERT INTO pictures (key, stored, used_at) VALUES ${rows.join(', ')}`);
  return folder;
}

async function measureFolder(bench, what, folder) {
  const file = join(bench.folder, 'backup.tar.gz');
  const target = join(bench.folder, 'restored');
  const gigabytes = bytesOf(folder) / 1e9;
  // Secrets and the environment of the caller have no part in it.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CHAUTARI_')));
  const time = (command, args, ...remove) => {
    for (const path of remove) rmSync(path, { recursive: true, force: true });
    const began = performance.now();
    execFileSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    return (performance.now() - began) / 1000 / gigabytes;
  };
  const copy = (from, to) => () => time('sh', ['-c', 'cp -r "$1" "$2" && sync -f "$2"', 'copy', from, to], to);
  const own = { ...bench, seconds: 0 };
  const backup = await compare(
    own,
    () => time(bench.program, ['backup', file, '--data-dir', folder], file),
    copy(folder, target),
  );
  const restore = await compare(
    own,
    () => time(bench.program, ['restore', file, '--data-dir', target], target),
    copy(folder, `${target}-copy`),
  );
  for (const path of [target, `${target}-copy`]) rmSync(path, { recursive: true, force: true });
  const row = (kind, { measured, limit }) => ({
    line: `${kind}, ${(gigabytes * 1000).toFixed(0)} MB of ${what}`,
    measured: `${measured.toFixed(1)} s/GB`,
    limit: `cp and sync ${limit.toFixed(1)} s/GB`,
    ratio: limit / measured,
  });
  const size = (statSync(file).size / 1e6).toFixed(0);
  return [row(`backup (file ${size} MB)`, backup), row('restore', restore)];
}

export default async function* measureBackup(bench) {
  const bookings = bench.quick ? QUICK_BOOKINGS : BOOKINGS;
  yield* await measureFolder(bench, `${bookings.toLocaleString('en')} bookings`, folderOf(bench, bookings));
  yield* await measureFolder(bench, 'pictures', makePictures(bench));
}
