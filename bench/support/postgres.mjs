// Databases on the PostgreSQL of `bench.postgres`, a URL whose role may create them.
import { runBare } from './programs.mjs';

function urlOf(bench, name) {
  const url = new URL(bench.postgres);
  url.pathname = `/${name}`;
  return url.href;
}

export function createDatabase(bench, name) {
  runBare(bench.bare, ['sql', bench.postgres], `CREATE DATABASE ${name}`);
  return urlOf(bench, name);
}

/** Nothing may be connected to `from`. */
export function copyDatabase(bench, from, name) {
  runBare(bench.bare, ['sql', bench.postgres], `CREATE DATABASE ${name} TEMPLATE ${from}`);
  return urlOf(bench, name);
}
