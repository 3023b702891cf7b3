// Errors when saving a trek (document 2 §8), one after another in one open editor: each shows its message, and no input
// is lost.
import type { Page } from '@playwright/test';
import { adminSession, call, carrySession, must, trekNamed } from './support/api';
import { expect, test } from './support/test';
import { draftHolds, field, trekName, update } from './support/trek-editor';
import {
  answers,
  asks,
  comesEmpty,
  emptyStorage,
  endSession,
  fates,
  fillStorage,
  isLost,
  reaches,
} from './support/trouble';

const mine = 'Gosaikunda, as I typed it';

async function expectRefused(page: Page, ...texts: string[]): Promise<void> {
  await update(page).click();
  const panel = page.getByRole('alert').filter({ hasText: texts[0] ?? '' });
  for (const text of texts) await expect(panel.getByText(text)).toBeVisible();
  await expect(page).toHaveURL(/\/package\/edit\//);
}

test('TREKADM-40 TREKADM-41 TREKADM-81 TREKADM-82 TREKADM-83 TREKADM-84 TREKADM-85 TREKADM-86 TREKADM-87 TREKADM-88 TREKADM-89 TREKADM-90 TREKADM-91 TREKADM-92 every error while saving a trek is shown, and no input is lost', async ({
  page,
  server,
}) => {
  test.slow();
  const session = await adminSession(server);
  const original = await trekNamed(server, /Gosaikunda/);
  // Works on a copy, which is deleted at the end.
  const { _id: id } = (await must(server, 'POST', `/api/treks/${original._id}/duplicate`, { session })).data.trek;
  const saves = await fates(page, 'PUT', new RegExp(`/api/treks/${id}$`));
  await carrySession(page, session);
  await page.evaluate((key) => localStorage.setItem(key, '{"version":1,"form":{"name"'), `trek-draft:${id}`);

  await page.goto(`/package/edit/${id}`);
  await expect(page.getByText('Error loading saved data. Starting with a fresh form.')).toBeVisible();
  await expect(trekName(page)).toHaveValue(`${original.name} (copy)`);

  await fillStorage(page);
  await trekName(page).fill(mine);
  await expect(page.getByText('Failed to save form data locally. Your progress may not be saved.')).toBeVisible();
  await expect(page.getByText('Draft not saved on this device')).toBeVisible();
  await emptyStorage(page);
  await field(page, 'location').fill('Helambu');
  await expect(page.getByText(/^Draft saved/)).toBeVisible();

  saves.set(asks((trek) => ({ ...trek, name: '', endingPlace: { ...trek.endingPlace, name: ' ' } })));
  await expectRefused(page, 'Missing required fields: name, endingPlace.name');
  saves.set(
    asks((trek) => {
      for (const one of trek.routes[0].dailyActivities[0].waypoints) one.isEndPoint = false;
      return trek;
    }),
  );
  await expectRefused(
    page,
    'Invalid route structure. Please check waypoints and connections.',
    'Use Fix Waypoints on the days that are marked.',
  );
  saves.set(answers(400));
  await expectRefused(page, 'Invalid trek details. Please check your input.');
  saves.set(reaches);
  await trekName(page).fill(original.name);
  await expectRefused(page, 'A trek with this name already exists', original.name);
  await trekName(page).fill(mine);
  saves.set(asks((trek) => ({ ...trek, padding: 'x'.repeat(2 * 1024 * 1024) })));
  await expectRefused(page, 'Image size too large. Please use smaller images.');
  saves.set(
    asks((trek) => {
      const { discount, charges } = trek.paymentDetails;
      Object.assign(discount, { groupDiscountThreshold: 101 });
      Object.assign(charges, { insurancePerPerson: 1e10, bookingFee: 1e10 });
      return {
        ...trek,
        features: [' '],
        startingPlace: { ...trek.startingPlace, coordinates: { latitude: 91, longitude: 181 } },
      };
    }),
  );
  await expectRefused(page, 'And 3 more validation errors.');
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(3);
  saves.set(answers(500));
  await expectRefused(page, 'Server error. Please try again later.');
  expect(saves.met()).toBe(3);
  saves.set(isLost);
  await expectRefused(page, 'No response from server. Please check your internet connection.');
  expect(saves.met()).toBe(3);
  const stored = (await must(server, 'GET', `/api/treks/${id}?edit=true`, { session })).data.trek;
  expect(stored.name).toBe(`${original.name} (copy)`);

  // The response is lost, not the trek: the next save finds that it is stored.
  saves.set(comesEmpty);
  await expectRefused(page, 'No data received from server');
  saves.set(reaches);
  await update(page).click();
  await expect(page.getByText(`${mine} was updated`)).toBeVisible();
  await expect(page).toHaveURL(/\/admin/);

  // Signed out elsewhere: the input is restored after the next login.
  await page.goto(`/package/edit/${id}`);
  await field(page, 'location').fill('Rasuwa');
  await draftHolds(page, id, 'Rasuwa');
  await endSession(page, server);
  await expectRefused(page, 'You are not authorized to edit this trek.');
  const again = await adminSession(server);
  await carrySession(page, again);
  await page.goto(`/package/edit/${id}`);
  await expect(field(page, 'location')).toHaveValue('Rasuwa');
  expect((await call(server, 'DELETE', `/api/treks/${id}`, { session: again })).status).toBe(204);
  await expectRefused(page, 'Trek not found.');
  await expect(field(page, 'location')).toHaveValue('Rasuwa');
});
