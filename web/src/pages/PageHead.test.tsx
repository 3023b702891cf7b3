// What the head of a page says while the reader goes from page to page.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { json, openPage, serve, trek } from '../test-server';

test('NAV-01 title, description and canonical address follow from page to page', async () => {
  document.head.innerHTML = `<link rel="canonical" href="https://treks.example/packages">
    <meta name="description" content="As served"><meta property="og:url" content="https://treks.example/packages">
    <script type="application/ld+json">{}</script>`;
  serve({ 'GET /api/treks/getall': json(200, { status: 'success', data: { treks: [trek('Langtang')] } }) });
  openPage('/packages');
  const canonical = () => document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  const description = () => document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content;
  await waitFor(() => expect(description()).toMatch(/^Every trek/));
  expect(canonical()).toBe('https://treks.example/packages');
  expect(document.querySelector('meta[property="og:url"]')).not.toBe(null);

  await userEvent.click(screen.getByRole('link', { name: 'Terms of Service' }));
  await waitFor(() => expect(canonical()).toBe('https://treks.example/terms'));
  expect(document.title).toBe('Terms of Service · Chautari');
  expect(description()).toMatch(/^What you and the agency/);
  // They told of the page that the server sent.
  expect(document.querySelector('meta[property="og:url"], script[type="application/ld+json"]')).toBe(null);
});
