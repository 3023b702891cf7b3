// The legal texts match the settings of the site.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, config, json, openPage, serve } from '../test-server';

afterEach(closePages);

test('the privacy policy names each provider of map tiles', async () => {
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

test('MAP-06 the terms and the privacy policy name Google if its maps are shown, and only then', async () => {
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

const site = { headline: 'Walk', subline: 'Far.', footerLinks: [], texts: ['terms', 'faq'] };
const own = (more: object) => ({
  'GET /api/config': json(200, { status: 'success', data: { ...config, site: { ...site, ...more } } }),
});
const textOf = (data: object) => json(200, { status: 'success', data });

test("DECIDE-116 an agency's own terms replace the default, and can be loaded again after a failure", async () => {
  const call = 'GET /api/site/texts/terms';
  const html = '<h2>Deposit</h2><p>Pay <strong>first</strong>.</p>';
  const server = serve({ ...answers, ...own({}), [call]: [json(503, {}), textOf({ title: 'Our terms', html })] });
  openPage('/terms');
  await userEvent.click(await screen.findByRole('button', { name: /again/i }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Our terms' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Deposit' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Cancellation' })).toBeNull();
  expect(server.to(call)).toHaveLength(2);
  closePages();
  serve({ ...answers, ...own({}) });
  openPage('/privacy');
  expect(await screen.findByRole('heading', { name: 'Your rights' })).toBeVisible();
});

test('DECIDE-117 logo, headline, home picture, footer and questions come from the agency', async () => {
  const logo = { url: '/site/logo-1.svg', darkUrl: '/site/logo-dark-1.png', width: 90, height: 30, withName: false };
  const footerLinks = [{ label: 'Instagram', url: 'https://instagram.example/us' }];
  const homeImage = { url: '/site/home-1.jpg', srcSet: '/site/home-1.jpg/480 480w, /site/home-1.jpg 1200w' };
  const long = 'Himalaya '.repeat(22).trim();
  const look = own({ logo, footerLinks, homeImage, headline: long, footerText: 'Since 1994.' });
  const questions = [{ question: 'How high?', answer: '<p>Up to <em>5,545</em> m.</p>' }];
  serve({ ...answers, ...look, 'GET /api/site/texts/faq': textOf({ questions }) });
  const page = openPage('/');
  const headline = await screen.findByRole('heading', { level: 1, name: long });
  expect(headline).toHaveClass('text-3xl');
  const pictures = (within: Element | null | undefined) =>
    [...(within?.querySelectorAll('img') ?? [])].map((one) => one.getAttribute('src'));
  expect(pictures(headline.closest('section'))).toEqual(['/site/home-1.jpg']);
  const brand = screen.getByRole('link', { name: 'Chautari, home' });
  expect(pictures(brand)).toEqual(['/site/logo-1.svg', '/site/logo-dark-1.png']);
  expect(brand).not.toHaveTextContent('Chautari');
  expect(screen.getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', 'https://instagram.example/us');
  expect(screen.getByText('Since 1994.')).toBeVisible();
  page.unmount();
  closePages();
  serve({ ...answers, ...look, 'GET /api/site/texts/faq': textOf({ questions }) });
  openPage('/packages');
  await userEvent.click(await screen.findByRole('button', { name: 'How high?' }));
  expect(await screen.findByText('5,545')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'What does the price cover?' })).toBeNull();
});
