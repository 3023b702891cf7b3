// Starts the server with demo data on a free port, without requests to other services, for measurements.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when the server prints its address. `folder` holds its data, `more` are additional settings. */
export async function spawnDemoServer(program, folder, more = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CHAUTARI_'));
  const settings = {
    CHAUTARI_LISTEN: '127.0.0.1:0',
    CHAUTARI_DATA_DIR: folder,
    CHAUTARI_EXCHANGE_RATE_URL: 'off',
    CHAUTARI_MAP_TILES: 'off',
    ...more,
  };
  const server = spawn(program, ['serve', '--demo'], {
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The first URL that the server prints is its address.
  const url = await new Promise((found, failed) => {
    let printed = '';
    server.stdout.on('data', (text) => {
      printed += text;
      const address = /https?:\/\/[^\s/]+(?=[^\n]*\n)/.exec(printed)?.[0];
      if (address) found(address);
    });
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return { server, url };
}

/** Like `spawnDemoServer`, but resolves when the server is ready. */
export async function startDemoServer(program, folder, more = {}) {
  const { server, url } = await spawnDemoServer(program, folder, more);
  const ready = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await ready())) await pause(10);
  return { server, url };
}
