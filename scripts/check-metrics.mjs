// Every metric that the dashboard, the alarms and the docs name is one that the server exports, and every alarm is explained
// in docs/operate.md. `node scripts/check-metrics.mjs ADDRESS` also prints which of them a running server exports now.
import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const source = 'crates/server/src/platform/metrics/';
const exported = new Set(
  readdirSync(new URL(source, root)).flatMap((name) =>
    [...read(source + name).matchAll(/"((?:chautari|process)_[a-z_]+)"/g)].map(([, metric]) => metric),
  ),
);
const problems = [];
const named = new Set();
for (const path of [
  'packaging/grafana/chautari.json',
  'packaging/prometheus/chautari.rules.yml',
  'packaging/prometheus/chautari.test.yml',
  'docs/operate.md',
]) {
  for (const [metric] of read(path).matchAll(/\b(?:chautari|process)_[a-z_]+[a-z]\b/g)) {
    const family = metric.replace(/_(?:bucket|sum|count)$/, '');
    if (exported.has(family) || exported.has(metric)) named.add(family);
    else if (!/^chautari_(?:data|database_url)$/.test(metric)) problems.push(`${path}: ${metric} is not exported`);
  }
}
const docs = read('docs/operate.md');
for (const [, alarm] of read('packaging/prometheus/chautari.rules.yml').matchAll(/alert: (\w+)/g))
  if (!docs.includes(`\`${alarm}\``)) problems.push(`docs/operate.md does not explain the alarm ${alarm}`);
for (const metric of exported)
  if (!read('packaging/grafana/chautari.json').includes(metric)) problems.push(`the dashboard does not show ${metric}`);
const address = process.argv[2];
if (address) {
  const answer = await (await fetch(address)).text();
  const missing = [...named].filter((metric) => !new RegExp(`^# TYPE ${metric} `, 'm').test(answer));
  console.log(`${named.size - missing.length} of ${named.size} are exported now; not yet: ${missing.join(', ') || 'none'}`);
}
for (const problem of problems) console.error(problem);
console.log(`metrics ${named.size} names of the dashboard, alarms and docs`);
process.exit(problems.length ? 1 : 0);
