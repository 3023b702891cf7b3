// The calendar of the desk: a departure is moved by keyboard and by pointer, and only after its dialog is confirmed.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession, must, trekNamed } from './support/api';
import { dayFromNow, shown } from './support/days';
import { expect, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

test('a departure is moved from the calendar and gets a guide by drag, after a dialog is confirmed', async ({
  page,
  server,
}) => {
  test.slow();
  const session = await adminSession(server);
  const trek = await trekNamed(server, /Rara Lake/);
  const { data } = await must(server, 'GET', `/api/treks/${trek._id}`);
  // A month far ahead, where the demo has no departures.
  const month = (await dayFromNow(server, 800)).slice(0, 7);
  const body = { trekId: trek._id, routeId: data.trek.routes[0]._id, startDate: `${month}-09`, capacity: 10 };
  const made = (await must(server, 'POST', '/api/departures', { session, body })).data.departure;
  await carrySession(page, session);
  const moves = () => must(server, 'GET', `/api/departures/${made._id}/changes`, { session });

  await page.goto(`/admin/calendar?date=${month}-01`);
  const entry = page.getByRole('link', { name: new RegExp(`– ${trek.name}, `) });
  await expect(entry).toBeVisible();
  await expectReadableEverywhere(page, 'the calendar by trek');
  await page.setViewportSize({ width: 1280, height: 900 });

  // By keyboard only.
  await entry.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^New start: .*11, /)).toBeAttached();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move departure' });
  await expect(dialog.getByLabel('New start date')).toHaveValue(`${month}-11`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await moves()).data.changes).toEqual([]);

  // By pointer: three days later. The bar is a link, which the drag must not open.
  const box = await entry.boundingBox();
  const track = await page.locator('[data-track]').boundingBox();
  if (!box || !track) throw new Error('the calendar is not drawn');
  const days = await page.locator('[data-track] > span').count();
  const [x, y] = [box.x + 12, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y);
  await page.mouse.move(x + (3 * track.width) / days, y, { steps: 5 });
  await expect(page.getByText(/^New start: .*12, /)).toBeAttached();
  await page.mouse.up();
  await expect(dialog.getByLabel('New start date')).toHaveValue(`${month}-12`);
  await expect(page).toHaveURL(/\/admin\/calendar/);
  await expectReadableEverywhere(page, 'a move from the calendar');
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Move departure' }).click();
  await expect(page).toHaveURL(`/admin/departures/${made._id}/changes`);
  expect((await moves()).data.changes).toHaveLength(1);

  await page.goto(`/admin/calendar?date=${month}-12&view=week&by=guide`);
  await expect(
    page
      .getByRole('region', { name: /^No guide/ })
      .getByRole('link')
      .first(),
  ).toBeVisible();
  await expectReadableEverywhere(page, 'the calendar by guide');
  await page.setViewportSize({ width: 1280, height: 900 });

  // By pointer to the row of a guide.
  const led = page.getByRole('region', { name: /^No guide/ }).getByRole('link', { name: /seats sold$/ });
  const moved = (await led.getAttribute('href'))?.split('/').pop();
  const rows = page.getByRole('region', { name: /, 0 entries$/ });
  const name = (await rows.first().getByRole('heading').textContent()) ?? '';
  const guide = page.getByRole('region', { name: new RegExp(`^${name}, `) });
  await led.scrollIntoViewIfNeeded();
  const [bar, row] = [await led.boundingBox(), await guide.boundingBox()];
  if (!bar || !row) throw new Error('the rows of guides are not drawn');
  await page.mouse.move(bar.x + 12, bar.y + bar.height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.x + 12, bar.y + bar.height / 2 - 10);
  await page.mouse.move(bar.x + 14, row.y + row.height / 2, { steps: 5 });
  await expect(page.getByText(`Guide: ${name}`)).toBeAttached();
  await page.mouse.up();
  const question = page.getByRole('dialog', { name: 'Change the guide?' });
  await expect(question).toContainText(`${name} leads it.`);
  await question.getByRole('button', { name: 'Change guide' }).click();
  await expect(question).toBeHidden();
  await expect(guide.getByRole('link')).toBeVisible();
  const { departure } = (await must(server, 'GET', `/api/departures/${moved}`, { session })).data;
  expect(departure.guides.map((one: { name: string }) => one.name)).toEqual([name]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/calendar?date=${month}-01`);
  await page.getByRole('link', { name: trek.name }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(shown(`${month}-12`).split(',')[0] ?? '');
});
