// The legal texts say what the settings make true.
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, config, json, openPage, serve } from '../test-server';

afterEach(closePages);

test('the privacy policy names each service that map tiles come from', async () => {
  const tile = (kind: 'roadmap' | 'satellite', host: string) => ({
    kind,
    url: `https://${host}/{z}/{x}/{y}.png`,
    attribution: '',
    maxZoom: 19,
  });
  const tiles = [
    tile('roadmap', 'tile.openstreetmap.org'),
    tile('satellite', 'tiles.example'),
    tile('satellite', 'tiles.example'),
  ];
  const withMap = (consent: 'none' | 'ask') => ({
    ...answers,
    'GET /api/config': json(200, { status: 'success', data: { ...config, map: { consent, tiles } } }),
  });
  serve(withMap('none'));
  openPage('/privacy');
  const named = /Our maps load images from OpenStreetMap \(tile\.openstreetmap\.org\) and tiles\.example\./;
  expect(await screen.findByText(named)).toBeVisible();
  expect(screen.queryByText(/only after you choose/)).toBeNull();
  closePages();
  serve(withMap('ask'));
  openPage('/privacy');
  expect(await screen.findByText(/only after you choose “Load detailed map”/)).toBeVisible();
  closePages();
  serve({ ...answers, 'GET /api/config': json(200, { status: 'success', data: { ...config, map: { tiles: [] } } }) });
  openPage('/privacy');
  expect(await screen.findByText(/They load nothing from other services/)).toBeVisible();
});

test('MAP-06 the terms and the privacy policy name Google where its maps are shown, and only there', async () => {
  serve(answers);
  openPage('/privacy');
  expect(await screen.findByRole('heading', { name: 'Your rights' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Google Privacy Policy' })).toBeNull();
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
