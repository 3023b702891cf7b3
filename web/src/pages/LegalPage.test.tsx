// The legal texts say what the settings make true.
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, config, json, openPage, serve } from '../test-server';

afterEach(closePages);

test('MAP-06 the terms and the privacy policy name Google where its maps are shown, and only there', async () => {
  serve(answers);
  openPage('/privacy');
  expect(await screen.findByRole('heading', { name: 'Your rights' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Maps' })).toBeNull();
  closePages();

  const map = { tiles: [], google: { key: 'k', url: 'https://tile.googleapis.com' } };
  serve({ ...answers, 'GET /api/config': json(200, { status: 'success', data: { ...config, map } }) });
  openPage('/privacy');
  expect(await screen.findByRole('link', { name: 'Google Privacy Policy' })).toHaveAttribute(
    'href',
    'https://policies.google.com/privacy',
  );
  closePages();
  serve({ ...answers, 'GET /api/config': json(200, { status: 'success', data: { ...config, map } }) });
  openPage('/terms');
  expect(await screen.findByRole('link', { name: 'Google Maps Terms of Service' })).toBeVisible();
});
