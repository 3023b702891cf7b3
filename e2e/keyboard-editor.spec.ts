// The trek editor by keyboard alone: from an empty form to the public page, with rows reordered without dragging.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectSaid, listen } from './support/announcements';
import { adminSession, carrySession, must, treks } from './support/api';
import { expectFocusSeen, press, tabAndPress, tabAndType, tabTo } from './support/focus';
import { png } from './support/picture';
import { expect, test } from './support/test';
import { field, openDay, trekName } from './support/trek-editor';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
});

const type = (page: Page, path: string, text: string) => tabAndType(page, field(page, path), text);
const day = (number: number) => `routes[0].dailyActivities[${number - 1}]`;

/** The buttons open the file chooser of the system, which gets one picture after another. */
function givePictures(page: Page): void {
  let given = 0;
  page.on('filechooser', (chooser) => chooser.setFiles(png(`picture-${++given}.png`, 640, 320 + given)));
}

async function typeDay(page: Page, number: number, from: string, to: string): Promise<void> {
  await tabAndPress(page, openDay(page, number));
  await type(page, `${day(number)}.waypoints[0].name`, from);
  await type(page, `${day(number)}.waypoints[1].name`, to);
  await type(page, `${day(number)}.connections[0].description`, `From ${from} to ${to}.`);
  await type(page, `${day(number)}.accommodation.description`, 'A lodge with a stove.');
  await tabTo(page, openDay(page, number), { back: true });
  await page.keyboard.press('Enter');
  await expect(openDay(page, number)).toHaveAttribute('aria-expanded', 'false');
}

test('TREKADM-13 TREKADM-38 a trek is created, its days and waypoints reordered, and published by keyboard alone', async ({
  page,
  server,
}) => {
  test.slow();
  const name = `By keyboard ${randomUUID().slice(0, 8)}`;
  const session = await adminSession(server);
  const focused = page.locator(':focus');
  await listen(page);
  givePictures(page);
  await carrySession(page, session);
  await page.goto('/admin?section=add-new-trek');
  await expect(trekName(page)).toBeVisible();

  await test.step('basics, pictures and the route are typed', async () => {
    await tabAndType(page, trekName(page), name);
    await type(page, 'location', 'Solukhumbu');
    await type(page, 'description', 'Two days over a pass, written without a mouse.');
    await type(page, 'features', 'Tea');
    await press(page, 'Enter');
    await page.keyboard.type('Silence');
    await press(page, 'Enter');
    await tabAndPress(page, page.getByRole('button', { name: 'Remove Tea' }));
    await expect(page.getByRole('button', { name: 'Remove Tea' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove Silence' })).toBeFocused();
    await tabAndPress(page, page.getByRole('button', { name: 'Oct', exact: true }), 'Space');
    await expect(focused).toHaveAttribute('aria-pressed', 'true');
    await type(page, 'startingPlace.name', 'Namche Bazaar');
    await type(page, 'endingPlace.name', 'Lungden');
    await tabAndPress(page, page.getByRole('button', { name: 'Upload a banner image' }));
    await expect(page.getByRole('img', { name: 'Preview of the banner image' })).toBeVisible();
    await tabAndPress(page, page.getByRole('button', { name: 'Upload secondary images' }));
    await expect(page.getByRole('list', { name: 'Secondary images' }).getByRole('img')).toHaveCount(1);
    await type(page, 'routes[0].name', 'Over the pass');
    await type(page, 'routes[0].pricePerHead', '640');
    await type(page, 'routes[0].numberOfDays', '2');
    await type(page, 'routes[0].description', 'Up on the first day, down on the second.');
  });

  await test.step('saved too early, the faults are told and the first is a key away', async () => {
    await page.keyboard.press('ControlOrMeta+s');
    await expect(focused).toHaveRole('alert');
    await expectSaid(page, /This trek cannot be saved yet.*day 1/);
    await press(page, 'Tab');
    await page.keyboard.press('Enter');
    await expect(focused).toHaveAttribute('aria-invalid', 'true');
    await expectFocusSeen(page);
    await tabTo(page, openDay(page, 1), { back: true });
    await page.keyboard.press('Enter');
    await expect(openDay(page, 1)).toHaveAttribute('aria-expanded', 'false');
    await press(page, 'Shift+Tab');
  });

  await test.step('the days are typed, and change places by Space and arrows and by their menu', async () => {
    await expect(openDay(page, 2)).toBeVisible();
    await typeDay(page, 1, 'Namche Bazaar', 'Thame');
    await typeDay(page, 2, 'Thame', 'Lungden');
    await expect(openDay(page, 1)).toContainText('Namche Bazaar');
    const handle = page.getByRole('button', { name: 'Move day 2' });
    await tabTo(page, handle, { back: true });
    await press(page, 'Space');
    // After 'Picked up' the position is announced immediately.
    await expectSaid(page, /at position 2 of 2/);
    await page.keyboard.press('ArrowUp');
    await expectSaid(page, /Now at position 1 of 2/);
    await page.keyboard.press('Space');
    await expectSaid(page, /Dropped at position 1 of 2/);
    await expect(openDay(page, 1)).toContainText('Lungden');
    await expect(page.getByRole('button', { name: 'Move day 1' })).toBeFocused();
    await tabAndPress(page, page.getByRole('button', { name: 'More for day 1' }));
    const down = page.getByRole('menuitem', { name: 'Move down' });
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    while (!(await down.evaluate((item) => item === document.activeElement))) await press(page, 'ArrowDown');
    await page.keyboard.press('Enter');
    await expect(openDay(page, 1)).toContainText('Namche Bazaar');
    await expect(page.getByRole('button', { name: 'More for day 2' })).toBeFocused();
  });

  await test.step('a waypoint is added between, by its arrow', async () => {
    await tabTo(page, openDay(page, 1), { back: true });
    await page.keyboard.press('Enter');
    await tabAndPress(page, page.getByRole('button', { name: 'Add Waypoint' }));
    await tabTo(page, field(page, `${day(1)}.waypoints[2].name`), { back: true });
    await page.keyboard.type('Thamo');
    await tabAndPress(page, page.getByRole('button', { name: 'Move Thamo up' }));
    await expect(field(page, `${day(1)}.waypoints[1].name`)).toHaveValue('Thamo');
    await expect(page.getByRole('button', { name: 'Move Thamo up' })).toBeFocused();
    await expectFocusSeen(page);
    // The connection to the moved waypoint has no description yet.
    await type(page, `${day(1)}.connections[1].description`, 'Past the power house of Thamo.');
  });

  await test.step('it is published, and the page that follows is told', async () => {
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page).toHaveURL(/\/admin\?section=manage-treks/);
    await expectSaid(page, new RegExp(`${name} was added`));
  });

  const added = (await treks(server)).find((one) => one.name === name);
  if (!added) throw new Error('travellers do not find the trek');
  const [route] = (await must(server, 'GET', `/api/treks/${added._id}`)).data.trek.routes;
  expect(
    route.dailyActivities.map((one: { waypoints: { name: string }[] }) => one.waypoints.map((at) => at.name)),
  ).toEqual([
    ['Namche Bazaar', 'Thamo', 'Thame'],
    ['Thame', 'Lungden'],
  ]);
  // Later tests of this worker count treks.
  await must(server, 'DELETE', `/api/treks/${added._id}`, { session });
});
