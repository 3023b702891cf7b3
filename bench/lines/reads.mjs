// Public reads beside the bare handler, which sends the same body with the same coding, and beside Express, which takes it
// from SQLite and compresses it for each request.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { get, send } from '../support/client.mjs';
import { atLeast, compare, number } from '../support/figures.mjs';
import { startBare, startExpress, startServer, stop } from '../support/programs.mjs';
import { load } from '../support/wrk.mjs';

const MANY_TREKS = 1000;
const MANY_ARTICLES = 500;

const LIMITS = {
  'bare handler': { start: (bench, body) => startBare(bench.bare, body.file, body.type, body.coding), aim: 0.5 },
  // A list of 3 MB takes it seconds.
  Express: { start: (bench, body) => startExpress(bench.express, body.plain, body.type), aim: 25, timeout: 30 },
};

async function beside(bench, url, [line, path, accepted]) {
  const headers = { 'accept-encoding': accepted };
  const answer = await send(url + path, { headers });
  // A body below a kilobyte is not compressed.
  const coding = answer.headers['content-encoding'] ?? 'identity';
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  const body = {
    file: join(bench.folder, 'body'),
    plain: join(bench.folder, 'plain-body'),
    type: answer.headers['content-type'],
    coding,
  };
  writeFileSync(body.file, answer.body);
  writeFileSync(body.plain, coding === 'br' ? brotliDecompressSync(answer.body) : answer.body);
  const rows = [];
  for (const [name, { start, aim, timeout }] of Object.entries(LIMITS)) {
    const limit = await start(bench, body);
    try {
      const figures = await compare(
        bench,
        (seconds) => load(url + path, { seconds, headers }),
        (seconds) => load(limit.url + path, { seconds, headers, timeout }),
      );
      rows.push({
        line: `${line}, ${coding}, ${(answer.body.length / 1000).toFixed(1)} kB`,
        measured: `${number(figures.measured)}/s`,
        limit: `${name} ${number(figures.limit)}/s`,
        ratio: figures.ratio,
        ...atLeast(aim, figures.ratio),
      });
    } finally {
      await stop(limit.server);
    }
  }
  return rows;
}

export default async function* measureReads(bench) {
  const few = await startServer(bench.program, bench.demoFolder('reads'));
  const [{ _id: trek }] = (await get(`${few.url}/api/treks/getall`)).treks;
  const [{ _id: article }] = (await get(`${few.url}/api/blogs`)).blogs;
  for (const read of [
    ['trek list, 12', '/api/treks/getall', 'br'],
    ['trek list, 12', '/api/treks/getall', 'identity'],
    ['trek data', `/api/treks/${trek}`, 'br'],
    ['trek page', `/package/${trek}`, 'br'],
    ['home page', '/', 'br'],
    ['list of articles', '/api/blogs', 'br'],
    ['article', `/api/blogs/${article}`, 'br'],
    ['settings of the site', '/api/config', 'br'],
  ]) {
    yield* await beside(bench, few.url, read);
  }
  await stop(few.server);

  const folder = bench.demoFolder('many-treks');
  const database = `sqlite://${join(folder, 'chautari.db')}`;
  execFileSync(bench.examples.treks, [database, String(MANY_TREKS), String(MANY_ARTICLES)], { stdio: 'inherit' });
  const many = await startServer(bench.program, folder);
  for (const coding of ['br', 'identity']) {
    yield* await beside(bench, many.url, ['trek list, 1,000', '/api/treks/getall', coding]);
  }
  await stop(many.server);
}
