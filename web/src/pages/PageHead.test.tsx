// Title, description and canonical URL after navigation.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { answers, closePages, config, json, maya, openPage, serve, signedIn, trek } from '../test-server';

test('NAV-01 title, description and canonical address change with each page', async () => {
  document.head.innerHTML = `<link rel="canonical" href="https://treks.example/packages">
    <meta name="description" content="As served"><meta property="og:url" content="https://treks.example/packages">
    <script type="application/ld+json">{}</script>`;
  serve({ ...answers, 'GET /api/treks/getall': json(200, { status: 'success', data: { treks: [trek('Langtang')] } }) });
  openPage('/packages');
  const canonical = () => document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  const description = () => document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content;
  await waitFor(() => expect(description()).toMatch(/^Compare treks/));
  expect(canonical()).toBe('https://treks.example/packages');
  expect(document.querySelector('meta[property="og:url"]')).not.toBe(null);

  await userEvent.click(screen.getByRole('link', { name: 'Terms of Service' }));
  await waitFor(() => expect(canonical()).toBe('https://treks.example/terms'));
  expect(document.title).toBe('Terms of Service · Chautari');
  expect(description()).toMatch(/^What you and the agency/);
  // These elements described the page that the server rendered.
  expect(document.querySelector('meta[property="og:url"], script[type="application/ld+json"]')).toBe(null);
});

describe('the name of the agency', () => {
  afterEach(closePages);
  const name = 'Kailash Treks';
  const named = {
    'GET /api/config': json(200, {
      status: 'success',
      data: { ...config, name, company: { ...config.company, name } },
    }),
  };
  const admin = signedIn({ ...maya, role: 'admin' as const });

  test.each([
    ['/', {}],
    ['/packages', {}],
    ['/signup', {}],
    ['/login', {}],
    ['/forgot-password', {}],
    ['/newsletter/unsubscribe', {}],
    ['/nowhere', {}],
    ['/privacy', {}],
    ['/booking-success', {}],
    ['/package/gone', {}],
    ['/dashboard?section=my-bookings', signedIn()],
    ['/dashboard/bookings/gone', signedIn()],
    ['/checkout', signedIn()],
    ['/booking/confirmation/1', signedIn()],
    ['/admin?section=audit-log', admin],
    ['/package/edit/1', admin],
  ])('is in the tab title of %s', async (path, session) => {
    document.head.innerHTML = '';
    serve({ ...answers, ...session, ...named });
    const page = openPage(path);
    await waitFor(() => expect(document.title).toContain(name));
    expect(page.container).not.toHaveTextContent('Chautari');
  });

  test('comes from the HTML of the page until the config has loaded', async () => {
    document.head.innerHTML = `<meta name="application-name" content="${name}">`;
    serve({ ...answers, 'GET /api/config': json(503, {}) });
    openPage('/signup');
    await waitFor(() => expect(document.title).toBe(`Sign up · ${name}`));
    expect(screen.getByRole('link', { name: `${name}, home` })).toBeVisible();
  });
});
