// Prices in US dollars and Nepalese rupees.
import { trekNamed } from './support/api';
import { cheapestPrice, dollars, rupees } from './support/format';
import { nprPerUsd } from './support/rates';
import { Server } from './support/server';
import { expect, test } from './support/test';

test('CURR-01 CURR-02 CURR-05 the toggle shows every price in rupees at the current rate, and the browser stores the choice', async ({
  page,
  server,
}) => {
  const trek = await trekNamed(server, /Poon Hill/);
  await page.goto('/packages?destination=poon');
  await expect(page.getByRole('article')).toContainText(dollars(cheapestPrice(trek)).replace('.00', ''));
  await page.getByRole('radio', { name: 'NPR' }).first().check({ force: true });
  const inRupees = rupees(cheapestPrice(trek) * nprPerUsd);
  const short = inRupees.replace('.00', '');
  await expect(page.getByRole('article')).toContainText(short);
  await page.reload();
  await expect(page.getByRole('article')).toContainText(short);
});

test('CURR-03 CURR-04 without a rate the default one is used, and the page says so', async ({ page }) => {
  // Port 9 refuses connections, so the server gets no rate.
  const alone = await Server.start({ CHAUTARI_EXCHANGE_RATE_URL: 'http://127.0.0.1:9/' });
  try {
    const trek = await trekNamed(alone, /Poon Hill/);
    await page.goto(`${alone.url}/packages?destination=poon`);
    await page.getByRole('radio', { name: 'NPR' }).first().check({ force: true });
    await expect(page.getByText('Unable to fetch exchange rate. Using default conversion.')).toBeVisible();
    await expect(page.getByRole('article')).toContainText(rupees(cheapestPrice(trek) * 132.95).replace('.00', ''));
  } finally {
    await alone.stop();
  }
});
