// The Langtang trek of the demo, created in Add New Trek from an empty form, across a power failure, up to the public
// page.
import type { Page } from '@playwright/test';
import { adminSession, carrySession, must, treks } from './support/api';
import { dollars } from './support/format';
import { png } from './support/picture';
import { expect, test } from './support/test';
import { type DayText, demoTrek, draftHolds, field, openDay, type TrekText, trekName } from './support/trek-editor';

// No snapshots: for four hundred steps they would take longer than the steps.
test.use({ trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false } });

const fill = (page: Page, path: string, value: string | number) => field(page, path).fill(String(value));

async function enterWords(page: Page, path: string, words: string[]): Promise<void> {
  for (const word of words) {
    await fill(page, path, word);
    await field(page, path).press('Enter');
  }
}

async function enterBasics(page: Page, trek: TrekText, name: string): Promise<void> {
  await trekName(page).fill(name);
  await fill(page, 'location', trek.location);
  await fill(page, 'description', trek.description);
  await fill(page, 'region', trek.region);
  await field(page, 'difficulty').selectOption(trek.difficulty);
  await field(page, 'soldAs').selectOption(trek.soldAs);
  await fill(page, 'minimumNoticeDays', trek.minimumNoticeDays);
  for (const month of trek.bestSeasons) await page.getByRole('button', { name: month, exact: true }).click();
  await enterWords(page, 'features', trek.features);
  await fill(page, 'included', trek.included.join('\n'));
  await fill(page, 'notIncluded', trek.notIncluded.join('\n'));
  for (const place of ['startingPlace', 'endingPlace'] as const) {
    const { name: called, coordinates } = trek[place];
    await fill(page, `${place}.name`, called);
    await fill(page, `${place}.coordinates.latitude`, coordinates.latitude);
    await fill(page, `${place}.coordinates.longitude`, coordinates.longitude);
  }
}

async function enterTerms(page: Page, { discount, charges }: TrekText['paymentDetails']): Promise<void> {
  await fill(page, 'paymentDetails.discount.groupDiscountThreshold', discount.groupDiscountThreshold);
  await fill(page, 'paymentDetails.discount.groupDiscountPercentage', discount.groupDiscountPercentage);
  for (const [name, value] of Object.entries(charges)) await fill(page, `paymentDetails.charges.${name}`, value);
}

/** Pictures are sent directly to the storage, each to its signed URL. */
async function uploadPictures(page: Page): Promise<void> {
  const put = (at: string) =>
    page.waitForResponse(
      (one) =>
        one.request().method() === 'PUT' &&
        new URL(one.url()).searchParams.get('key')?.startsWith(`images/${at}`) === true,
    );
  const [banner] = await Promise.all([
    put('banner'),
    page.locator('input[aria-label="Upload a banner image"]').setInputFiles(png('valley.png', 640, 360)),
  ]);
  expect(banner.status()).toBe(200);
  expect(new URL(banner.url()).searchParams.get('signature')).toBeTruthy();
  expect(banner.request().headers()).not.toHaveProperty('authorization');
  const pictures = [png('gompa.png', 320, 240), png('dairy.png', 240, 320)];
  await page.locator('input[aria-label="Upload secondary images"]').setInputFiles(pictures);
}

async function expectPictures(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: 'Preview of the banner image' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Secondary images' }).getByRole('img')).toHaveCount(2);
}

async function enterDay(page: Page, path: string, number: number, day: DayText): Promise<void> {
  await openDay(page, number).click();
  const rows = page.getByRole('button', { name: /^Set as Start/ });
  for (let count = 2; count < day.waypoints.length; count++) {
    await expect(rows).toHaveCount(count);
    await page.getByRole('button', { name: 'Add Waypoint' }).press('Enter');
  }
  for (const [at, one] of day.waypoints.entries()) {
    const waypoint = `${path}.waypoints[${at}]`;
    await fill(page, `${waypoint}.name`, one.name);
    await fill(page, `${waypoint}.coordinates.latitude`, one.coordinates.latitude);
    await fill(page, `${waypoint}.coordinates.longitude`, one.coordinates.longitude);
    await fill(page, `${waypoint}.altitude`, one.altitude);
  }
  for (const [at, one] of day.connections.entries()) {
    const connection = `${path}.connections[${at}]`;
    await field(page, `${connection}.transportMode`).selectOption(one.transportMode);
    await fill(page, `${connection}.duration`, one.duration);
    await fill(page, `${connection}.distance`, one.distance);
    await fill(page, `${connection}.description`, one.description);
  }
  await fill(page, `${path}.accommodation.title`, day.accommodation.title);
  await fill(page, `${path}.accommodation.description`, day.accommodation.description);
  await enterWords(page, `${path}.accommodation.features`, day.accommodation.features);
  for (const [meal, items] of Object.entries(day.foodDetails)) {
    for (const [at, item] of items.entries()) {
      if (at > 0) await page.getByRole('button', { name: new RegExp(`^Add Item to ${meal}`) }).press('Enter');
      await fill(page, `${path}.foodDetails.${meal}[${at}]`, item);
    }
  }
  await openDay(page, number).click();
  await expect(rows).toHaveCount(0);
}

