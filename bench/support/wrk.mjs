// Runs wrk, the load generator, with one thread.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Requests a second. Any response but 2xx, and any that takes longer than `timeout` seconds, is an error. */
export async function load(url, { seconds, connections = 32, headers = {}, script, timeout = 2 }) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const time = `${Math.max(1, Math.round(seconds))}s`;
  const limit = ['--timeout', `${timeout}s`];
  const args = ['-t1', `-c${connections}`, `-d${time}`, ...limit, ...given, ...(script ? ['-s', script] : []), url];
  const text = await new Promise((done, failed) => {
    const wrk = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    wrk.stdout.on('data', (part) => {
      printed += part;
    });
    wrk.once('error', failed);
    wrk.once('close', () => done(printed));
  });
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(text)) throw new Error(`${url}: requests failed:\n${text}`);
  return perSecond;
}

/** A script for wrk that posts JSON. */
export function writePost(folder, name, body) {
  const file = join(folder, `${name}.lua`);
  const lines = [
    'wrk.method = "POST"',
    `wrk.body = [==[${JSON.stringify(body)}]==]`,
    'wrk.headers["content-type"] = "application/json"',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
