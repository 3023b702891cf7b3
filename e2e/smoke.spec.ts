// The binary for an operator: it starts, serves, stops, and has no setting for its clock.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { binary, demo, Server } from './support/server';
import { expect, test } from './support/test';

test('NAV-01 API-01 the binary serves the site, its health check and its API from one address', async ({
  page,
  server,
  request,
}) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);

  const site = await page.goto('/');
  expect(site?.status()).toBe(200);
  expect(site?.headers()['cache-control']).toContain('no-cache');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const script = await page.locator('script[type=module][src]').first().getAttribute('src');
  const packed = await fetch(new URL(script ?? '', server.url), { headers: { 'accept-encoding': 'br' } });
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(packed.headers.get('cache-control')).toContain('immutable');

  const notices = await request.get('/third-party-notices.txt');
  expect(notices.headers()['content-type']).toContain('text/plain');
  expect(await notices.text()).toMatch(/^react \S+: MIT[\s\S]*^axum \S+: MIT/m);

  const missing = await request.get('/api/no-such-call');
  expect(missing.status()).toBe(404);
  expect(await missing.json()).toMatchObject({ status: 'error' });
});

// The program contains one coding of each file, and derives the others.
test('every file of the build is served as it was built, in each content coding', async ({ server }) => {
  const dist = new URL('../web/dist/', import.meta.url);
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.br$|^(?:index\.html|site\.webmanifest)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(dist.pathname.length).replace(/^\//, ''));
  expect(names.length).toBeGreaterThan(100);
  test.slow();
  for (const name of names) {
    const built = readFileSync(new URL(name, dist));
    for (const coding of ['br', 'gzip', 'identity']) {
      const answer = await fetch(`${server.url}/${name}`, { headers: { 'accept-encoding': coding } });
      expect(answer.status, name).toBe(200);
      if (/\.(?:m?js|css|json|txt)$/.test(name))
        expect(answer.headers.get('content-encoding') ?? 'identity', name).toBe(coding);
      expect(built.equals(Buffer.from(await answer.arrayBuffer())), `${name} as ${coding}`).toBe(true);
    }
  }
});

test('the binary has no setting that changes its clock', () => {
  const help = execFileSync(binary, ['serve', '--help'], { encoding: 'utf8' });
  expect(help).toContain('CHAUTARI_OTP_TTL_SECONDS'); // the list of settings is present
  const named = [...help.matchAll(/--[a-z][a-z-]*|CHAUTARI_[A-Z_]+/g)].map(([name]) => name);
  expect(
    named.filter((name) => /clock|now|fixed|freeze|skew|offset|warp|(?:^|[-_])(?:time|date)(?:$|[-_])/i.test(name)),
  ).toEqual([]);
});

test('a server prints its address and the demo logins, and stops on a signal', async () => {
  const server = await Server.start();
  expect(server.url).toMatch(/^http:\/\/(?:localhost|127\.0\.0\.1):\d+$/);
  await expect.poll(() => server.log).toContain(demo.admin.email);
  expect(server.log).toContain(demo.traveller.email);
  expect(await server.stop()).toBe(true);
});