/** All waypoints; of lodging and meals only examples. */
function daysToType(route: TrekText['routes'][number]): DayText[] {
  return route.dailyActivities.map((day) => {
    const { breakfast, lunch, dinner } = day.foodDetails;
    return {
      ...day,
      accommodation: { ...day.accommodation, features: day.accommodation.features.slice(0, 2) },
      foodDetails: { breakfast: breakfast.slice(0, 1), lunch: lunch.slice(0, 1), dinner: dinner.slice(0, 2) },
    };
  });
}

test('ADMIN-15 TREKADM-13 TREKADM-15 TREKADM-38 TREKADM-79 UPLOAD-11 UPLOAD-12 a trek is created by hand across a power failure, and travellers see it', async ({
  page,
  server,
}) => {
  test.slow();
  const trek = demoTrek('08-langtang-valley.json');
  const [route, other] = trek.routes;
  if (!route || !other) throw new Error('Langtang has two routes');
  const days = daysToType(route);
  const name = `${trek.name}, by hand`;
  const session = await adminSession(server);
  await carrySession(page, session);
  await page.goto('/admin?section=add-new-trek');
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Trek' })).toBeVisible();
  await expect(trekName(page)).toBeVisible();

  await enterBasics(page, trek, name);
  await enterTerms(page, trek.paymentDetails);
  await uploadPictures(page);
  await expectPictures(page);
  await fill(page, 'routes[0].name', route.name);
  await fill(page, 'routes[0].description', route.description);
  await fill(page, 'routes[0].pricePerHead', route.pricePerHead);
  await fill(page, 'routes[0].numberOfDays', route.numberOfDays);
  await expect(field(page, 'routes[0].numberOfNights')).toHaveValue(String(route.numberOfNights));
  const half = route.numberOfDays / 2;
  for (const [at, day] of days.entries()) {
    if (at === half) {
      // Power failure: nothing was saved, and the input is stored in this browser.
      await draftHolds(page, 'new', days[at - 1]?.foodDetails.dinner.at(-1) ?? '');
      await page.reload();
      await expect(page.getByText('Your draft was restored')).toBeVisible();
      await expect(trekName(page)).toHaveValue(name);
      await expectPictures(page);
    }
    await enterDay(page, `routes[0].dailyActivities[${at}]`, at + 1, day);
  }
  // A second, hidden route: fields that are left blank are filled in.
  await page.getByRole('button', { name: 'Add Route' }).click();
  await page.getByRole('checkbox', { name: 'Visible to users' }).uncheck();
  await expect(page.getByText('Hidden Route')).toBeVisible();
  await fill(page, 'routes[1].name', other.name);
  await fill(page, 'routes[1].description', other.description);
  await fill(page, 'routes[1].pricePerHead', other.pricePerHead);
  await openDay(page, 1).click();
  await fill(page, 'routes[1].dailyActivities[0].waypoints[0].name', 'Kathmandu');
  await fill(page, 'routes[1].dailyActivities[0].waypoints[1].name', 'Syabrubesi');
  await fill(page, 'routes[1].dailyActivities[0].connections[0].description', 'To be written.');
  await fill(page, 'routes[1].dailyActivities[0].accommodation.description', 'To be found.');
  await page.getByRole('button', { name: 'Add Trek' }).click();
  await expect(page.getByText(`${name} was added`)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\?section=manage-treks/);

  const added = (await treks(server)).find((one) => one.name === name);
  if (!added) throw new Error('travellers do not find the trek');
  const stored = (await must(server, 'GET', `/api/treks/${added._id}?edit=true`, { session })).data.trek;
  const { images: _, routes: __, name: ___, ...texts } = trek as TrekText & { images: unknown };
  expect(stored).toMatchObject(texts);
  expect(stored.routes[0]).toMatchObject({ pricePerHead: route.pricePerHead, isVisible: true });
  expect(stored.routes[0].dailyActivities).toEqual(days);
  expect(stored.routes[1]).toMatchObject({ name: other.name, isVisible: false });
  expect(stored.routes[1].dailyActivities[0].foodDetails.dinner).toEqual(['Standard Dinner']);

  await page.goto(`/packages?destination=${encodeURIComponent(name)}`);
  const card = page.getByRole('main').getByRole('article');
  await expect(card).toContainText(dollars(route.pricePerHead).replace('.00', ''));
  await card.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Book this trek' })).toContainText(
    dollars(route.pricePerHead * 2),
  );
  const told = page.getByRole('region', { name: 'Day by day' });
  await expect(told.getByRole('button', { name: /^Day \d+/ })).toHaveCount(route.numberOfDays);
  await expect(page.getByRole('list', { name: 'The days of the route' }).getByRole('listitem')).toHaveCount(
    route.numberOfDays,
  );
  await page.getByRole('button', { name: 'Open all days' }).click();
  for (const day of days) await expect(told.getByText(day.accommodation.title).first()).toBeVisible();
  await expect(page.getByText(other.name)).toHaveCount(0);
  // Later tests of this worker count treks.
  await must(server, 'DELETE', `/api/treks/${added._id}`, { session });
});
