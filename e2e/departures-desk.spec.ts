// Departures at the desk: a series is made, found in the list and the calendar, edited, guaranteed and moved.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession, must, trekNamed } from './support/api';
import { dayFromNow, shown } from './support/days';
import { expect, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a series of departures is made, shown in list and calendar, edited, guaranteed and moved', async ({
  page,
  server,
}) => {
  test.slow();
  const readable = async (where: string) => {
    await expectReadableEverywhere(page, where);
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  const session = await adminSession(server);
  const trek = await trekNamed(server, /Rara Lake/);
  await carrySession(page, session);
  await page.goto('/admin/departures');
  await page.getByRole('link', { name: 'New departure' }).click();
  // The list is shown until the form is ready, and has a filter of the same name.
  const form = page.getByRole('form', { name: 'New departure' });
  await form.getByRole('combobox', { name: 'Trek', exact: true }).selectOption(trek.name);
  await form.getByRole('combobox', { name: 'Route', exact: true }).selectOption({ index: 1 });
  await page.getByRole('radio', { name: 'A series' }).check();
  await page.getByLabel('Weekday', { exact: true }).selectOption('Saturday');
  // A period far ahead, where the demo has no departures, and in one month, which the calendar shows at once.
  const month = (await dayFromNow(server, 700)).slice(0, 7);
  const from = `${month}-01`;
  await page.getByLabel('From', { exact: true }).fill(from);
  await page.getByLabel('Until', { exact: true }).fill(`${month}-20`);
  await page.getByLabel('Seats', { exact: true }).fill('10');
  await readable('new departures');
  await page.getByRole('button', { name: /^Create [23] departures$/ }).click();
  await expect(page).toHaveURL(/\/admin\/departures\?trek=/);

  await page.goto(`/admin/departures?trek=${trek._id}&from=${from}`);
  const rows = page.getByRole('table', { name: 'Departures' }).getByRole('rowheader').getByRole('link');
  await expect(rows.first()).toBeVisible();
  const days = (await rows.first().innerText()).trim();
  await readable('departures as a list');
  await page.goto(`/admin/calendar?date=${from}`);
  const bar = page.getByRole('link', { name: new RegExp(`${trek.name}.*${days}`) });
  await expect(bar).toBeVisible();
  // By keyboard only.
  await bar.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(days);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Seats', { exact: true }).fill('0');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Capacity must be between 1 and 1000 seats')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Seats', { exact: true }).fill('8');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Seats' })).toContainText('0 of 8 seats sold');
  await readable('a departure');

  await page.getByRole('button', { name: 'Guarantee' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Guarantee' }).click();
  await expect(page.getByRole('main').getByText('Guaranteed', { exact: true })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { data } = await must(server, 'GET', `/api/departures/${id}`, { session });
  expect(data.departure).toMatchObject({ capacity: 8, isGuaranteed: true });

  await page.getByRole('button', { name: 'Move or cancel' }).click();
  await page.getByRole('menuitem', { name: /^Move/ }).click();
  const dialog = page.getByRole('dialog');
  const later = await dayFromNow(server, 740);
  await dialog.getByLabel('New start date').fill(later);
  await readable('a move');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog).toContainText('Nobody has paid for it yet');
  await dialog.getByRole('button', { name: 'Move departure' }).click();
  await expect(page).toHaveURL(`/admin/departures/${id}/changes`);
  // By its name: the address changes before the page, which has other headings of that level until then.
  await expect(page.getByRole('heading', { level: 2, name: `to ${shown(later)}` })).toBeVisible();
  await readable('the answers of a move');
  await page.getByRole('link', { name: 'New departure' }).click();
  // Without the year, which a period within one year names once, at its end.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(shown(later).split(',')[0]));
  await expect(page.getByRole('main').getByText('Guaranteed', { exact: true })).toBeVisible();
});
