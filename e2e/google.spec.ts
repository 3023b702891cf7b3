// Sign-in with Google, with a real OpenID Connect provider in its place.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { login, must, signUp } from './support/api';
import { readSession } from './support/journey';
import { agreeAs, OidcProvider } from './support/oidc';
import { demo, Server } from './support/server';
import { test as base, expect } from './support/test';

/** The default public URL of the server, to which the provider redirects. */
const publicUrl = (server: Server) => server.url.replace('127.0.0.1', 'localhost');

/** Uses its own server, because other tests check a site without Google. */
const test = base.extend<object, { oidc: OidcProvider }>({
  oidc: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const oidc = await OidcProvider.start();
      await use(oidc);
      await oidc.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ oidc, rates }, use) => {
      const server = await Server.start({ CHAUTARI_EXCHANGE_RATE_URL: rates.url, ...oidc.settings });
      oidc.trust(publicUrl(server));
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(publicUrl(server));
  },
});

test.beforeEach(async ({ page }) => {
  // The pages of the provider load a font from the internet.
  await page.route(/^https:/, (route) => route.abort());
});

const newAddress = () => `mingma.${randomUUID().slice(0, 8)}@example.org`;
const googleButton = (page: Page) => page.getByRole('button', { name: /with Google/ });

/** Collects every URL that the page shows and requests. */
function watchAddresses(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const referer = request.headers().referer ?? '';
    seen.push(`${request.isNavigationRequest() ? 'page' : 'call'} ${request.url()} from ${referer}`);
  });
  return seen;
}

test('OAUTH-01 OAUTH-06..08 API-15 SESSION-32 a user who agrees at the provider returns signed in, with a clean URL', {
  tag: '@phone',
}, async ({ page, server, oidc }) => {
  const email = newAddress();
  const me = oidc.add({ email, email_verified: true, name: 'Mingma Tsiri' });
  const seen = watchAddresses(page);
  await page.goto('/login?next=%2Fblogs');
  await googleButton(page).click();
  await agreeAs(page, me);
  await expect(page.getByText('You are signed in.')).toBeVisible();
  await expect(page).toHaveURL('/blogs');

  const session = await readSession(page);
  expect(session.user).toMatchObject({ email, name: 'Mingma Tsiri', role: 'user' });
  const { user } = await must(server, 'GET', '/api/auth/verifyUser', { session });
  expect(user.id).toBe(session.user.id);
  // Only the page itself was requested with the tokens in its URL; no request of the page sends them on.
  const carrying = seen.filter((one) => one.includes('accessToken='));
  expect(carrying).toHaveLength(1);
  expect(carrying[0]).toMatch(/^page .*\/login\?accessToken=/);
  await page.goBack();
  expect(page.url()).not.toContain('accessToken');
  expect(server.log).not.toContain(session.refreshToken);
});

test('OAUTH-10 the provider signs in the existing password account of that address', async ({ page, server, oidc }) => {
  const known = await signUp(server, 'Furba Tamang');
  const me = oidc.add({ email: known.user.email, email_verified: true, name: 'Another name' });
  await page.goto('/signup');
  await googleButton(page).click();
  await agreeAs(page, me);
  await expect(page).toHaveURL('/');
  expect((await readSession(page)).user).toMatchObject({ id: known.user.id, name: 'Furba Tamang' });
  // The password still works.
  await login(server, { email: known.user.email, password: known.password });
});

test('OAUTH-04 OAUTH-05 an address that the provider has not verified signs nobody in', async ({
  page,
  server,
  oidc,
}) => {
  const known = await signUp(server, 'Gelu Sherpa');
  const me = oidc.add({ email: known.user.email, email_verified: false, name: 'Not Gelu' });
  await page.goto('/login');
  await googleButton(page).click();
  await agreeAs(page, me);
  await expect(page.getByText('Authentication failed')).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect((await readSession(page)).user).toBe(null);
});

test('OAUTH-02 OAUTH-04 OAUTH-05 NAV-09 a user who cancels at the provider returns to login and can try again', async ({
  page,
  oidc,
}) => {
  const me = oidc.add({ email: newAddress(), email_verified: true, name: 'Doma Yolmo' });
  await page.goto('/login');
  await googleButton(page).click();
  await page.getByRole('link', { name: /cancel/i }).click();
  await expect(page.getByText('Authentication failed')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await googleButton(page).click();
  await agreeAs(page, me);
  await expect(page).toHaveURL('/');
});

test('OAUTH-06 OAUTH-07 a link with tokens of another user signs nobody in, and its URL is clean', async ({
  page,
  server,
}) => {
  const attacker = await login(server, demo.traveller);
  const link = new URLSearchParams({
    accessToken: attacker.accessToken,
    refreshToken: attacker.refreshToken,
    user: JSON.stringify(attacker.user),
  });
  const answer = await page.goto(`/login?${link}`);
  expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
  expect(await readSession(page)).toEqual({ user: null, accessToken: '', refreshToken: '' });
});

test('OAUTH-04 API-15 a callback that this browser did not start is refused', async ({ page }) => {
  await page.goto('/api/auth/google/callback?code=x&state=y');
  await expect(page.getByText('Authentication failed')).toBeVisible();
  await expect(page).toHaveURL('/login');
});
