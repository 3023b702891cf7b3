// The trek editor with the real server: editing, restoring a draft after a lost page, and concurrent edits.
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { expectReadable } from './support/accessibility';
import { adminSession, carrySession, login, must, trekNamed } from './support/api';
import { boxAtRest } from './support/map';
import { expect, test } from './support/test';
import { draftHolds, field, openDay, openEditor, trekName, update } from './support/trek-editor';

const LANGTANG = /^Langtang Valley/;
const inDay = (page: Page, path: string) => field(page, `routes[0].dailyActivities[2].${path}`);

test('TREKADM-27 TREKADM-34 TREKADM-37 an edited trek is on the public page: name, price and a waypoint', async ({
  page,
  server,
}) => {
  const trek = await openEditor(page, server, LANGTANG);
  await trekName(page).fill('Langtang Valley and Kyanjin');
  await page.getByRole('textbox', { name: /^Price per head/ }).fill('685');
  await openDay(page, 3).click();
  await page.getByRole('button', { name: 'Add Waypoint' }).click();
  const count = await page.getByRole('button', { name: /^Set as Start/ }).count();
  await inDay(page, `waypoints[${count - 1}].name`).fill('Mundu');
  const connections = page.getByRole('textbox', { name: 'Leg description' });
  await connections.last().fill('Past the new village.');
  await expectReadable(page, 'the trek editor');
  await update(page).click();
  await expect(page.getByText('Langtang Valley and Kyanjin was updated')).toBeVisible();
  await expect(page).toHaveURL(/\/admin/);

  await page.goto(`/package/${trek._id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Langtang Valley and Kyanjin' })).toBeVisible();
  await expect(page.getByText('$685').first()).toBeVisible();
  const { trek: stored } = (await must(server, 'GET', `/api/treks/${trek._id}`)).data;
  const waypoints: { name: string; isEndPoint: boolean }[] = stored.routes[0].dailyActivities[2].waypoints;
  expect(waypoints.filter((one) => one.isEndPoint).map((one) => one.name)).toEqual(['Mundu']);
});

test('TREKADM-38 input is restored after the page was lost', async ({ browser, server, baseURL }) => {
  const context: BrowserContext = await browser.newContext({ baseURL: baseURL ?? server.url });
  const lost = await context.newPage();
  const trek = await openEditor(lost, server, /Everest Base Camp/);
  await trekName(lost).fill('Everest, half done');
  await expect(lost.getByText(/^Draft saved/)).toBeVisible();
  // Without beforeunload, as in a power failure.
  await lost.close({ runBeforeUnload: false });
  const page = await context.newPage();
  await page.goto(`/package/edit/${trek._id}`);
  await expect(trekName(page)).toHaveValue('Everest, half done');
  await expect(page.getByText('Your draft was restored')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/admin/);
  await page.goto(`/package/edit/${trek._id}`);
  await expect(trekName(page)).toHaveValue(trek.name);
  await context.close();
});

test('two administrators edit one trek: separate changes are merged, and conflicts are chosen', async ({
  browser,
  page,
  server,
}) => {
  const trek = await openEditor(page, server, /Upper Mustang/);
  const { description } = (await must(server, 'GET', `/api/treks/${trek._id}`)).data.trek;
  const mark = randomUUID().slice(0, 8);
  const mine = `Upper Mustang, mine ${mark}`;
  const theirs = `Mustang, by the other ${mark}`;
  const place = `Lo Manthang ${mark}`;
  const second = { email: `desk.${mark}@example.org`, password: `ridge-${randomUUID()}` };
  server.makeAdmin(second.email, 'Second Desk', second.password);
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await carrySession(other, await login(server, second));
  await other.goto(`/package/edit/${trek._id}`);

  await trekName(page).fill(mine);
  await field(other, 'location').fill(place);
  await trekName(other).fill(theirs);
  await update(other).click();
  await expect(other.getByText(`${theirs} was updated`)).toBeVisible();
  await context.close();

  await update(page).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved this trek' });
  await expect(dialog.getByRole('group', { name: 'Name' })).toContainText(theirs);
  await expect(dialog.getByText('Already merged from the other version: Location.')).toBeVisible();
  // Postponed: both versions remain, theirs on the server and mine in this browser.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(trekName(page)).toHaveValue(mine);
  await field(page, 'description').fill(`${description} In my words ${mark}.`);
  await draftHolds(page, trek._id, `In my words ${mark}.`);
  await page.reload();
  const found = page.getByRole('dialog', { name: 'The trek has changed since your draft' });
  // By keyboard: the missing choice gets the focus.
  await found.getByRole('button', { name: 'Continue editing' }).press('Enter');
  await expect(found.getByRole('radio', { name: `Mine ${mine}` })).toBeFocused();
  await page.keyboard.press('Space');
  await found.getByRole('button', { name: 'Continue editing' }).press('Enter');
  await expect(found).toHaveCount(0);
  await expect(trekName(page)).toHaveValue(mine);
  await expect(field(page, 'location')).toHaveValue(place);
  await update(page).click();
  await expect(page.getByText(`${mine} was updated`)).toBeVisible();
  const saved = (await must(server, 'GET', `/api/treks/${trek._id}`)).data.trek;
  expect(saved).toMatchObject({
    name: mine,
    location: place,
    description: `${description} In my words ${mark}.`,
  });
});

test('a day is moved and the trek saved by keyboard alone', async ({ page, server }) => {
  let loadClosedDays = () => {};
  const waits = new Promise<void>((resolve) => {
    loadClosedDays = resolve;
  });
  await page.route('**/closures', async (route) => {
    await waits;
    await route.continue();
  });
  const trek = await openEditor(page, server, /Manaslu/);
  const session = await adminSession(server);
  const read = async () =>
    (await must(server, 'GET', `/api/treks/${trek._id}?edit=true`, { session })).data.trek.routes[0].dailyActivities;
  const before = await read();
  await page.getByRole('button', { name: 'Move day 1', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/at position 1 of \d+\./)).toHaveCount(1);
  // The closed days, above the days, are shown while the day is held.
  loadClosedDays();
  await expect(page.getByRole('button', { name: 'Save closed days' })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/Now at position 2 of/)).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(page.getByText(/Dropped at position 2 of/)).toHaveCount(1);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/admin/);
  const after = await read();
  expect(after[0]).toEqual(before[1]);
  expect(after[1]).toEqual(before[0]);
});

test('TREKADM-85 NAV-04 a visitor is told that they cannot edit the trek', async ({ page, server }) => {
  const trek = await trekNamed(server, /Annapurna/);
  await page.goto(`/package/edit/${trek._id}`);
  await expect(page.getByText('You are not authorized to edit this trek.')).toBeVisible();
});

test('a waypoint is placed on the map and dragged to its position', async ({ page, server }) => {
  await openEditor(page, server, /Mardi Himal/);
  await openDay(page, 3).click();
  const map = page.getByRole('region', { name: 'Map of day 3', exact: true });
  await map.scrollIntoViewIfNeeded();
  await expect(map).toHaveAttribute('data-map-drawn', 'true');
  const rows = page.getByRole('button', { name: /^Set as Start/ });
  const before = await rows.count();
  await page.getByRole('button', { name: 'Drop waypoints' }).click();
  const box = await boxAtRest(map);
  await page.mouse.click(box.x + 60, box.y + box.height - 60);
  await expect(rows).toHaveCount(before + 1);
  const latitude = inDay(page, `waypoints[${before}].coordinates.latitude`);
  const dropped = await latitude.inputValue();
  expect(Number(dropped)).toBeGreaterThan(20);
  const pin = await boxAtRest(map.locator(`[data-pin="${before + 1}"]`));
  await page.mouse.move(pin.x + pin.width / 2, pin.y + pin.height / 2);
  await page.mouse.down();
  await page.mouse.move(pin.x + 40, pin.y - 40, { steps: 5 });
  await page.mouse.up();
  await expect(latitude).not.toHaveValue(dropped);
});
