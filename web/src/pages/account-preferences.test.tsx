import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { User } from '../api/types';
import { applyCurrency } from '../features/currency/useMoney';
import { chooseTheme } from '../lib/theme';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import './DashboardPage';
import '../features/account/Preferences';
import './TermsPage';

afterEach(() => {
  closePages();
  chooseTheme('system');
  applyCurrency('USD');
});

const PATCH = 'PATCH /api/users/me';
const me = (preferences: User['preferences']) => json(200, { status: 'success', user: { ...maya, preferences } });
const rates = {
  'GET /api/exchange-rate': json(200, { status: 'success', data: { base: 'USD', rates: { NPR: 133 } } }),
};
const open = async (address = '/dashboard?section=preferences') => {
  openPage(address);
  return within(await screen.findByRole('main'));
};
const bodies = (calls: Request[]) => Promise.all(calls.map((call) => call.clone().json()));

test('ACCT-03 theme and currency apply at once, also in the header, and are saved in the account', async () => {
  const server = serve({
    ...answers,
    ...rates,
    ...signedIn(),
    'GET /api/users/me': me({ mails: { newsletter: false } }),
    [PATCH]: me({}),
  });
  const main = await open();
  await userEvent.click(await main.findByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(await main.findByText('Saved to your account.')).toBeVisible();
  await userEvent.click(main.getByRole('radio', { name: 'NPR' }));
  expect(within(screen.getByRole('banner')).getByRole('radio', { name: 'NPR' })).toBeChecked();
  await waitFor(() => expect(server.to(PATCH)).toHaveLength(2));
  expect(await bodies(server.to(PATCH))).toEqual([
    { preferences: { theme: 'dark' } },
    { preferences: { currency: 'NPR' } },
  ]);
  expect([localStorage.getItem('theme'), localStorage.getItem('currency')]).toEqual(['dark', 'NPR']);
});

test('the preferences of the account replace those of the device', async () => {
  localStorage.setItem('theme', 'light');
  const server = serve({
    ...answers,
    ...rates,
    ...signedIn({ ...maya, preferences: { theme: 'dark', currency: 'NPR' } }),
  });
  openPage('/terms');
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
  const foot = within(await screen.findByRole('contentinfo'));
  await waitFor(() => expect(foot.getByRole('radio', { name: 'NPR' })).toBeChecked());
  expect(server.to(PATCH)).toHaveLength(0);
});

test('a preference that could not be saved applies on this device and is sent again later', async () => {
  const user = { ...maya, preferences: { theme: 'light' } };
  const server = serve({
    ...answers,
    ...signedIn(user),
    'GET /api/users/me': me({}),
    [PATCH]: [json(503, { status: 'error', message: 'Not now.' }), me({ theme: 'dark' })],
  });
  const main = await open();
  await userEvent.click(await main.findByRole('radio', { name: 'Dark' }));
  expect(await main.findByText(/applies in this browser only/)).toBeVisible();
  closePages();
  openPage('/terms');
  await waitFor(() => expect(server.to(PATCH)).toHaveLength(2));
  expect(await bodies(server.to(PATCH))).toEqual([
    { preferences: { theme: 'dark' } },
    { preferences: { theme: 'dark' } },
  ]);
  expect(document.documentElement.dataset.theme).toBe('dark');
  await waitFor(() => expect(localStorage.getItem('unsavedPreferences')).toBeNull());
});

test('a preference that the server rejects is not sent again', async () => {
  const server = serve({
    ...answers,
    ...signedIn(),
    'GET /api/users/me': me({}),
    [PATCH]: json(400, { status: 'error', message: 'theme must be light, dark or system' }),
  });
  const main = await open();
  await userEvent.click(await main.findByRole('radio', { name: 'Light' }));
  await main.findByText(/applies in this browser only/);
  expect(localStorage.getItem('unsavedPreferences')).toBeNull();
  expect(server.to(PATCH)).toHaveLength(1);
});

test('a visitor chooses the theme in the footer, and nothing is sent', async () => {
  const server = serve(answers);
  openPage('/terms');
  const foot = within(await screen.findByRole('contentinfo'));
  await userEvent.click(foot.getByRole('radio', { name: 'Dark' }));
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(server.to(PATCH)).toHaveLength(0);
});

test('the switch shows the newsletter subscription, and returns to its position after a failure', async () => {
  const status = (isSubscribed: boolean) => json(200, { status: 'success', data: { isSubscribed } });
  serve({
    ...answers,
    ...signedIn(),
    'GET /api/users/me': me({ mails: { newsletter: false } }),
    'GET /api/newsletter/status': [status(false), status(true)],
    [PATCH]: [json(503, { status: 'error', message: 'Not now.' }), me({ mails: { newsletter: true } })],
  });
  const main = await open();
  const newsletter = await main.findByRole('switch', { name: 'Newsletter' });
  await userEvent.click(newsletter);
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  await waitFor(() => expect(newsletter).not.toBeChecked());
  await userEvent.click(newsletter);
  await waitFor(() => expect(newsletter).toBeChecked());
  expect(await screen.findByText('You are already subscribed to our newsletter.')).toBeVisible();
});
