// The query plans of the statements that calls really run: PostgreSQL logs them, and both databases explain them.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { logIn, send } from './client.mjs';
import { runBare, stop } from './programs.mjs';

/** Statements of the worker, the settings and the sessions, which run beside every call. */
const BACKGROUND = /^SELECT [^(]* FROM "(jobs|periodic_tasks|settings|sessions|metadata|counters)"/;
const MAX_QUERY_LETTERS = 600;
const MAX_LINE_LETTERS = 160;
const shorten = (text, letters) => (text.length > letters ? `${text.slice(0, letters)}…` : text);

/** Whether new sessions of the database write their statements to the log. */
function logStatements(bare, database, statements) {
  const name = new URL(database).pathname.slice(1);
  runBare(bare, ['sql', database], `ALTER DATABASE ${name} SET log_statement = '${statements}'`);
}

/** The queries in a part of the log of PostgreSQL, with their parameters inserted, each on one line. */
function queriesIn(text) {
  const queries = [];
  for (const entry of text.split(/^(?=\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] )/m)) {
    const [, level, body] = /^.*? \[\d+\] (\w+): {2}([\s\S]*)/.exec(entry) ?? [];
    const [, query] = /^(?:execute [^:]+|statement): ([\s\S]*)/.exec(body ?? '') ?? [];
    if (level === 'LOG' && query) queries.push(query.trim());
    if (level !== 'DETAIL' || queries.length === 0) continue;
    const values = new Map();
    for (const [, place, value] of body.matchAll(/\$(\d+) = ('(?:[^']|'')*'|NULL)/g)) {
      values.set(place, value.replace(/^'(-?\d+)'$/, '$1'));
    }
    queries.push(queries.pop().replace(/\$(\d+)/g, (given, place) => values.get(place) ?? given));
  }
  const isMain = (query) => /^\s*(SELECT|WITH)\b/i.test(query) && / FROM /i.test(query) && !BACKGROUND.test(query);
  return queries.map((query) => query.replace(/\s+/g, ' ')).filter(isMain);
}

/**
 * What each call `[what, path]` of `listCalls` asks of a database on PostgreSQL: `[what, queries]`. `start` starts a server
 * on it.
 */
export async function captureQueries(bare, database, start, listCalls) {
  logStatements(bare, database, 'all');
  const { server, url } = await start();
  const headers = await logIn(url);
  const log = process.env.CHAUTARI_TEST_PG_LOG;
  const captured = [];
  for (const [what, path] of await listCalls(url, headers)) {
    const before = readFileSync(log).length;
    await send(url + path, { headers });
    await pause(20);
    captured.push([what, queriesIn(readFileSync(log).subarray(before).toString())]);
  }
  await stop(server);
  logStatements(bare, database, 'none');
  return captured;
}

/** The plans of all queries, each once, without its values, as Markdown. `databases` are `[name, url]`. */
export function explainAll(bare, databases, captured) {
  const seen = new Set();
  const text = [];
  for (const [what, queries] of captured) {
    text.push(`## ${what}`, '');
    // What an earlier call asks in the same form is not repeated.
    for (const query of queries) {
      const shape = query.replace(/'(?:[^']|'')*'|\b\d+\b/g, '?').replace(/\?(?:, \?)+/g, '?, …');
      if (seen.has(shape)) continue;
      seen.add(shape);
      text.push('```', shorten(shape, MAX_QUERY_LETTERS));
      for (const [name, url] of databases) {
        const plan = runBare(bare, ['explain', url], query).trimEnd().split('\n');
        text.push(`-- ${name}`, ...plan.map((line) => shorten(line, MAX_LINE_LETTERS)));
      }
      text.push('```', '');
    }
  }
  return text.join('\n');
}
